// The table: follows the socket, keeps what I have chosen, lets what just happened be seen.
(() => {
  const calm = matchMedia("(prefers-reduced-motion: reduce)");
  const table = () => document.getElementById("table");
  const seen = (element) => Number(element?.dataset.seen ?? -1);

  // --- An older picture never covers a newer one: answer and push may cross on the way.
  const isOlder = (fragment) => {
    const next = fragment?.id === "table" ? fragment : fragment?.querySelector?.("#table");
    return next && table() && seen(next) < seen(table());
  };
  document.addEventListener("htmx:oobBeforeSwap", (event) => {
    if (isOlder(event.detail.fragment)) event.detail.shouldSwap = false;
    else before();
  });
  document.addEventListener("htmx:beforeSwap", (event) => {
    const { target, serverResponse, shouldSwap } = event.detail;
    if (!shouldSwap || target?.id !== "table") return;
    const answer = new DOMParser().parseFromString(serverResponse, "text/html");
    if (isOlder(answer.body)) event.detail.shouldSwap = false;
    else before();
  });
  for (const name of ["htmx:oobAfterSwap", "htmx:afterSwap"]) document.addEventListener(name, after);

  // --- What I have chosen stays chosen while others move; what was open stays open.
  let chosen = [];
  let opened = [];
  let showing = -1;
  function before() {
    chosen = [...document.querySelectorAll("#table input:checked")].map((input) => [input.name, input.value, input.type]);
    opened = [...document.querySelectorAll("#table details[open]")].map((details) => details.className);
    showing = seen(table());
  }
  function after() {
    for (const [name, value, type] of chosen) {
      const find = `#table input[type="${type}"][name="${name}"][value="${CSS.escape(value)}"]`;
      const input = document.querySelector(find);
      if (input && !input.disabled) input.checked = true;
    }
    for (const name of opened)
      for (const details of document.querySelectorAll("#table details"))
        if (details.className === name) details.open = true;
    chosen = [];
    if (seen(table()) > showing) arrive();
    tell();
  }

  // --- What was just played travels to where it lies.
  function arrive() {
    if (calm.matches) return;
    for (const card of document.querySelectorAll("#table .is-played[data-from]")) {
      const from = document.querySelector(card.dataset.from);
      if (!from) continue;
      const a = from.getBoundingClientRect();
      const b = card.getBoundingClientRect();
      const x = a.left + a.width / 2 - (b.left + b.width / 2);
      const y = a.top + a.height / 2 - (b.top + b.height / 2);
      card.animate(
        [{ transform: `translate(${x}px, ${y}px) scale(1.6)`, zIndex: 9 }, { transform: "none", zIndex: 9 }],
        { duration: 260, easing: "cubic-bezier(0.2, 0.7, 0.2, 1)" },
      );
    }
  }

  // --- The newest line of log and talk is in sight; the page's title says when it is my turn.
  const title = document.title;
  function tell() {
    for (const list of document.querySelectorAll("#log-lines, #chat-lines")) list.scrollTop = list.scrollHeight;
    document.title = (table()?.classList.contains("is-mine") ? "● " : "") + title;
  }

  // --- A button that stands outside its form is sent along all the same.
  document.addEventListener("htmx:configRequest", ({ detail }) => {
    const button = detail.triggeringEvent?.submitter;
    if (button?.name) detail.parameters[button.name] = button.value;
  });

  // --- A second way to play a card: double click, or Enter on it.
  const play = () => document.querySelector('[data-plays][form="move-form"]')?.click();
  document.addEventListener("dblclick", ({ target }) => {
    if (target.closest("#table label.card")) play();
  });
  document.addEventListener("keydown", (event) => {
    if (event.key !== "Enter" || !event.target.matches?.("#table label.card > input")) return;
    event.preventDefault();
    event.target.checked = true;
    play();
  });

  // --- A cut connection shows itself; htmx comes back by itself.
  const cutOff = (lost) => {
    const notice = document.querySelector("[data-cut-off]");
    if (notice) notice.hidden = !lost;
  };
  document.addEventListener("htmx:wsOpen", () => cutOff(false));
  document.addEventListener("htmx:wsClose", ({ detail }) => cutOff(detail.event.code !== 1000));
  document.addEventListener("htmx:wsError", () => cutOff(true));

  tell();
})();
