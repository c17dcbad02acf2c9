// Texts for the clipboard.

/**
 * Copies a text, and reports whether that worked.
 *
 * @param {string} what  Its name.
 * @param {string | Promise<string>} text  Some browsers copy only what is asked for at the click; the text may come later.
 * @throws {Error} if the text does not come
 */
export async function copied(what, text) {
  const coming = Promise.resolve(text);
  try {
    const blob = coming.then((it) => new Blob([it], { type: "text/plain" }));
    await navigator.clipboard.write([new ClipboardItem({ "text/plain": blob })]);
    return `The ${what} is copied.`;
  } catch {
    return `The browser does not let a page copy. The ${what} is ${await coming}`;
  }
}
