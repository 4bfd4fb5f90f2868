// Returns where to tap next: [x, y], or null if there is nothing to tap yet. What measures a new
// table moves its buttons a frame after they appear.
async (chance) => {
  const table = document.getElementById("table");
  if (!table?.classList.contains("is-mine") || document.querySelector(".htmx-request")) return null;
  const inSight = (element) => {
    element.scrollIntoView({ block: "center", behavior: "instant" });
    const { left, top, width, height } = element.getBoundingClientRect();
    for (const across of [0.5, 0.2, 0.8])
      for (const down of [0.5, 0.2, 0.8]) {
        const [x, y] = [left + width * across, top + height * down];
        if (element.contains(document.elementFromPoint(x, y))) return [x, y];
      }
    return null;
  };
  const wayOf = (elements) => {
    const shown = [...elements].filter((element) => element.checkVisibility());
    const first = Math.floor(chance * shown.length);
    for (const element of [...shown.slice(first), ...shown.slice(0, first)]) {
      const place = inSight(element);
      if (place) return { element, place };
    }
    return null;
  };
  const buttons = [...table.querySelectorAll('button[form="move-form"]:enabled')];
  const cards = table.querySelectorAll(".hand label.card:has(> input:enabled)");
  const chosen = table.querySelector(".hand input:checked");
  const ready = buttons.filter((button) => chosen || !button.matches("[data-plays], [data-wants-card]"));
  const picks = !chosen && cards.length > 0 && (chance < 0.8 || !ready.length);
  const aimed = ready.filter((button) => button.matches(".is-aimed")); // a second tap chooses it
  const way = wayOf(picks ? cards : aimed.length ? aimed : ready);
  for (let frame = 0; way && frame < 2; frame++) await new Promise(requestAnimationFrame);
  return way?.element.contains(document.elementFromPoint(...way.place)) ? way.place : null;
}
