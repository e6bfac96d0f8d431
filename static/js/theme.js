// Keeps the reader's theme. Runs in <head> without defer, so that the first paint is already right.
(() => {
  const KEY = "theme";
  const THEMES = ["light", "dark", "contrast"];

  // A browser may refuse storage; then the system's theme stays.
  const stored = () => {
    try {
      return localStorage.getItem(KEY);
    } catch {
      return null;
    }
  };

  const keep = (theme) => {
    try {
      if (theme) localStorage.setItem(KEY, theme);
      else localStorage.removeItem(KEY);
    } catch {
      // The choice then lasts as long as the page.
    }
  };

  const apply = (theme) => {
    if (THEMES.includes(theme)) document.documentElement.dataset.theme = theme;
    else delete document.documentElement.dataset.theme;
  };

  const press = (buttons, theme) => {
    for (const button of buttons) {
      button.setAttribute("aria-pressed", String(button.dataset.themeChoice === theme));
    }
  };

  const initial = document.documentElement.dataset.theme ?? "";
  const chosen = stored() ?? initial;
  apply(chosen);

  document.addEventListener("DOMContentLoaded", () => {
    const buttons = document.querySelectorAll("[data-theme-choice]");
    press(buttons, chosen);
    for (const switcher of document.querySelectorAll("[data-theme-switch]")) switcher.hidden = false;
    for (const button of buttons) {
      button.addEventListener("click", () => {
        const theme = button.dataset.themeChoice;
        apply(theme);
        keep(theme);
        press(buttons, theme);
      });
    }
  });
})();
