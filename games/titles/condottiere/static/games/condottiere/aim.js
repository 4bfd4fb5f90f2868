// Touch screens have no hover: the first tap on a land focuses it and shows what it would bring, the
// second tap on the same land chooses it. A land that a new question focused was not tapped yet.
(() => {
  let fires = true;
  document.addEventListener("pointerdown", ({ target, pointerType }) => {
    const land = target.closest?.("#board .city");
    fires = !land || pointerType === "mouse" || land.matches(".is-aimed:focus");
  }, true);
  document.addEventListener("keydown", () => (fires = true), true);
  document.addEventListener("click", (event) => {
    const land = event.target.closest?.("#board .city");
    if (!land || fires) return;
    event.preventDefault();
    event.stopPropagation();
    land.classList.add("is-aimed");
    land.focus({ preventScroll: true });
    fires = true;
  }, true);
})();
