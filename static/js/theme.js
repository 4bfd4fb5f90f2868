// Runs before the first paint, so that a chosen theme does not flash; and notes whether sounds are
// on. They are off by default.
(() => {
  const { dataset } = document.documentElement;
  dataset.sound = "off";
  try {
    const theme = localStorage.getItem("theme");
    if (theme === "light" || theme === "dark") dataset.theme = theme;
    if (localStorage.getItem("sound") === "on") dataset.sound = "on";
  } catch {
    // No storage: the system's theme, and no sounds.
  }
})();
