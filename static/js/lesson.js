// A lesson: highlights what the coach talks about, and plays the others' moves at a readable speed.
(() => {
  const PACE = 1500;
  const HIGHLIGHT = 2600;
  const room = document.getElementById("room");
  const form = document.getElementById("coach-form");
  if (!room || !form) return;
  let going = 0;

  // Of a menu, its summary is what is seen and pressed.
  const seenOf = (thing) => thing.querySelector(":scope > summary") ?? thing;
  const pointed = () => {
    const find = document.getElementById("coach")?.dataset.focus;
    return find ? [...document.querySelectorAll(`#table :is(${find})`)].map(seenOf) : [];
  };

  const look = () => {
    const things = pointed();
    for (const thing of document.querySelectorAll("#table .is-pointed")) if (!things.includes(thing)) thing.classList.remove("is-pointed");
    for (const thing of things) thing.classList.add("is-pointed");
    return things;
  };

  // A highlight is shown large over the table for a moment.
  const banner = document.querySelector("#room [data-banner]");
  let seen = Number(document.getElementById("table").dataset.seen);
  const celebrate = () => {
    const now = Number(document.getElementById("table").dataset.seen);
    const highlight = document.querySelector("#table #banner")?.firstElementChild;
    if (now > seen) {
      banner.replaceChildren(...(highlight ? [document.importNode(highlight, true)] : []));
      banner.hidden = !highlight;
      setTimeout((put) => put?.isConnected && (banner.hidden = true), HIGHLIGHT, banner.firstElementChild);
    }
    seen = now;
  };

  // The coach is placed above my hand, whose height varies.
  const measure = () => {
    const hand = document.getElementById("my-side");
    room.style.setProperty("--coach-h", `${document.getElementById("coach")?.offsetHeight ?? 0}px`);
    room.style.setProperty("--sheet", `${hand ? hand.offsetHeight : 0}px`);
  };

  // On a small screen the explanation of a puzzle would cover what it is about: it opens over the board.
  const small = matchMedia("(max-width: 63.99rem), (max-height: 35.99rem)");
  let folded = null;
  const fold = () => {
    const words = document.getElementById("coach-fold");
    if (words && words !== folded) words.open = !small.matches;
    folded = words;
  };

  let asked = "";
  const follow = () => {
    fold();
    measure(); // before anything is compared with the coach's place
    const things = look();
    const next = document.getElementById("coach-next");
    const token = document.getElementById("coach")?.dataset.token ?? "";
    // At the end the coach speaks of the outcome.
    const about = document.querySelector("#coach.is-over") ? [...document.querySelectorAll("#table [data-sight]")] : things.filter((thing) => !thing.closest("#my-side"));
    if (token !== asked) document.dispatchEvent(new CustomEvent("tavola:sight", { detail: { things: about.map(seenOf) } }));
    asked = token;
    celebrate();
    clearTimeout(going);
    if (next && "goesOn" in next.dataset) going = setTimeout(goOn, PACE, next);
  };
  // A game's own show comes first, such as the award of a round.
  const goOn = (next) => {
    if (room.dataset.showing) going = setTimeout(goOn, 300, next);
    else if (next.isConnected) form.requestSubmit(next);
  };
  for (const name of ["htmx:afterSwap", "htmx:afterSettle"]) document.addEventListener(name, follow);
  document.addEventListener("htmx:beforeRequest", () => clearTimeout(going));

  small.addEventListener("change", () => {
    folded = null;
    fold();
  });
  document.addEventListener("toggle", ({ target }) => target.id === "coach-fold" && measure(), true);
  new ResizeObserver(measure).observe(document.getElementById("my-side") ?? room);

  room.dataset.scripted = "";
  follow();
})();
