// The stage: what is free of cards in a column is as good as the plus at its end, and what is
// missing is said. Cards are explained by a click, and are not in its way.
(() => {
  const chosen = () => document.querySelector("#my-side .hand input:checked");

  document.addEventListener("click", ({ target }) => {
    const lane = target.closest("#board .lane");
    if (lane && !target.closest("button, .tipped")) lane.querySelector("[data-wants-card]")?.click();
  });

  // A button that wants a card, and none is chosen.
  document.addEventListener("click", ({ target }) => {
    if (!target.closest("[data-wants-card], [data-plays]") || chosen()) return;
    const side = document.getElementById("my-side");
    side?.classList.remove("is-missing");
    void side?.offsetWidth; // so that it is said anew
    side?.classList.add("is-missing");
  });
  document.addEventListener("change", ({ target }) => {
    if (target.matches("#my-side .hand input")) document.getElementById("my-side").classList.remove("is-missing");
  });
})();
