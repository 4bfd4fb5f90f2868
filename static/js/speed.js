// How fast tables show moves: slow, normal, fast or instant, stored on this device.
(() => {
  const root = document.documentElement;
  const SPEEDS = ["slow", "normal", "fast", "instant"];
  const show = () => {
    for (const button of document.querySelectorAll("[data-speed-choice]")) button.setAttribute("aria-pressed", button.dataset.speedChoice === root.dataset.speed);
  };
  try {
    root.dataset.speed = localStorage.getItem("speed");
  } catch {
    // No storage: it applies to this page only.
  }
  if (!SPEEDS.includes(root.dataset.speed)) root.dataset.speed = "normal";
  document.addEventListener("click", ({ target }) => {
    const chosen = target.closest("[data-speed-choice]")?.dataset.speedChoice;
    if (!chosen) return;
    root.dataset.speed = chosen;
    try {
      localStorage.setItem("speed", chosen);
    } catch {
      // No storage: it applies to this page only.
    }
    show();
    document.dispatchEvent(new Event("tavola:speed"));
  });
  for (const name of ["htmx:oobAfterSwap", "htmx:afterSwap"]) document.addEventListener(name, show);
  show();
})();
