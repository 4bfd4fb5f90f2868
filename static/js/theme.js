// Runs before the first paint, so that a chosen theme never flashes; and says whether sounds are on,
// which at first are off.
(() => {
  const { dataset } = document.documentElement;
  dataset.sound = "off";
  try {
    const theme = localStorage.getItem("theme");
    if (theme === "light" || theme === "dark") dataset.theme = theme;
    if (localStorage.getItem("sound") === "on") dataset.sound = "on";
  } catch {
    // No storage: the system's choice holds, and no sound.
  }
})();
