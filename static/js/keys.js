// The table with the keyboard. Each element with `data-group` is one tab stop; its value is the key
// that jumps there. Inside a group, left and right go to what can be chosen now, up and down go to
// everything. “?” lists the keys; a switch there turns letters off. Loaded with the first key (site.js).
// The focus follows the question: table.js.
//
//   data-group="m"   a group, and the letter that leads to it; again: to the next one with this letter
//   data-area        around groups: left and right reach what can be chosen in all of them
//   data-spread      a map: arrows lead to the nearest choice in their direction
//   data-lane        a column: left and right keep their height where nothing can be chosen
//   data-names       typing the beginning of a name leads to it (its data-name, aria-label or text)
//   data-key="s"     a control that this key presses
//   data-choice      a control that shows the controls of a move
(() => {
  const room = document.getElementById("room");
  const help = document.getElementById("keys-help");
  if (!room || !help) return;
  const STOPS = "a[href], button, input, summary, [tabindex]";
  const TEXT = "input:not([type=radio], [type=checkbox]), textarea, select";
  const TYPING = 900; // letters within this time are one name
  const table = () => document.getElementById("table");
  const ask = () => document.getElementById("ask");
  const visible = (one) => one.checkVisibility({ visibilityProperty: true });

  // --- What can be focused in a group, and what can be chosen now: a control of the move's form, or
  // one that leads to such a control (data-choice, data-aim).
  const groupOf = (one) => one?.closest?.("#table [data-group]");
  const itemsOf = (area) =>
    [...area.querySelectorAll(STOPS)].filter((one) => groupOf(one) && !one.matches(":disabled, [aria-hidden=true], [data-group], [data-pans]") && visible(one.matches("label > input") ? one.parentElement : one));
  const CHOICE = '[form="move-form"]:enabled, [data-aim] input, [data-choice]';
  const choicesOf = (area) => (table().matches(".is-mine") ? itemsOf(area).filter((one) => one.matches(CHOICE)) : []);
  const areaOf = (one) => one.closest("[data-area]") ?? groupOf(one);
  const groups = () => [...document.querySelectorAll("#table [data-group]")].filter((group) => visible(group) && (group.tabIndex >= 0 || itemsOf(group).length));

  const go = (one) => {
    if (!one) return;
    // In a group of radio buttons the focused one is chosen, as usual.
    if (one.type === "radio" && document.activeElement?.type === "radio" && document.activeElement.name === one.name && !one.checked) one.click();
    one.focus();
    one.scrollIntoView({ block: "nearest", inline: "nearest" });
  };
  const after = (list, now, by) => list[(list.indexOf(now) + (by < 0 && !list.includes(now) ? 0 : by) + list.length) % list.length];

  // --- One tab stop a group: the item that is chosen or had the focus last, else the first one; only
  // what can be chosen counts, if anything can.
  const last = new WeakMap();
  const stopOf = (group) => {
    const items = itemsOf(group);
    const choices = choicesOf(group);
    const now = choices.length ? choices : items;
    return now.find((one) => one.checked) ?? now.find((one) => one === last.get(group)) ?? now[0];
  };
  const rove = () => {
    for (const group of groups()) {
      const stop = group.tabIndex >= 0 && group.matches("[tabindex]") ? null : stopOf(group);
      for (const one of itemsOf(group)) one.tabIndex = one === stop || one === document.activeElement ? 0 : -1;
    }
  };
  document.addEventListener("focusin", ({ target }) => {
    const group = groupOf(target);
    if (group && group !== target) last.set(group, target);
  });

  // --- Arrows
  const middle = (one) => {
    const { left, top, width, height } = (one.matches("label > input") ? one.parentElement : one).getBoundingClientRect();
    return { x: left + width / 2, y: top + height / 2 };
  };
  const toward = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };
  const nearest = (list, now, [dx, dy]) => {
    const from = middle(now);
    let best = null;
    for (const one of list) {
      const to = middle(one);
      const along = (to.x - from.x) * dx + (to.y - from.y) * dy;
      const aside = Math.abs((to.x - from.x) * dy) + Math.abs((to.y - from.y) * dx);
      if (one !== now && along > 2 && aside < 2 * along && (!best || along + 2 * aside < best.cost)) best = { one, cost: along + 2 * aside };
    }
    return best?.one;
  };
  const inNextLane = (now, by) => {
    const lanes = [...groupOf(now).querySelectorAll("[data-lane]")].filter((lane) => itemsOf(lane).length);
    const next = itemsOf(after(lanes, now.closest("[data-lane]"), by));
    const { y } = middle(now);
    return next.reduce((best, one) => (Math.abs(middle(one).y - y) < Math.abs(middle(best).y - y) ? one : best));
  };
  const arrow = (key, now) => {
    const group = groupOf(now);
    const by = key === "ArrowLeft" || key === "ArrowUp" ? -1 : 1;
    const choices = choicesOf(areaOf(now));
    if ("spread" in group.dataset && choices.includes(now)) return nearest(choices, now, toward[key]) ?? after(choices, now, by);
    if (key === "ArrowUp" || key === "ArrowDown") return after(itemsOf(group), now, by);
    if (choices.length) return after(inOrder(choices, now), now, by);
    return now.closest("[data-lane]") ? inNextLane(now, by) : after(itemsOf(group), now, by);
  };
  // From something that cannot be chosen, the next choice is the one that follows it on the page.
  const inOrder = (choices, now) =>
    choices.includes(now) ? choices : [...choices, now].sort((one, other) => (one.compareDocumentPosition(other) & Node.DOCUMENT_POSITION_FOLLOWING ? -1 : 1));

  const everyChoice = () => choicesOf(table());
  const first = () => choicesOf(table().querySelector(".hand") ?? table())[0] ?? everyChoice()[0];

  // --- Typing a name
  const plain = (text) => text.normalize("NFD").replace(/[\p{M}\u00ad]/gu, "").trim().toLowerCase();
  const nameOf = (one) => plain(one.dataset.name ?? one.ariaLabel ?? (one.closest("label") ?? one).textContent);
  let typed = { text: "", at: -Infinity };
  const byName = (letter, now) => {
    const area = now.closest("[data-names]");
    if (!area) return null;
    const choices = choicesOf(area);
    const items = choices.length ? choices : itemsOf(area);
    const named = (text) => {
      // The same letter again leads to the next name with it.
      const again = [...text].every((one) => one === text[0]);
      const [find, from] = again ? [text[0], items.indexOf(now) + 1] : [text, Math.max(items.indexOf(now), 0)];
      return [...items.slice(from), ...items.slice(0, from)].find((one) => nameOf(one).startsWith(find));
    };
    let text = performance.now() - typed.at < TYPING ? typed.text + letter : letter;
    // A letter that continues no name begins another.
    const found = named(text) ?? named((text = letter));
    if (found) typed = { text, at: performance.now() };
    return found;
  };

  // --- Single letters; they can be turned off (WCAG 2.1.4), which this device remembers.
  const letters = help.querySelector("[data-letters]");
  try {
    letters.checked = localStorage.getItem("letters") !== "off";
  } catch {
    // No storage: letters are on.
  }
  letters.addEventListener("change", () => {
    try {
      localStorage.setItem("letters", letters.checked ? "on" : "off");
    } catch {
      // No storage: it applies to this page only.
    }
  });
  const openTab = (id) => {
    if (room.dataset.open !== id) [...document.querySelectorAll(`:is([data-tab="${id}"], [data-drawer="${id}"])`)].find(visible)?.click();
  };
  const jump = (key) => {
    if (key === "w") {
      openTab("chat");
      document.getElementById("say-text")?.focus();
      return true;
    }
    if (key === "n" || key === "N") {
      const now = document.activeElement;
      const choices = everyChoice();
      if (choices.length) go(after(inOrder(choices, now), now, key === "n" ? 1 : -1));
      return choices.length > 0;
    }
    if (key === "l") openTab("log");
    const there = groups().filter(({ dataset }) => dataset.group === key);
    if (!there.length) return false;
    const group = after(there, groupOf(document.activeElement), 1);
    if (group.tabIndex >= 0 && group.matches("[tabindex]")) group.focus();
    else go(stopOf(group));
    return true;
  };
  const press = (key) => {
    const control = [...document.querySelectorAll(`#table [data-key="${CSS.escape(key)}"]`)].find(visible);
    control?.click();
    return Boolean(control);
  };

  // --- The list of keys: the fixed ones are in the page, these depend on the table.
  const words = (one) => {
    const copy = one.cloneNode(true);
    for (const mute of copy.querySelectorAll("[aria-hidden=true], kbd")) mute.remove();
    return copy.textContent.replace(/\s+/g, " ").trim();
  };
  const titleOf = (one) => one.ariaLabel ?? words(document.getElementById(one.getAttribute("aria-labelledby")) ?? one);
  const explain = () => {
    const list = help.querySelector("[data-keys-here]");
    const rows = new Map();
    for (const group of groups()) if (group.dataset.group) rows.set(group.dataset.group, [...(rows.get(group.dataset.group) ?? []), titleOf(group)]);
    for (const control of document.querySelectorAll("#table [data-key]")) if (visible(control)) rows.set(control.dataset.key, [words(control)]);
    list.replaceChildren(
      ...[...rows].flatMap(([key, names]) => {
        const [term, text] = [document.createElement("dt"), document.createElement("dd")];
        term.append(Object.assign(document.createElement("kbd"), { textContent: key.toUpperCase() }));
        text.textContent = names.join(", ");
        return [term, text];
      }),
    );
    help.showModal();
    help.scrollTop = 0; // The focused button is below a long list.
  };

  const unheard = (why) => document.dispatchEvent(new CustomEvent("tavola:unheard", { detail: { why } }));

  document.addEventListener("keydown", (event) => {
    const { key, target } = event;
    if (event.ctrlKey || event.altKey || event.metaKey || event.defaultPrevented || document.querySelector("dialog[open]") || target.matches?.(TEXT)) return;
    if (key === "Tab") return rove();
    const now = document.activeElement;
    const group = groupOf(now);
    const done = (one) => {
      event.preventDefault();
      go(one);
    };
    if (key in toward || key === "Home" || key === "End") {
      if (now === ask() && key in toward) return done(first());
      if (!group || (now === group && (key === "ArrowUp" || key === "ArrowDown"))) return;
      if (now === group) return done(after(itemsOf(group), null, 1));
      const items = choicesOf(areaOf(now)).includes(now) ? choicesOf(areaOf(now)) : itemsOf(group);
      return done(key === "Home" ? items[0] : key === "End" ? items.at(-1) : arrow(key, now));
    }
    if (key === "Enter" && group && group !== now && !now.matches("a, button, input, summary")) return unheard(table().matches(".is-mine") ? "barred" : "waits");
    if (key === "Escape" && group && !document.querySelector("details.menu[open]")) return ask()?.focus({ preventScroll: true });
    if (key.length !== 1 || key === " ") return;
    if (key === "?") {
      event.preventDefault();
      return explain();
    }
    if (!letters.checked) return;
    const letter = key.toLowerCase();
    const found = group && /\p{L}/u.test(key) && byName(letter, now);
    if (found) return done(found);
    if (press(key) || jump(key)) event.preventDefault();
  });
})();
