// Protects against slips: a click meant for one question does not answer the next one, and a final
// move that may cost the match waits a moment, in which it can be cancelled. The player can turn
// this off; the setting is stored on this device.
(() => {
  const REST = 600; // a new question ignores answers for this long
  const HOLD = 2000; // a grave move waits this long, if the clock allows it
  const SPARE = 3000; // the time that must remain on the clock
  const room = document.getElementById("room");
  const form = document.getElementById("move-form");
  const bar = document.getElementById("held");
  if (!room || !form || !bar) return;

  let on = true;
  try {
    on = localStorage.getItem("guard") !== "off";
  } catch {
    // No storage: the guard is on.
  }
  const asked = () => room.querySelector('input[name="turn_token"][form="move-form"]');
  let question = asked()?.value ?? "";
  let changed = -Infinity;
  const rests = () => performance.now() - changed < REST;

  // --- A press belongs to the question on which it began; a key held down presses once.
  let begun = null;
  let repeated = false;
  let byKey = false;
  for (const kind of ["pointerdown", "keydown"])
    addEventListener(kind, (event) => {
      begun = question;
      repeated = event.repeat === true;
      byKey = event.type === "keydown";
    }, true);
  addEventListener("click", () => setTimeout(() => {
    begun = null;
    repeated = false;
  }));

  // --- The buttons of two successive questions are placed apart if one of them is final.
  let stood = [];
  const inTheBar = () => [...room.querySelectorAll('#my-side .acts button[form="move-form"]')].filter((button) => button.checkVisibility());
  const placesOf = (buttons) => buttons.map((button) => ({ value: button.value, place: button.getBoundingClientRect() }));
  const isUndone = () => Boolean(room.querySelector('input[name="turn_token"][form="undo-form"]'));
  const moveOf = (button) => {
    try {
      return JSON.parse(button?.value) ?? {};
    } catch {
      return {};
    }
  };
  const isGrave = (button) => {
    const move = moveOf(button);
    const same = ([name, value]) => JSON.stringify(move[name]) === JSON.stringify(value);
    return JSON.parse(asked()?.dataset.grave ?? "[]").some((kind) => Object.entries(kind).every(same));
  };
  const isFinal = (button) => isGrave(button) || (!isUndone() && !("plays" in button.dataset));
  const meet = (one, other) => one.left < other.right && other.left < one.right && one.top < other.bottom && other.top < one.bottom;
  const clashes = () => placesOf(inTheBar().filter(isFinal)).some(({ value, place }) => stood.some((old) => old.value !== value && meet(old.place, place)));
  const standApart = () => {
    for (const way of ["", "end", "turned", "over", "under", "beside"]) {
      if (way) room.dataset.aside = way;
      else delete room.dataset.aside;
      if (!clashes()) return;
    }
  };

  // --- A new question: presses that are under way belong to the old one.
  let resting = 0;
  const look = () => {
    const now = asked()?.value ?? "";
    if (now === question) return;
    question = now;
    callBack();
    if (!now) delete room.dataset.aside; // no button is shown
    if (!now || !on) return;
    changed = performance.now();
    standApart();
    room.dataset.resting = "";
    clearTimeout(resting);
    resting = setTimeout(() => delete room.dataset.resting, REST);
  };
  new MutationObserver(look).observe(room, { childList: true, subtree: true, attributes: true, attributeFilter: ["value"] });

  // --- A grave move waits.
  let held = null; // the pressed button, when it was pressed, and the timer
  let passes = false;
  function callBack() {
    if (!held) return;
    clearTimeout(held.timer);
    if (bar.contains(document.activeElement)) held.button.focus({ preventScroll: true });
    held = null;
    bar.hidden = true;
  }
  const send = () => {
    const button = held?.button;
    callBack();
    if (!button?.isConnected) return;
    passes = true;
    form.requestSubmit(button);
    passes = false;
  };
  const wordsOf = (button) => {
    const likeness = button.cloneNode(true);
    for (const more of likeness.querySelectorAll("[aria-hidden=true], svg, kbd")) more.remove();
    return likeness.textContent.replace(/\s+/g, " ").trim();
  };
  const timeLeft = () => {
    const left = Number(room.querySelector("[data-until]")?.dataset.until ?? Infinity) * 1000 - Date.now();
    const detail = { left };
    document.dispatchEvent(new CustomEvent("tavola:time", { detail }));
    return detail.left;
  };
  const hold = (button) => {
    const length = Math.min(HOLD, timeLeft() - SPARE);
    if (length < REST) return false;
    callBack();
    const side = document.getElementById("my-side")?.getBoundingClientRect();
    bar.style.setProperty("--above", `${Math.max(8, side ? innerHeight - side.top + 8 : 8)}px`);
    bar.style.setProperty("--hold", `${length}ms`);
    bar.hidden = false;
    bar.querySelector("p").textContent = bar.dataset.words.replace("{move}", wordsOf(button));
    held = { button, since: performance.now(), timer: setTimeout(send, length) };
    return true;
  };

  // A press that does not count is seen: its button shakes, or fades with reduced motion.
  const calm = matchMedia("(prefers-reduced-motion: reduce)");
  const refuse = (button) => {
    const frames = calm.matches ? { opacity: [1, 0.3, 1] } : { translate: ["0", "-5px", "5px", "-3px", "0"] };
    button?.animate?.(frames, { duration: 260, id: "refused" });
  };

  document.addEventListener("submit", (event) => {
    if (passes || !on || (event.target !== form && event.target.id !== "undo-form")) return;
    const button = event.submitter;
    const slips = rests() || repeated || (begun !== null && begun !== question);
    let waits = slips;
    if (event.target === form) stood = isUndone() ? placesOf(inTheBar().filter(isGrave)) : placesOf(inTheBar());
    if (!slips && event.target === form) {
      // A second press confirms the move; a double click does not.
      if (held && held.button === button) waits = performance.now() - held.since < REST;
      else waits = isGrave(button) && hold(button);
      if (!waits) callBack();
    }
    if (!waits) return;
    if (slips) refuse(button);
    event.preventDefault();
    event.stopImmediatePropagation();
    if (slips && byKey && !repeated) document.dispatchEvent(new CustomEvent("tavola:unheard", { detail: { why: "early" } }));
  }, true);
  bar.addEventListener("click", ({ target }) => {
    if (target.closest("[data-held-undo]")) callBack();
    if (target.closest("[data-held-now]")) send();
  });
  document.addEventListener("keydown", (event) => {
    if (event.key !== "Escape" || !held) return;
    event.stopImmediatePropagation();
    callBack();
  }, true);
  // Choosing something else cancels the move; leaving the page sends it.
  document.addEventListener("change", ({ target }) => target.form === form && callBack());
  addEventListener("pagehide", () => {
    if (!held) return;
    navigator.sendBeacon(form.action, new URLSearchParams([...new FormData(form, held.button)]));
    callBack();
  });

  // --- The setting
  const setting = document.querySelector("[data-guard]");
  if (!setting) return;
  setting.checked = on;
  setting.addEventListener("change", () => {
    on = setting.checked;
    callBack();
    delete room.dataset.aside;
    try {
      localStorage.setItem("guard", on ? "on" : "off");
    } catch {
      // No storage: it applies to this page only.
    }
  });
})();
