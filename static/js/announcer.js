// Announces events to screen readers, once and in order: log lines, highlights, refusals, the open
// question, hints and chat. This is the only live region, so that nothing is read twice or cut off.
(() => {
  const log = document.getElementById("announcer");
  if (!log) return;
  const LIMIT = 80; // lines: more than one answer contains
  const SHOWN = 4000; // milliseconds, for a message that only answers a key
  const table = () => document.getElementById("table");
  const words = (element, but) => {
    if (!element) return "";
    const copy = element.cloneNode(true);
    for (const one of copy.querySelectorAll(`[aria-hidden=true]${but ? `, ${but}` : ""}`)) one.remove();
    return copy.textContent.replace(/\s+/g, " ").trim();
  };
  const bare = (text) => text.replace(/[.!?。]$/, "");
  const sentences = (texts) => texts.filter(Boolean).map((text) => (bare(text) === text ? `${text}.` : text)).join(" ");
  const announce = (texts) => {
    for (const text of texts.filter(Boolean)) {
      const line = document.createElement("p");
      line.textContent = text;
      log.append(line);
    }
    while (log.childElementCount > LIMIT) log.firstElementChild.remove();
  };

  // Most log lines stay from move to move, so their text is reused.
  const wordsOf = new WeakMap();
  const lineWords = (line) => {
    const known = wordsOf.get(line);
    if (known?.raw === line.textContent) return known.words;
    wordsOf.set(line, { raw: line.textContent, words: words(line, ".visually-hidden") });
    return wordsOf.get(line).words;
  };
  const read = () => ({
    seen: Number(table()?.dataset.seen ?? -1),
    lines: [...document.querySelectorAll("#log-lines > li:not(.muted)")].map(lineWords),
    ask: sentences([...(document.getElementById("ask")?.children ?? [])].map((part) => words(part))),
    turn: sentences([words(document.querySelector("#ask > .ask-you"))]),
    hint: words(document.querySelector("#hint > .guide")),
    token: table()?.querySelector('input[name="turn_token"]')?.value,
    chat: [...document.querySelectorAll("#chat-lines > [id^=line-]")].map((line) => ({ id: line.id, text: words(line, ".line-acts, time, .handle") })),
  });
  // The new lines; the list may have lost its first ones in the meantime.
  const fresh = (old, now) => {
    for (let count = Math.min(old.length, now.length); count > 0; count--)
      if (old.slice(-count).every((line, n) => line === now[n])) return now.slice(count);
    return now;
  };

  let known = read();
  const look = () => {
    const now = read();
    const before = known;
    known = now;
    const happened = now.seen < before.seen ? now.lines.slice(-1) : fresh(before.lines, now.lines);
    const highlight = now.seen > before.seen ? table().querySelector("#banner > .banner") : null;
    // A banner repeats the log in large type; only the text below its headline is new.
    const parts = [...(highlight?.children ?? [])].map((part) => words(part));
    const moment = happened.length ? parts.slice(1).filter((part) => !happened.some((line) => line.includes(bare(part)))) : parts;
    const isAsked = now.ask !== before.ask || (now.token && now.token !== before.token);
    if (isAsked) quiet();
    const heard = new Set(before.chat.map(({ id }) => id));
    announce([
      ...happened,
      sentences(moment),
      words(document.querySelector("#refusal > p")),
      isAsked && (now.ask === before.ask && now.turn ? now.turn : now.ask), // what is still true is not repeated
      now.hint !== before.hint && (before.hint && now.hint.startsWith(before.hint) ? now.hint.slice(before.hint.length).trim() : now.hint),
      ...now.chat.filter(({ id }) => !heard.has(id)).map(({ text }) => text),
    ]);
  };
  // A table that came for a hint is followed by no event of a swap.
  for (const name of ["htmx:afterSwap", "htmx:oobAfterSwap", "htmx:afterRequest"]) document.addEventListener(name, look);

  // A key or button that had no effect says so, on the screen too, above my hand.
  const unheard = document.getElementById("unheard");
  let hides = 0;
  // It holds until the next choice or question.
  function quiet() {
    clearTimeout(hides);
    if (unheard) unheard.hidden = true;
  }
  document.addEventListener("change", ({ target }) => target.closest("#table") && quiet());
  document.addEventListener("tavola:unheard", ({ detail }) => {
    const text = unheard?.dataset[detail.why];
    if (!text) return;
    const { top = innerHeight } = document.getElementById("my-side")?.getBoundingClientRect() ?? {};
    unheard.style.setProperty("--above", `${Math.max(8, innerHeight - top + 8)}px`);
    unheard.textContent = text;
    unheard.hidden = false;
    clearTimeout(hides);
    hides = setTimeout(quiet, SHOWN);
    announce([text]);
  });

  // A game's own step-by-step announcements use the same live region.
  document.addEventListener("tavola:announce", (event) => {
    announce([event.detail.text]);
    event.preventDefault();
  });
})();
