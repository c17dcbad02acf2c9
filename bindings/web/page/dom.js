// Elements, made from code: the page's policy allows no markup or styles from strings.

/** @typedef {Node | string | number | null | undefined | false} Child */

/**
 * The element of the page with this id.
 *
 * @template {HTMLElement} T
 * @param {string} id
 * @param {new () => T} type
 * @returns {T}
 */
export function byId(id, type) {
  const element = document.getElementById(id);
  if (!(element instanceof type)) {
    throw new Error(`the page has no ${type.name} '${id}'`);
  }
  return element;
}

/**
 * A new element. Attributes whose value is null, undefined or false are left out; those that begin
 * with "on" are listeners.
 *
 * @template {keyof HTMLElementTagNameMap} T
 * @param {T} tag
 * @param {Record<string, any>} attributes
 * @param {...Child} children
 * @returns {HTMLElementTagNameMap[T]}
 */
export function element(tag, attributes = {}, ...children) {
  return fill(document.createElement(tag), attributes, children);
}

/**
 * A new element of SVG, as `element`.
 *
 * @template {keyof SVGElementTagNameMap} T
 * @param {T} tag
 * @param {Record<string, any>} attributes
 * @param {...Child} children
 * @returns {SVGElementTagNameMap[T]}
 */
export function svg(tag, attributes = {}, ...children) {
  return fill(document.createElementNS("http://www.w3.org/2000/svg", tag), attributes, children);
}

/**
 * @template {Element} T
 * @param {T} target
 * @param {Record<string, any>} attributes
 * @param {Child[]} children
 * @returns {T}
 */
function fill(target, attributes, children) {
  for (const [name, value] of Object.entries(attributes)) {
    if (name.startsWith("on")) {
      target.addEventListener(name.slice(2), value);
    } else if (value !== null && value !== undefined && value !== false) {
      target.setAttribute(name, value === true ? "" : String(value));
    }
  }
  target.append(...children.filter(present));
  return target;
}

/** @param {Child} child @returns {child is Node | string} */
const present = (child) => child !== null && child !== undefined && child !== false;

/** Empties a panel until its next content arrives. It keeps its height, so that the page does not jump.
 * @param {HTMLElement} panel */
export function hold(panel) {
  panel.style.minHeight = `${panel.getBoundingClientRect().height}px`;
  panel.replaceChildren();
}

/** Releases the height of a panel when its content has arrived. @param {HTMLElement} panel */
export function release(panel) {
  panel.style.minHeight = "";
}

/** @param {number} count */
export const number = (count) => count.toLocaleString("en");

/** @param {number} count @param {string} noun  Its plural ends in s. */
export const counted = (count, noun) => `${number(count)} ${noun}${count === 1 ? "" : "s"}`;

/** A picture of the sprite `icons.svg`, for the eye only. @param {string} name */
export const icon = (name) =>
  svg("svg", { class: "icon", "aria-hidden": "true" }, svg("use", { href: `icons.svg#${name}` }));
