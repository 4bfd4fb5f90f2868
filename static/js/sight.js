// On a small screen, scrolls to what a new question is about: everything with `data-sight`, the
// controls on the board, and what the hint or the coach speaks of. It has to be between the parts that
// stay in place: the header with the guide, and my hand with the coach.
(() => {
  const small = matchMedia("(max-width: 63.99rem) and (min-height: 36rem)");
  const calm = matchMedia("(prefers-reduced-motion: reduce)");
  const room = document.getElementById("room");
  if (!room) return;
  const GAP = 6;
  const ABOUT = '#table [data-sight], #board :is([form="move-form"], .is-legal)';
  const token = () => document.querySelector("#table.is-mine input[name=turn_token]")?.value ?? "";
  const height = (find) => document.querySelector(find)?.offsetHeight ?? 0;

  const strip = () => {
    const bar = document.querySelector("#table [data-sticks]");
    const above = height("#table > .table-head") + height("#guide-slot") + (bar ? height(bar.dataset.sticks) : 0);
    return [above + GAP, innerHeight - height("#my-side") - height("#coach") - GAP];
  };
  const span = (things) => {
    const boxes = things.filter((thing) => thing.checkVisibility()).map((thing) => thing.getBoundingClientRect()).filter((box) => box.height);
    return boxes.length ? [Math.min(...boxes.map((box) => box.top)) + scrollY, Math.max(...boxes.map((box) => box.bottom)) + scrollY] : null;
  };

  // A part that scrolls by itself shows its newest end, or what it is about in its middle.
  const pan = (things) => {
    for (const pane of document.querySelectorAll("#table [data-pans]")) {
      if (pane.dataset.pans === "end") pane.scrollTop = pane.scrollHeight;
      const range = span(things.filter((thing) => pane.contains(thing)));
      if (range) pane.scrollTop += (range[0] + range[1]) / 2 - scrollY - pane.getBoundingClientRect().top - pane.clientHeight / 2;
    }
  };

  // Where the page scrolls to, while it does.
  let goal = null;
  document.addEventListener("scrollend", () => (goal = null));

  // If not all of it has room, its end stays in sight: that is my side of the table.
  const show = (things, smooth = true) => {
    if (!small.matches) return;
    pan(things);
    const [up, down] = strip();
    const base = room.getBoundingClientRect().top + scrollY;
    let top = Math.max(goal ?? scrollY, base);
    const range = span(things);
    if (range) top = Math.max(Math.min(top, range[0] - up), range[1] - down);
    if (Math.abs(top - (goal ?? scrollY)) < 2) return;
    goal = smooth && !calm.matches ? top : null;
    scrollTo({ top, behavior: smooth && !calm.matches ? "smooth" : "instant" });
  };

  let asked = "";
  const follow = (smooth = true) => {
    const now = token();
    if (now && now !== asked) show([...document.querySelectorAll(ABOUT)], smooth);
    asked = now;
  };
  for (const name of ["htmx:oobAfterSwap", "htmx:afterSwap"]) document.addEventListener(name, () => follow());
  document.addEventListener("tavola:show", ({ detail }) => detail.things.length && show(detail.things));
  // A page that comes again begins with what it asks, not where it was.
  if (small.matches) history.scrollRestoration = "manual";
  // Once other scripts have placed the coach
  document.addEventListener("DOMContentLoaded", () => {
    show([], false);
    follow(false);
    show([...document.querySelectorAll("#table .is-pointed")].filter((thing) => !thing.closest("#my-side")), false);
  });
})();
