// Sends moves over the page's WebSocket. If it is not open, the form is posted.
(() => {
  const form = document.getElementById("move-form");
  if (!form) return;
  const TRIES = 3; // a move that is lost with the connection is sent again; the server plays it once
  let number = 0;
  let waiting = null; // the move without an answer
  const room = document.getElementById("room");
  const show = () => room?.toggleAttribute("data-sending", Boolean(waiting) || form.matches(".htmx-request"));
  for (const name of ["htmx:beforeRequest", "htmx:afterRequest"]) document.addEventListener(name, () => setTimeout(show));

  const valueOf = (text) => {
    try {
      return JSON.parse(text);
    } catch {
      return text;
    }
  };
  // A button may have several fields, as a JSON object in its `move`.
  const moveOf = (data) => {
    const fields = [...data].filter(([name]) => !["move", "turn_token", "csrfmiddlewaretoken"].includes(name));
    const carried = valueOf(data.get("move") ?? "{}");
    return { ...Object.fromEntries(fields.map(([name, text]) => [name, valueOf(text)])), ...carried };
  };
  const isSent = (text) => !document.dispatchEvent(new CustomEvent("tavola:send", { detail: { text }, cancelable: true }));

  document.addEventListener("htmx:confirm", (event) => {
    if (event.target !== form) return;
    if (waiting) return void event.preventDefault();
    const data = new FormData(form, event.detail.triggeringEvent?.submitter);
    const id = ++number;
    const text = JSON.stringify({ move: moveOf(data), turn_token: data.get("turn_token"), id });
    if (!isSent(text)) return;
    event.preventDefault();
    waiting = { id, text, tries: 1 };
    show();
  });
  document.addEventListener("tavola:answered", ({ detail }) => {
    if (detail.id === waiting?.id) waiting = null;
    show();
  });
  document.addEventListener("tavola:open", () => {
    if (!waiting) return;
    if (waiting.tries++ < TRIES) isSent(waiting.text);
    else waiting = null;
    show();
  });
})();
