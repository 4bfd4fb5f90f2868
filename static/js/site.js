// Small helpers of every page. Pages work without it.
(() => {
  const root = document.documentElement;

  // --- Light or dark, stored on this device
  const themes = document.querySelector("[data-themes]");
  const showTheme = () => {
    for (const button of themes.querySelectorAll("[data-theme-choice]"))
      button.setAttribute("aria-pressed", button.dataset.themeChoice === (root.dataset.theme ?? ""));
  };
  if (themes) {
    themes.hidden = false;
    showTheme();
    themes.addEventListener("click", ({ target }) => {
      const button = target.closest("[data-theme-choice]");
      if (!button) return;
      const theme = button.dataset.themeChoice;
      if (theme) root.dataset.theme = theme;
      else delete root.dataset.theme;
      try {
        if (theme) localStorage.setItem("theme", theme);
        else localStorage.removeItem("theme");
      } catch {
        // No storage: it applies to this page only.
      }
      showTheme();
    });
  }

  // --- How fast tables show moves, stored on this device
  const showSpeed = () => {
    for (const button of document.querySelectorAll("[data-speed-choice]")) button.setAttribute("aria-pressed", button.dataset.speedChoice === root.dataset.speed);
  };
  try {
    root.dataset.speed = localStorage.getItem("speed");
  } catch {
    // No storage: it applies to this page only.
  }
  if (!["slow", "normal", "fast", "instant"].includes(root.dataset.speed)) root.dataset.speed = "normal";
  document.addEventListener("click", ({ target }) => {
    const chosen = target.closest("[data-speed-choice]")?.dataset.speedChoice;
    if (!chosen) return;
    root.dataset.speed = chosen;
    try {
      localStorage.setItem("speed", chosen);
    } catch {
      // No storage: it applies to this page only.
    }
    showSpeed();
    document.dispatchEvent(new Event("tavola:speed"));
  });
  for (const name of ["htmx:oobAfterSwap", "htmx:afterSwap"]) document.addEventListener(name, showSpeed);
  showSpeed();

  // --- Menus close on a click elsewhere and on Escape. What one shows, inside or on a board, would
  // lose the focus to the page: it goes to the menu's button.
  const closeMenus = (except) => {
    const active = document.activeElement;
    let left = null;
    for (const menu of document.querySelectorAll("details.menu[open]")) {
      if (menu === except) continue;
      menu.open = false;
      if (!left?.contains(active)) left = menu;
    }
    if (left && !active.checkVisibility()) left.querySelector("summary").focus({ preventScroll: true });
  };
  document.addEventListener("click", ({ target }) => closeMenus(target.closest("details.menu")));
  document.addEventListener("keydown", ({ key }) => {
    if (key === "Escape") closeMenus();
  });

  // --- What a person opened or closed stays so when a push replaces that part of the page. Two
  // <details> are the same part if they are of the same classes: a menu may take another one's place.
  // The menu of a table has another class once I no longer play, and closes over the result.
  Idiomorph.defaults.callbacks.beforeNodeMorphed = (old, next) => {
    if (old.localName === "details" && old.className === next.className) next.open = old.open;
  };

  // --- Times that are the same for all readers, or came before the time zone was known
  const region = navigator.languages.find((one) => one.startsWith(root.lang)) ?? root.lang;
  const hour = { timeStyle: "short" };
  const date = { dateStyle: "medium" };
  const shown = { time: hour, date, both: { ...date, ...hour }, day: { day: "numeric", month: "short" } };
  // English times are as Django writes them: 2 p.m., 2:05 p.m., noon.
  const inEnglish = (words) =>
    words.replace(/0?(\d+)(:\d\d)?\s([ap])m/gi, (_, hour, minutes, half) => {
      if (hour === "12" && minutes === ":00") return /p/i.test(half) ? "noon" : "midnight";
      return `${hour}${minutes === ":00" ? "" : minutes} ${half.toLowerCase()}.m.`;
    });
  window.timeForm = (options) => {
    const english = region.startsWith("en");
    const form = new Intl.DateTimeFormat(region, { ...options, ...(english && { hourCycle: "h12" }) });
    const words = (at, last) => (last ? form.formatRange(at, last) : form.format(at));
    return (at, last) => (english ? inEnglish(words(at, last)) : words(at, last));
  };
  const localise = () => {
    for (const time of document.querySelectorAll("time[data-zoned]")) {
      const { zoned, last } = time.dataset;
      const words = window.timeForm({ ...shown[zoned], timeZone: root.dataset.zone })(new Date(time.dateTime), last && new Date(last));
      if (time.textContent !== words) time.textContent = words;
    }
  };
  localise();
  // A step of a replay is followed by no event of a settled swap.
  for (const kind of ["htmx:wsAfterMessage", "htmx:afterSwap", "htmx:afterSettle"]) document.addEventListener(kind, localise);
  if (root.dataset.zoneWanted)
    fetch(root.dataset.zoneWanted, {
      method: "POST",
      headers: JSON.parse(document.body.getAttribute("hx-headers")),
      body: new URLSearchParams({ time_zone: Intl.DateTimeFormat().resolvedOptions().timeZone }),
    }).catch(() => {});

  // --- Dialogs: <button data-opens="id">, <button data-closes>
  document.addEventListener("click", ({ target }) => {
    const opener = target.closest("[data-opens]");
    if (opener) {
      // When it closes, the focus returns to the menu.
      opener.closest("details.menu")?.querySelector("summary").focus();
      closeMenus();
      document.getElementById(opener.dataset.opens)?.showModal();
    }
    if (target.closest("[data-closes]")) target.closest("dialog")?.close();
  });

  // --- Copy: <button data-copy="text">; it confirms with its data-copied text
  for (const button of document.querySelectorAll("[data-scripted]")) button.hidden = false;
  document.addEventListener("click", async ({ target }) => {
    const button = target.closest("[data-copy]");
    if (!button || !navigator.clipboard) return;
    await navigator.clipboard.writeText(button.dataset.copy);
    if (button.dataset.copied) button.textContent = button.dataset.copied;
  });

  // --- A page style may enlarge letters, which media queries do not notice: static/js/large.js
  const letter = parseFloat(getComputedStyle(root).fontSize);
  if (!matchMedia(`(max-width: ${(1.2 * innerWidth) / letter}rem)`).matches) root.dataset.large = "";

  // --- Rarely used scripts are loaded on demand:
  // <script type="text/on-demand" src="…" data-for="selector" data-style="…">, or where `data-when` is met,
  // or with `data-keys` at the first key.
  const load = ({ src, dataset: { style } }) => {
    const parts = [Object.assign(document.createElement("script"), { src })];
    if (style) parts.push(Object.assign(document.createElement("link"), { rel: "stylesheet", href: style }));
    const ends = parts.map((part) => new Promise((end) => Object.assign(part, { onload: end, onerror: end })));
    document.head.append(...parts);
    return Promise.all(ends);
  };
  for (const wanted of document.querySelectorAll('script[type="text/on-demand"]')) {
    let loading = null;
    let loaded = false;
    const begin = () => (loading ??= load(wanted).then(() => (loaded = true)));
    const check = () => {
      if (wanted.dataset.when && document.querySelector(wanted.dataset.when)) begin();
    };
    check();
    document.addEventListener("htmx:wsAfterMessage", check);
    // With the first key, which is repeated for the script.
    const type = (event) => {
      if (loaded || !("keys" in wanted.dataset) || event.target.matches?.("input:not([type=radio], [type=checkbox]), textarea, select")) return;
      const { key, ctrlKey, altKey, metaKey } = event;
      begin();
      if (ctrlKey || altKey || metaKey || /^(Enter|Tab|Shift| )$/.test(key) || document.querySelector("dialog[open]")) return;
      event.preventDefault();
      event.stopPropagation();
      loading.then(() => (document.activeElement ?? document.body).dispatchEvent(new KeyboardEvent("keydown", { key, shiftKey: event.shiftKey, bubbles: true, cancelable: true })));
    };
    document.addEventListener("keydown", type, true);
    const reach = (event) => {
      const thing = !loaded && event.target.closest?.(wanted.dataset.for);
      if (!thing) return;
      begin();
      if (event.type !== "click" || event.button || event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return;
      // The click is repeated once the script has loaded; if it fails to load, the link is followed.
      event.preventDefault();
      event.stopPropagation();
      loading.then(() => event.target.closest("a, button, summary")?.click());
    };
    for (const kind of ["pointerover", "focusin", "click"]) document.addEventListener(kind, reach, true);
  }

  // --- Show a message when a request got no answer
  const say = (words) => {
    const place = document.getElementById("messages");
    if (!place || !words) return;
    const note = document.createElement("p");
    note.className = "notice bad";
    note.textContent = words;
    note.dataset.passes = "";
    place.replaceChildren(note);
  };
  // Remove the message with the next answer.
  for (const kind of ["htmx:afterOnLoad", "htmx:wsAfterMessage"])
    document.addEventListener(kind, ({ detail }) => {
      if (!(detail.xhr?.status >= 400)) document.querySelector("#messages [data-passes]")?.remove();
    });
  // A form that sends its move later says so itself (static/js/table.js).
  document.addEventListener("htmx:sendError", ({ target }) => say(target.dataset?.lost ?? document.getElementById("messages")?.dataset.lost));
  document.addEventListener("htmx:timeout", () => say(document.getElementById("messages")?.dataset.lost));
  document.addEventListener("htmx:responseError", ({ detail, target }) => {
    const { xhr } = detail;
    // Without its database the site says so on every page. A part that updates itself need not.
    if (xhr.status === 503 && /^(every|look)\b/.test(target.getAttribute("hx-trigger"))) return;
    if (xhr.status === 503 && xhr.getResponseHeader("Content-Type")?.startsWith("text/plain")) say(xhr.responseText);
    else if (xhr.status >= 500) say(document.getElementById("messages")?.dataset.broken);
  });
})();

// Measures how much of the controls an overlay would cover, so that tooltips (tips.js) and player
// cards (player-card.js) cover as little as possible.
window.covering = (() => {
  const OPEN_TO_ME = '#table :is(button[form="move-form"], label:has(> input[form="move-form"]), .is-legal)';
  // The area that two rectangles share.
  const shared = (one, other) =>
    Math.max(0, Math.min(one.right, other.right) - Math.max(one.left, other.left)) *
    Math.max(0, Math.min(one.bottom, other.bottom) - Math.max(one.top, other.top));
  // The rectangles of all controls, except those around the overlay's owner.
  const decisions = (owner) =>
    [...document.querySelectorAll(OPEN_TO_ME)].filter((one) => one !== owner && !one.contains(owner) && !owner.contains(one)).map((one) => one.getBoundingClientRect());
  return { shared, decisions };
})();
