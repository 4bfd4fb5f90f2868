// Returns a line for each element of a table that is cut off or outside the window.
() => {
  const faults = [];
  const width = document.documentElement.clientWidth;
  const FIVE_LETTERS = 40; // pixels of a shortened name that must stay visible
  const ROUNDING = 3; // pixels by which a card's frame may be larger than its content box
  // Elements that scroll, are not visible, or open only on demand.
  const ELSEWHERE = "#log, #guide:not([data-open]), .visually-hidden, .tip, .menu-list, svg, [hidden], [data-scrolls]";
  const called = (element) => {
    const path = [];
    for (let one = element; one && path.length < 3; one = one.parentElement) {
      path.unshift(one.id ? `#${one.id}` : [one.localName, ...one.classList].join("."));
      if (one.id) break;
    }
    return `${path.join(" > ")} “${element.textContent.trim().replace(/\s+/g, " ").slice(0, 24)}”`;
  };
  if (document.documentElement.scrollWidth > width)
    faults.push(`the page is ${document.documentElement.scrollWidth} wide`);

  for (const element of document.querySelectorAll("#table *")) {
    if (!element.checkVisibility({ visibilityProperty: true, opacityProperty: true })) continue;
    if (element.closest(ELSEWHERE)) continue;
    const { left, right, height } = element.getBoundingClientRect();
    if (element.clientWidth < 3 || height < 3) continue; // only for screen readers
    if (left < -1 || right > width + 1) faults.push(`${called(element)} is outside the window`);
    const style = getComputedStyle(element);
    const wide = element.scrollWidth - element.clientWidth;
    const high = element.scrollHeight - element.clientHeight;
    if (style.overflowX !== "visible" && wide > ROUNDING) {
      const shortened = style.textOverflow === "ellipsis" && element.clientWidth >= FIVE_LETTERS;
      if (!shortened) faults.push(`${called(element)} lacks ${wide} pixels in width`);
    }
    if (style.overflowY !== "visible" && high > ROUNDING && !("pans" in element.dataset))
      faults.push(`${called(element)} lacks ${high} pixels in height`);
  }

  // What is offered stands beside what there is to look at.
  const offer = document.getElementById("since-offer")?.getBoundingClientRect();
  for (const element of document.querySelectorAll("#board, #result, #log, #my-side, #ask")) {
    const { left, right, top, bottom } = element.getBoundingClientRect();
    if (offer?.height && left < offer.right && offer.left < right && top < offer.bottom && offer.top < bottom)
      faults.push(`#since-offer stands over #${element.id}`);
  }

  // What I decide with stays at the foot of the window, whatever stands above it.
  for (const element of document.querySelectorAll("#my-side, #my-side .acts button")) {
    if (!element.checkVisibility()) continue;
    const { top, bottom } = element.getBoundingClientRect();
    if (top < 0 || bottom > innerHeight + 1) faults.push(`${called(element)} is out of the window`);
  }
  return faults;
}
