// A lesson: points at what the coach speaks of, and lets the others play at a pace for people.
(() => {
  const PACE = 1500;
  const MOMENT = 2600;
  const calm = matchMedia("(prefers-reduced-motion: reduce)");
  const room = document.getElementById("room");
  const form = document.getElementById("coach-form");
  if (!room || !form) return;
  let going = 0;

  const pointed = () => {
    const find = document.getElementById("coach")?.dataset.focus;
    return find ? [...document.querySelectorAll(`#table :is(${find})`)] : [];
  };

  // What is pointed at lies in the strip that neither the head nor the coach covers.
  const bringIntoSight = (things) => {
    if (!things.length || !matchMedia("(max-width: 63.99rem), (max-height: 35.99rem)").matches) return;
    const thing = things[0];
    if (thing.closest("#my-side")) return;
    const { top, bottom } = thing.getBoundingClientRect();
    const above = document.querySelector("#table .table-head").getBoundingClientRect().bottom;
    const below = document.getElementById("coach").getBoundingClientRect().top;
    if (top >= above && bottom <= below) return;
    const by = bottom - top > below - above ? top - above - 8 : (top + bottom) / 2 - (above + below) / 2;
    scrollBy({ top: by, behavior: calm.matches ? "auto" : "smooth" });
  };

  const look = () => {
    const things = pointed();
    for (const thing of document.querySelectorAll("#table .is-pointed")) if (!things.includes(thing)) thing.classList.remove("is-pointed");
    for (const thing of things) thing.classList.add("is-pointed");
    return things;
  };

  // A great moment stands large over the table for a moment.
  const banner = document.querySelector("#room [data-banner]");
  let seen = Number(document.getElementById("table").dataset.seen);
  const celebrate = () => {
    const now = Number(document.getElementById("table").dataset.seen);
    const great = document.querySelector("#table #banner")?.firstElementChild;
    if (now > seen) {
      banner.replaceChildren(...(great ? [document.importNode(great, true)] : []));
      banner.hidden = !great;
      setTimeout((put) => put?.isConnected && (banner.hidden = true), MOMENT, banner.firstElementChild);
    }
    seen = now;
  };

  let asked = "";
  const follow = () => {
    const things = look();
    const next = document.getElementById("coach-next");
    const token = document.getElementById("coach")?.dataset.token ?? "";
    if (token !== asked) bringIntoSight(things);
    asked = token;
    celebrate();
    clearTimeout(going);
    if (next && "goesOn" in next.dataset) going = setTimeout(goOn, PACE, next);
  };
  // What a game shows at length by itself comes first: the award of a round, say.
  const goOn = (next) => {
    if ("showing" in room.dataset) going = setTimeout(goOn, 300, next);
    else if (next.isConnected) form.requestSubmit(next);
  };
  for (const name of ["htmx:afterSwap", "htmx:afterSettle"]) document.addEventListener(name, follow);
  document.addEventListener("htmx:beforeRequest", () => clearTimeout(going));

  // The coach stands above my hand, which is as high as it is.
  const measure = () => {
    const hand = document.getElementById("my-side");
    room.style.setProperty("--sheet", `${hand ? hand.offsetHeight : 0}px`);
  };
  new ResizeObserver(measure).observe(document.getElementById("my-side") ?? room);
  document.addEventListener("htmx:afterSettle", measure);

  room.dataset.scripted = "";
  measure();
  follow();
})();
