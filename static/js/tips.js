// Tooltips: every .tipped element contains a .tip. It is shown above everything, inside the window,
// where it covers the fewest controls. It opens when a pointer rests, on focus, on a long press, and
// on a tap if a tap has no other effect. Without this script the stylesheet shows it.
// A card with `data-printed` is shown large in its place, as it is printed: when the pointer stays, on a
// long press, and with “+” where it has the focus.
(() => {
  const LINGER = 450;
  const STAYS = 700; // from the tooltip to the large card
  const PRESS = 420;
  const FAR = 8; // pixels: a shorter movement is ignored
  const EDGE = 8;
  const GAP = 10;
  const OWNERS = ".tipped, [data-printed]";
  const root = document.documentElement;
  const bubble = document.createElement("div");
  if (!bubble.showPopover) return;
  bubble.className = "explanation";
  bubble.id = "explanation";
  bubble.popover = "manual";
  bubble.setAttribute("aria-hidden", "true"); // screen readers use aria-describedby
  document.body.append(bubble);
  root.dataset.tips = "";

  // --- The place where it covers least: never its owner, and as few controls as possible.
  const { shared, decisions } = window.covering;
  const inside = (at, length, most) => Math.max(EDGE, Math.min(at, most - EDGE - length));
  const place = (owner) => {
    const { left, top, right, bottom, width, height } = owner.getBoundingClientRect();
    const { offsetWidth: wide, offsetHeight: high } = bubble;
    const across = [left + (width - wide) / 2, left, right - wide];
    const along = [top + (height - high) / 2, top, bottom - high];
    const side = owner.closest("#my-side")?.getBoundingClientRect();
    const ways = [
      ...across.map((x) => [x, top - high - GAP]),
      ...across.map((x) => [x, bottom + GAP]),
      ...along.map((y) => [right + GAP, y]),
      ...along.map((y) => [left - wide - GAP, y]),
      ...(side ? across.map((x) => [x, side.top - high - GAP]) : []),
    ];
    const kept = decisions(owner);
    let best = null;
    for (const [x, y] of ways) {
      const at = { left: inside(x, wide, root.clientWidth), top: inside(y, high, innerHeight) };
      const covered = { ...at, right: at.left + wide, bottom: at.top + high };
      const cost = 8 * shared(covered, { left, top, right, bottom }) + kept.reduce((sum, one) => sum + shared(covered, one), 0);
      if (!best || cost < best.cost) best = { ...at, cost };
    }
    bubble.style.left = `${best.left}px`;
    bubble.style.top = `${best.top}px`;
  };

  let shown = null; // the owner, what opened it, and the large card's HTML or ""
  let wanted = null; // the owner of the large card that is being fetched
  const close = () => {
    wanted = null;
    if (!shown) return;
    shown = null;
    bubble.hidePopover();
  };
  const show = (owner, by, html = "") => {
    const tip = owner.isConnected && owner.querySelector(":scope > .tip");
    close();
    if (!tip && !html) return;
    bubble.classList.toggle("is-printed", html !== "");
    if (html) bubble.innerHTML = html;
    else bubble.replaceChildren(...[...tip.childNodes].map((part) => part.cloneNode(true)));
    for (const one of bubble.querySelectorAll("[id]")) one.removeAttribute("id");
    bubble.showPopover();
    place(owner);
    shown = { owner, by, html };
  };

  // --- The large card is the same for every viewer. Without an answer the tooltip stays.
  const printed = new Map(); // the card's id → its HTML
  const fetchPrinted = (id) => {
    const cards = document.querySelector("[data-printed-cards]")?.dataset.printedCards;
    if (!cards || !id) return "";
    const html = fetch(`${cards}${id}/?lang=${root.lang}`).then((answer) => (answer.ok ? answer.text() : "")).catch(() => "");
    printed.set(id, html);
    html.then((text) => text || printed.delete(id));
    return html;
  };
  const enlarge = async (owner, by) => {
    const { printed: id } = owner.dataset;
    wanted = owner;
    const html = await (printed.get(id) ?? fetchPrinted(id));
    if (html && wanted === owner && owner.isConnected) show(owner, by, html);
  };

  // --- A resting pointer; not one that already rested when the page changed under it.
  let at = { x: -1, y: -1 };
  let rested = null; // the pointer's position when the page changed or it pressed
  let over = null;
  let lingers = 0;
  const rest = () => {
    clearTimeout(lingers);
    rested = at;
    over = null;
    if (shown?.by === "pointer") close();
  };
  document.addEventListener("pointermove", ({ target, pointerType, clientX: x, clientY: y, buttons }) => {
    if (pointerType === "touch" && Math.hypot(x - touched.x, y - touched.y) > FAR) clearTimeout(press);
    if (pointerType === "touch" || (x === at.x && y === at.y)) return;
    at = { x, y };
    if (rested && Math.hypot(x - rested.x, y - rested.y) < FAR) return;
    rested = null;
    const owner = target.closest?.(OWNERS) ?? null;
    if (owner === over) return;
    over = owner;
    clearTimeout(lingers);
    if (wanted || (shown?.by === "pointer" && shown.owner !== owner)) close();
    if (owner && !buttons)
      lingers = setTimeout(() => {
        show(owner, "pointer");
        lingers = setTimeout(() => enlarge(owner, "pointer"), STAYS);
      }, LINGER);
  }, { passive: true });
  root.addEventListener("pointerleave", rest);

  // --- The keyboard; not when the focus was only restored after the page changed.
  let quiet = false;
  document.addEventListener("focusin", ({ target }) => {
    const owner = target.closest(OWNERS);
    if (owner && !quiet && target.matches(":focus-visible")) show(owner, "focus");
  });
  document.addEventListener("focusout", () => shown?.by === "focus" && close());
  document.addEventListener("keydown", (event) => {
    const { key, ctrlKey, altKey, metaKey } = event;
    const owner = document.activeElement?.closest("[data-printed]");
    const large = shown?.html;
    if (key === "Escape") {
      if (large) event.stopImmediatePropagation();
      close();
    } else if (key === "+" && owner && !ctrlKey && !altKey && !metaKey) {
      event.preventDefault();
      if (large && shown.owner === owner) show(owner, "focus");
      else enlarge(owner, "focus");
    }
  });

  // --- The page changed: the owner may have changed too.
  for (const kind of ["htmx:beforeSwap", "htmx:oobBeforeSwap"])
    document.addEventListener(kind, () => {
      quiet = true;
    });
  for (const kind of ["htmx:afterSwap", "htmx:oobAfterSwap"])
    document.addEventListener(kind, () => {
      rest();
      if (shown?.owner.isConnected) show(shown.owner, shown.by, shown.html);
      else close();
      setTimeout(() => {
        quiet = false;
      });
    });
  addEventListener("scroll", () => (shown?.by === "focus" ? place(shown.owner) : close()), { capture: true, passive: true });
  addEventListener("resize", close);

  // --- A long press opens the tooltip and does not click; a tap opens it if nothing can be chosen.
  let press = 0;
  let touched = { x: 0, y: 0 };
  let pressed = false;
  let explained = null;
  document.addEventListener("pointerdown", ({ target, pointerType, clientX: x, clientY: y }) => {
    const owner = target.closest(OWNERS);
    touched = { x, y };
    explained = shown?.owner;
    pressed = false;
    clearTimeout(press);
    rest();
    close();
    if (owner && pointerType !== "mouse")
      press = setTimeout(() => {
        pressed = true;
        show(owner, "touch");
        enlarge(owner, "touch");
      }, PRESS);
  });
  for (const kind of ["pointerup", "pointercancel"])
    document.addEventListener(kind, () => clearTimeout(press), { passive: true });
  document.addEventListener("click", (event) => {
    const owner = event.target.closest(OWNERS);
    if (!owner) return;
    if (pressed) {
      pressed = false;
      event.preventDefault();
      event.stopPropagation();
    } else if (owner !== explained && event.detail && !event.target.closest("a, button, label, input, select, summary, [data-aims]")) show(owner, "touch");
  }, true);
  document.addEventListener("contextmenu", (event) => {
    if (pressed && event.target.closest(OWNERS)) event.preventDefault();
  });
})();
