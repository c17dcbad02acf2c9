// Dragging a man with mouse, pen or finger, from the board or from the tray.

import { piece } from "./pieces.js";

/** Pixels that a pointer moves before a press becomes a drag. */
const THRESHOLD = 5;

/**
 * Follows a pointer that was pressed on a man until it is released.
 *
 * @param {PointerEvent} event  The press.
 * @param {import("./fen.js").Man} man
 * @param {{ size: () => number, start: () => void, move: (x: number, y: number) => void,
 *   drop: (x: number, y: number) => void, cancel: () => void }} handlers
 *   `size` is the width of the man in pixels. `drop` and `cancel` follow only a drag that started.
 */
export function followDrag(event, man, handlers) {
  const target = /** @type {HTMLElement} */ (event.currentTarget);
  /** @type {HTMLElement | null} */
  let ghost = null;
  const listening = new AbortController();
  const { signal } = listening;

  const end = () => {
    listening.abort();
    ghost?.remove();
  };
  const place = (/** @type {number} */ x, /** @type {number} */ y) => {
    if (ghost) {
      ghost.style.transform = `translate(${x}px, ${y}px) translate(-50%, -50%)`;
    }
  };

  document.addEventListener(
    "pointermove",
    (moved) => {
      if (moved.pointerId !== event.pointerId) {
        return;
      }
      if (!ghost && Math.hypot(moved.clientX - event.clientX, moved.clientY - event.clientY) >= THRESHOLD) {
        ghost = document.createElement("div");
        ghost.className = "ghost";
        ghost.style.width = ghost.style.height = `${handlers.size()}px`;
        ghost.append(piece(man));
        document.body.append(ghost);
        handlers.start();
      }
      if (ghost) {
        place(moved.clientX, moved.clientY);
        handlers.move(moved.clientX, moved.clientY);
      }
    },
    { signal },
  );
  document.addEventListener(
    "pointerup",
    (released) => {
      if (released.pointerId !== event.pointerId) {
        return;
      }
      const dragged = ghost !== null;
      end();
      if (dragged) {
        suppressClick();
        handlers.drop(released.clientX, released.clientY);
      }
    },
    { signal },
  );
  const abandon = (/** @type {Event} */ cause) => {
    if (cause instanceof PointerEvent && cause.pointerId !== event.pointerId) {
      return;
    }
    const dragged = ghost !== null;
    end();
    if (dragged) {
      handlers.cancel();
    }
  };
  document.addEventListener("pointercancel", abandon, { signal });
  document.addEventListener("keydown", (pressed) => pressed.key === "Escape" && abandon(pressed), { signal });
  // A finger captures the element that it touched; the drag is followed on the document.
  if (target.hasPointerCapture?.(event.pointerId)) {
    target.releasePointerCapture(event.pointerId);
  }
}

/** Ignores the click that a browser sends after the end of a drag. */
function suppressClick() {
  const stop = (/** @type {Event} */ click) => {
    click.stopPropagation();
    click.preventDefault();
  };
  document.addEventListener("click", stop, { capture: true, once: true });
  setTimeout(() => document.removeEventListener("click", stop, { capture: true }), 0);
}
