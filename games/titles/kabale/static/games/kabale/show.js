// The award as a show: fetched when a round ends or when asked for, and played step by step.
// Without this script its whole page stands in the replay.
(() => {
  const calm = matchMedia("(prefers-reduced-motion: reduce)");
  const room = () => document.querySelector(".table-room");
  const live = () => room()?.id === "room";
  const now = () => document.getElementById("show");
  let timer = 0;
  let beats = [];
  let at = 0;
  let from = null; // where the keyboard was

  // --- Playing one that is on the page.
  function begin(show, scene) {
    show.hidden = false;
    show.classList.add("is-played-out");
    show.querySelector(".show-tools").hidden = false;
    beats = [...show.querySelectorAll(".beat")];
    run(!calm.matches);
    const first = scene ? beats.findIndex((beat) => beat.closest(".scene").id === scene) : 0;
    turn(Math.max(first, 0));
  }
  function turn(to) {
    const show = now();
    if (!show || to < 0 || to >= beats.length) return run(false);
    at = to;
    const scene = beats[at].closest(".scene");
    for (const beat of beats) beat.classList.toggle("is-now", beat === beats[at]);
    for (const other of show.querySelectorAll(".scene")) other.classList.toggle("is-now", other === scene);
    const told = beats.slice(0, at + 1).filter((beat) => beat.querySelector(".verdict"));
    for (const link of show.querySelectorAll(".programme a")) {
      link.classList.toggle("is-now", link.hash === `#${scene.id}`);
      if (told.some((beat) => link.hash === `#${beat.closest(".scene").id}`)) link.classList.add("is-told");
    }
    show.querySelector("[data-show-says]").textContent = beats[at].querySelector(".beat-text").textContent;
    show.querySelector("[data-show-back]").disabled = at === 0;
    show.querySelector("[data-show-on]").disabled = at === beats.length - 1;
    wait();
  }
  const running = () => now()?.querySelector("[data-show-run]").getAttribute("aria-pressed") === "true";
  function run(on) {
    now()?.querySelector("[data-show-run]").setAttribute("aria-pressed", String(on));
    wait();
  }
  function wait() {
    clearTimeout(timer);
    if (!running()) return;
    const beat = beats[at];
    const words = beat?.querySelector(".beat-text").textContent.trim().length ?? 0;
    const time = 1300 + words * 22 + (beat?.querySelector(".verdict") ? 1200 : 0);
    timer = setTimeout(() => turn(at + 1), time);
  }
  function close() {
    clearTimeout(timer);
    const show = now();
    if (!show) return;
    const inside = show.contains(document.activeElement);
    if (live()) {
      show.parentElement.remove();
      delete room().dataset.showing;
    } else show.hidden = true;
    if (inside) (document.contains(from) ? from : document.querySelector("#my-side .hand input") ?? document.getElementById("ask"))?.focus({ preventScroll: true });
  }

  // --- Fetching one to a table that goes on: it stands beside what is pushed.
  async function open(link, asked) {
    const step = link.search;
    const request = fetch(`${link.pathname}${step}&part=1`, { headers: { "HX-Request": "true" } });
    const page = await request.catch(() => null);
    if (!page?.ok) return void (asked && location.assign(link.href));
    const found = new DOMParser().parseFromString(await page.text(), "text/html").getElementById("show");
    const choosing = document.querySelector("#table .hand input:checked");
    if (!found || !live() || (choosing && !asked)) return;
    close();
    from = asked ? document.activeElement : null;
    const host = document.createElement("div");
    host.className = "board show-host";
    host.append(document.adoptNode(found));
    room().append(host);
    room().dataset.showing = "";
    begin(found, link.hash.slice(1));
    if (asked) found.focus({ preventScroll: true });
    host.scrollIntoView({ block: "nearest", behavior: calm.matches ? "auto" : "smooth" });
  }

  document.addEventListener("click", (event) => {
    const { target } = event;
    if (target.closest("[data-show-close]")) return close();
    if (target.closest("[data-show-back]")) return run(false), turn(at - 1);
    if (target.closest("[data-show-on]")) return run(false), turn(at + 1);
    if (target.closest("[data-show-run]")) {
      const start = !running();
      if (start && at === beats.length - 1) at = -1;
      run(start);
      return start && at < 0 ? turn(0) : undefined;
    }
    const scene = target.closest(".programme a");
    if (scene && now()?.classList.contains("is-played-out")) {
      event.preventDefault();
      return turn(beats.findIndex((beat) => `#${beat.closest(".scene").id}` === scene.hash));
    }
    const link = target.closest("a[data-show]");
    if (!link || event.ctrlKey || event.metaKey || event.shiftKey) return;
    if (live()) {
      event.preventDefault();
      document.querySelector('.log [data-tab-close]')?.click();
      open(link, true);
    } else if (now() && new URLSearchParams(link.search).get("step") === room().dataset.step) {
      event.preventDefault();
      begin(now(), link.hash.slice(1));
    }
  });
  // A card is chosen, or Escape: back to the columns.
  document.addEventListener("change", ({ target }) => {
    if (target.matches(".hand input") && live()) close();
  });
  document.addEventListener("keydown", ({ key }) => {
    if (key === "Escape" && now() && !now().hidden) close();
  });

  // --- A round has just ended.
  const award = () => document.querySelector(".rounds > :last-child");
  let known = award()?.dataset.step;
  function look() {
    if (!live()) {
      const show = now();
      if (show && !show.classList.contains("is-played-out")) begin(show, location.hash.slice(1));
      return;
    }
    const link = award();
    if (!link || link.dataset.step === known) return;
    known = link.dataset.step;
    open(link, false);
  }
  for (const name of ["htmx:afterSwap", "htmx:oobAfterSwap"]) document.addEventListener(name, look);
  const table = document.getElementById("table");
  if (known && known === table?.dataset.seen) known = "";
  look();
})();
