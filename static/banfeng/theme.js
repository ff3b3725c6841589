// Sets the chosen theme before the first paint; the pages read well without it.
// A plain script and not a module: a module would run after the page has been painted in the wrong theme.
(() => {
  try {
    const theme = localStorage.getItem("theme");
    if (theme === "light" || theme === "dark") document.documentElement.dataset.theme = theme;
  } catch {
    // Storage is refused: the theme of the system stays.
  }
})();
