// Tabs, as the ARIA Authoring Practices describe them: arrows go from tab to tab.

import { byId } from "./dom.js";

export class Tabs {
  /** @param {string[]} names  Of the elements `tab-NAME` and `panel-NAME`. @param {() => void} changed */
  constructor(names, changed) {
    this.names = names;
    this.changed = changed;
    this.open = names[0];
    names.forEach((name, index) => {
      const tab = this.tab(name);
      tab.tabIndex = index === 0 ? 0 : -1;
      tab.addEventListener("click", () => this.show(name));
      tab.addEventListener("keydown", (event) => this.key(event, index));
    });
  }

  /** @param {string} name */
  tab(name) {
    return byId(`tab-${name}`, HTMLButtonElement);
  }

  /** @param {string} name */
  show(name) {
    this.open = name;
    for (const each of this.names) {
      const tab = this.tab(each);
      tab.setAttribute("aria-selected", String(each === name));
      tab.tabIndex = each === name ? 0 : -1;
      byId(`panel-${each}`, HTMLElement).hidden = each !== name;
    }
    this.changed();
  }

  /** @param {KeyboardEvent} event @param {number} index */
  key(event, index) {
    const last = this.names.length - 1;
    /** @type {Record<string, number>} */
    const to = {
      ArrowRight: index === last ? 0 : index + 1,
      ArrowLeft: index === 0 ? last : index - 1,
      Home: 0,
      End: last,
    };
    if (event.key in to) {
      event.preventDefault();
      event.stopPropagation();
      const name = this.names[to[event.key]];
      this.show(name);
      this.tab(name).focus();
    }
  }
}
