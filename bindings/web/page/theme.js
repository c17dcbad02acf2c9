// Light or dark colours: the system's, unless the user chose. It runs before the page is drawn.

(() => {
  const KEY = "drawproof-theme";
  const system = matchMedia("(prefers-color-scheme: dark)");

  /** Storage may be forbidden. @returns {string | null} */
  const stored = () => {
    try {
      return localStorage.getItem(KEY);
    } catch {
      return null;
    }
  };

  const apply = () => {
    const dark = (stored() ?? (system.matches ? "dark" : "light")) === "dark";
    document.documentElement.dataset.theme = dark ? "dark" : "light";
    document.getElementById("theme")?.setAttribute("aria-pressed", String(dark));
  };

  const change = () => {
    const theme = document.documentElement.dataset.theme === "dark" ? "light" : "dark";
    try {
      localStorage.setItem(KEY, theme);
      apply();
    } catch {
      document.documentElement.dataset.theme = theme;
    }
  };

  apply();
  system.addEventListener("change", apply);
  document.addEventListener("DOMContentLoaded", () => {
    apply();
    document.getElementById("theme")?.addEventListener("click", change);
  });
})();
