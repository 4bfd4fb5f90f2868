// What happened, said once and in its order to whoever hears the table: log lines, a great moment,
// what was refused, what is asked now, a hint, and talk. One place says it all, so that nothing is
// said twice and nothing is talked over.
(() => {
  const log = document.getElementById("announcer");
  if (!log) return;
  const LIMIT = 80; // lines: more than one answer can bring
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

  // Most lines of the log stay from move to move, and so do their words.
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
    hint: words(document.querySelector("#hint > .guide")),
    asked: table()?.querySelector('input[name="asked"]')?.value,
    talk: [...document.querySelectorAll("#chat-lines > [id^=line-]")].map((line) => ({ id: line.id, text: words(line, ".line-acts, time, .handle") })),
  });
  // What was not there before; the list may have lost its first lines meanwhile.
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
    const great = now.seen > before.seen ? table().querySelector("#banner > .banner") : null;
    // A banner says in large what the log says: what is new is below its headline.
    const parts = [...(great?.children ?? [])].map((part) => words(part));
    const moment = happened.length ? parts.slice(1).filter((part) => !happened.some((line) => line.includes(bare(part)))) : parts;
    const isAsked = now.ask !== before.ask || (now.asked && now.asked !== before.asked);
    const heard = new Set(before.talk.map(({ id }) => id));
    announce([
      ...happened,
      sentences(moment),
      words(document.querySelector("#refusal > p")),
      isAsked && now.ask,
      now.hint !== before.hint && now.hint,
      ...now.talk.filter(({ id }) => !heard.has(id)).map(({ text }) => text),
    ]);
  };
  for (const name of ["htmx:afterSwap", "htmx:oobAfterSwap"]) document.addEventListener(name, look);

  // What a game announces by itself, step by step, is said in the same place.
  document.addEventListener("tavola:announce", (event) => {
    announce([event.detail.text]);
    event.preventDefault();
  });
})();
