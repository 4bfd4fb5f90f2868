// Returns a line for everything that a player on a phone needs now, but does not see: what the
// question is about and the player's own part of the table are marked with `data-sight`, and what
// they decide with are the controls of the move form.
() => {
  if (!document.querySelector("#table.is-mine")) return [];
  const TOUCHES = 3; // pixels by which borders may overlap
  const called = (element) => `${element.id ? `#${element.id}` : element.getAttribute("class") || element.localName}`;
  const boxes = (find) =>
    [...document.querySelectorAll(find)]
      .filter((one) => one.checkVisibility({ opacityProperty: true, visibilityProperty: true }))
      .map((one) => [one, one.getBoundingClientRect()])
      .filter(([, box]) => box.width > 3 && box.height > 3);
  const covers = boxes(".table-head, .guide, .refusal .notice, .report.notice, #my-side, #coach, #since-offer, .playback-banner, [data-sticks] > article");
  const faults = [];
  // A question of a lesson is about what the coach points at.
  const pointed = boxes("#table .is-pointed").some(([one]) => !one.closest("#my-side"));
  const about = pointed ? ".is-pointed" : '#table [data-sight], #table [data-sticks] > article, #board :is([form="move-form"], .is-legal)';
  for (const [one, box] of boxes(`${about}, #coach, #my-side`)) {
    if (box.top < -TOUCHES || box.bottom > innerHeight + TOUCHES) faults.push(`${called(one)} is outside the window`);
    const pane = one.closest("[data-pans]")?.getBoundingClientRect();
    if (pane && (box.top < pane.top - TOUCHES || box.bottom > pane.bottom + TOUCHES)) faults.push(`${called(one)} is outside its pane`);
    for (const [cover, over] of covers) {
      if (cover.contains(one) || one.contains(cover)) continue;
      if (Math.min(box.bottom, over.bottom) - Math.max(box.top, over.top) > TOUCHES && Math.min(box.right, over.right) - Math.max(box.left, over.left) > TOUCHES)
        faults.push(`${called(cover)} covers ${called(one)}`);
    }
  }
  const sentence = document.querySelector("#ask > span");
  const lines = Math.round(sentence.getBoundingClientRect().height / parseFloat(getComputedStyle(sentence).lineHeight));
  if (lines > 2) faults.push(`the question has ${lines} lines`);
  return [...new Set(faults)];
}
