// The stage: a click on the free part of a column counts as a click on the plus at its end; if no
// card is chosen, a message says so. Cards themselves open their tooltips.
(() => {
  const chosen = () => document.querySelector("#my-side .hand input:checked");

  document.addEventListener("click", ({ target }) => {
    const lane = target.closest("#board .lane");
    if (lane && !target.closest("button, .tipped")) lane.querySelector("[data-wants-card]")?.click();
  });

  // A button that needs a card, while none is chosen.
  document.addEventListener("click", ({ target }) => {
    if (!target.closest("[data-wants-card], [data-plays]") || chosen()) return;
    const side = document.getElementById("my-side");
    side?.classList.remove("is-missing");
    void side?.offsetWidth; // restarts the animation
    side?.classList.add("is-missing");
  });
  document.addEventListener("change", ({ target }) => {
    if (target.matches("#my-side .hand input")) document.getElementById("my-side").classList.remove("is-missing");
  });
})();
