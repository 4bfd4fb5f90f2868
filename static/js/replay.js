// The replay: the slider answers at once, the arrow keys step, the address follows.
(() => {
  document.body.dataset.autosubmits = ""; // the Go button is not needed
  if (globalThis.Idiomorph) Idiomorph.defaults.ignoreActiveValue = true; // a slider being dragged

  let later = 0;
  const submit = (wait) => {
    clearTimeout(later);
    later = setTimeout(() => document.getElementById("step-form")?.requestSubmit(), wait);
  };
  document.addEventListener("input", ({ target }) => {
    if (target.id === "step-range") submit(60);
  });
  document.addEventListener("change", ({ target }) => {
    if (target.id === "step-view") submit(0);
  });

  // A fragment has an address of its own, so that no cache takes it for the page.
  document.addEventListener("htmx:configRequest", ({ detail }) => {
    detail.parameters.part = "1";
  });
  document.addEventListener("htmx:afterSwap", () => {
    const { step, view } = document.getElementById("replay").dataset;
    history.replaceState(history.state, "", `?step=${step}&view=${view}`);
  });

  const STEPS = { ArrowLeft: "step-previous", ArrowRight: "step-next", Home: "step-first", End: "step-last" };
  document.addEventListener("keydown", (event) => {
    const link = STEPS[event.key];
    if (!link || event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return;
    if (event.target.closest("input, select, textarea, summary, .drawer-body")) return;
    event.preventDefault();
    document.getElementById(link).click();
  });
})();
