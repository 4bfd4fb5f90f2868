// The clocks of a table: they count down here to deadlines from the server, by the server's time.
(() => {
  const room = document.getElementById("room");
  if (!room) return;
  const SECOND = 1000;
  const MINUTE = 60 * SECOND;
  const HOUR = 60 * MINUTE;
  const DAY = 24 * HOUR;

  // --- This device's clock offset: the page and every response contain the server's time.
  const [page] = performance.getEntriesByType("navigation");
  const arrived = Date.now() - performance.now() + (page?.responseStart || performance.now());
  let skew = Number(room.dataset.now) - arrived;
  const correct = (date) => {
    const now = Date.parse(date) + SECOND / 2; // the header has whole seconds
    if (Number.isNaN(now) || Math.abs(now - Date.now() - skew) < 2 * SECOND) return;
    skew = now - Date.now();
    tick();
  };
  const ask = () =>
    fetch(location.href, { method: "HEAD", cache: "no-store" })
      .then((answer) => correct(answer.headers.get("Date")))
      .catch(() => {});
  document.addEventListener("htmx:afterRequest", ({ detail }) => correct(detail.xhr?.getResponseHeader("Date")));

  // --- The text of a clock, as in games/matches/presenters/clocks.py.
  const fill = (words, values) => words.replace(/\{(\w+)\}/g, (_, name) => values[name]);
  const words = (left) => {
    const all = Math.ceil(left / SECOND) * SECOND;
    const part = (of, unit) => Math.floor((all % of) / unit);
    if (all < HOUR) return `${Math.floor(all / MINUTE)}:${String(part(MINUTE, SECOND)).padStart(2, "0")}`;
    if (all < 2 * DAY) return fill(room.dataset.hours, { h: Math.floor(all / HOUR), m: part(HOUR, MINUTE) });
    return fill(room.dataset.days, { d: Math.floor(all / DAY), h: part(DAY, HOUR) });
  };

  // --- My clock is low: announced once per turn, with a sound if sounds are on.
  let warned = "";
  const warn = (clock, left) => {
    if (warned === clock.dataset.deadline) return;
    warned = clock.dataset.deadline;
    document.dispatchEvent(new CustomEvent("tavola:low"));
    const place = room.querySelector("[data-clock-low]");
    if (place) place.textContent = fill(place.dataset.clockLow, { time: words(left) });
  };

  const leftOf = ({ deadline, left, awayFrom = 0, awayUntil = 0 }, now) => {
    const absent = Math.max(0, Math.min(deadline, awayUntil) - Math.max(now, awayFrom));
    // It starts later than the event if a show comes first, and `now` is late by the answer's way.
    return Math.max(0, Math.min(left, deadline - now - absent));
  };

  const show = (clock, now) => {
    const { deadline, low, awayFrom = 0, awayUntil = 0 } = clock.dataset;
    const away = clock.querySelector(".clock-away");
    if (away) away.hidden = now >= awayUntil;
    if (!deadline) return Infinity;
    const left = leftOf(clock.dataset, now);
    const time = clock.querySelector(".clock-time");
    if (time.textContent !== words(left)) time.textContent = words(left);
    clock.classList.toggle("is-low", left <= low);
    const paused = now >= awayFrom && now < awayUntil;
    clock.classList.toggle("is-paused", paused);
    if (away) {
      clock.querySelector(".clock-paused").hidden = !paused;
      clock.querySelector(".clock-runs").hidden = paused;
    }
    if ("mine" in clock.dataset && left <= low && left > 0) warn(clock, left);
    if (left === 0) return Infinity;
    return left % (left > HOUR + MINUTE ? MINUTE : SECOND) || SECOND;
  };

  // --- Other scripts can ask for the time left on my clock.
  document.addEventListener("tavola:time", ({ detail }) => {
    for (const { dataset } of document.querySelectorAll(".clock[data-mine][data-deadline]"))
      detail.left = Math.min(detail.left, leftOf(dataset, Date.now() + skew));
  });

  // --- Update only as often as something changes on screen.
  let later = 0;
  function tick() {
    clearTimeout(later);
    const now = Date.now() + skew;
    let next = Infinity;
    for (const clock of document.querySelectorAll(".clock")) next = Math.min(next, show(clock, now));
    // Controls that become available at a certain time.
    for (const offer of document.querySelectorAll("[data-after]")) {
      const left = offer.dataset.after - now;
      offer.hidden = left > 0;
      if (left > 0) next = Math.min(next, left);
    }
    if (next < Infinity) later = setTimeout(tick, next + 15);
  }
  for (const name of ["htmx:oobAfterSwap", "htmx:afterSwap", "visibilitychange"]) document.addEventListener(name, tick);
  tick();
  // A page restored from the browser's cache has an old time.
  if (page?.type === "back_forward" || page?.transferSize === 0) ask();
})();
