// The page's connection to the server. It detects a dead connection, reconnects, and shows its state.
(() => {
  const chip = document.getElementById("line");
  if (!chip) return;
  const LATEST = 15000; // maximum between two attempts
  const SOON = 1500; // reconnect within this after a server's shutdown
  const CALM = 700; // a shorter interruption is not shown
  const BEAT = 20000; // between two pings
  const ANSWER = 4000; // maximum wait for the answer to a ping
  const OPENING = 8000;
  const SIGNED_OUT = 4401;
  const SENT_AWAY = 4410; // the page has already shown the reason
  const CROWDED = 4429;
  const words = chip.querySelector("[role=status]");
  let telling = 0;
  let settled = false;
  let renewed = "";

  // --- The connection's state on screen: one at a time; a permanent one is not replaced.
  const tell = (state, after = 0) => {
    if (settled) return;
    clearTimeout(telling);
    telling = setTimeout(() => {
      if (state) chip.dataset.state = state;
      else delete chip.dataset.state;
      words.textContent = words.dataset[state] ?? "";
      for (const act of chip.querySelectorAll("[data-when]")) act.hidden = !act.dataset.when.split(" ").includes(state);
      if (state === "back") tell(renewed && "renewed", 2500);
    }, after);
  };

  // The URL describes what the page shows, so that the server can send what is outdated. After a
  // lost connection the table or the lobby is left out, and sent as a whole.
  const address = (plain, lost) => {
    const query = new URLSearchParams({ version: chip.dataset.version });
    if ("person" in chip.dataset) query.set("person", chip.dataset.person);
    const chat = document.getElementById("chat-lines");
    if (chat) query.set("chat", chat.lastElementChild?.id ?? "");
    const { digest } = document.querySelector("[data-digest]")?.dataset ?? {};
    if (digest && !lost) query.set("digest", digest);
    return `${plain}&${query}`;
  };

  // --- A WebSocket for htmx that replaces its real WebSocket whenever necessary.
  class Line {
    OPEN = WebSocket.OPEN;
    #hearers = [];
    #socket = null;
    #lost = false;
    #tries = 0;
    #again = 0;
    #patience = 0;
    #until = 0;
    #pinged = 0;
    #tried = 0;
    #over = false;

    constructor(plain) {
      this.plain = plain;
      this.connect();
    }
    get readyState() {
      return this.#socket?.readyState ?? WebSocket.CLOSED;
    }
    addEventListener(kind, hear) {
      if (kind === "message") this.#hearers.push(hear);
    }
    send(text) {
      if (this.readyState === WebSocket.OPEN) this.#socket.send(text);
    }
    close() {
      this.#over = true;
      clearTimeout(this.#again);
      this.#socket?.close(1000);
    }

    connect() {
      clearTimeout(this.#again);
      if (this.#over || this.#socket) return;
      const socket = new WebSocket(address(this.plain, this.#lost));
      this.#socket = socket;
      this.#tried = performance.now();
      this.#expect(OPENING);
      socket.onopen = (event) => {
        if (this.#lost) tell(chip.dataset.state === "lost" ? "back" : renewed && "renewed");
        this.#lost = false;
        this.#pinged = performance.now();
        this.#hear();
        this.onopen?.(event);
        document.dispatchEvent(new CustomEvent("tavola:open"));
      };
      socket.onmessage = (event) => {
        this.#hear();
        if (event.data.startsWith("renewed ")) return renew(event.data.slice(8));
        this.#tries = 0; // only now: a server that opens and closes at once is in trouble
        if (event.data === "pong") return;
        if (event.data.startsWith("store ")) return tell(event.data === "store away" ? "away" : renewed && "renewed");
        // The answer to a move: whether it was played, its id, and the table.
        const [head, id] = /^(?:played|refused) (\d+|null) /.exec(event.data) ?? [""];
        const data = event.data.slice(head.length);
        // A table may have to wait until earlier ones have been shown: static/js/playback.js.
        const news = new CustomEvent("tavola:message", { detail: { data, own: Boolean(head) }, cancelable: true });
        if (document.dispatchEvent(news)) this.hear(data);
        if (head) document.dispatchEvent(new CustomEvent("tavola:answered", { detail: { id: Number(id) } }));
      };
      socket.onclose = ({ code }) => this.#lose(socket, code);
    }
    hear(data) {
      for (const hear of this.#hearers) hear({ data });
    }
    #hear() {
      clearTimeout(this.#patience);
      this.#patience = 0;
    }
    // Later pings do not extend the wait for an answer.
    #expect(within) {
      const until = performance.now() + within;
      if (this.#patience && this.#until <= until) return;
      clearTimeout(this.#patience);
      this.#until = until;
      const socket = this.#socket;
      this.#patience = setTimeout(() => {
        socket.close();
        this.#lose(socket, 1006);
      }, within);
    }
    #lose(socket, code) {
      if (socket !== this.#socket) return;
      this.#socket = null;
      this.#hear();
      this.onclose?.({ type: "close", code: 1000 }); // htmx must not reconnect: this class does
      if (this.#over) return;
      if (code >= 4400 && code < 4500) {
        this.#over = true;
        if (code !== SENT_AWAY) tell({ [SIGNED_OUT]: "out", [CROWDED]: "crowded" }[code] ?? "refused");
        settled = true;
        return;
      }
      if (!this.#lost) tell("lost", CALM);
      this.#lost = true;
      const most = code === 1012 ? SOON : Math.min(LATEST, 500 * 2 ** this.#tries);
      this.#tries += 1;
      // After a random delay: when a server restarts, all pages reconnect.
      this.#again = setTimeout(() => this.connect(), most * (code === 1012 ? Math.random() : 0.5 + Math.random() / 2));
    }

    // The device may be online again: connect at once, or ping an open connection.
    wake(within = ANSWER) {
      if (this.readyState === WebSocket.OPEN) {
        this.#ping();
        this.#expect(within);
        return;
      }
      this.#tries = 0; // if the current attempt fails, the next one follows soon
      if (!this.#socket && performance.now() - this.#tried > 300) this.connect();
    }
    // Sends how much the page shows, so that the server can resend what was lost.
    #ping() {
      const asking = new CustomEvent("tavola:ping", { detail: {} });
      if (this.plain.includes("/ws/matches/")) document.dispatchEvent(asking);
      const { seen } = asking.detail;
      this.send(seen === undefined ? "ping" : `ping ${seen}`);
      this.#pinged = performance.now();
    }
    beat() {
      if (this.readyState === WebSocket.OPEN && performance.now() - this.#pinged >= BEAT) this.wake();
    }
    // The page is left, which is no loss of its connection. The back/forward cache allows none.
    sleep() {
      this.#socket?.close(1000);
    }
  }

  const lines = [];
  htmx.createWebSocket = (plain) => {
    const line = new Line(plain);
    lines.push(line);
    return line;
  };
  // Moves go over the table's connection while it is open.
  document.addEventListener("tavola:send", (event) => {
    const line = lines.find(({ plain, readyState }) => plain.includes("/ws/matches/") && readyState === WebSocket.OPEN);
    if (!line) return;
    line.send(event.detail.text);
    event.preventDefault();
  });
  document.addEventListener("tavola:show", ({ detail }) => {
    lines.find(({ plain }) => plain.includes("/ws/matches/"))?.hear(detail.data);
  });
  const wake = (within) => {
    for (const line of lines) line.wake(within);
  };

  // --- Signs that the device went online or offline
  addEventListener("online", () => wake());
  addEventListener("offline", () => wake(1000));
  addEventListener("pageshow", ({ persisted }) => persisted && wake());
  addEventListener("pagehide", () => {
    for (const line of lines) line.sleep();
  });
  document.addEventListener("visibilitychange", () => document.hidden || wake());
  document.addEventListener("htmx:afterOnLoad", () => {
    for (const line of lines) if (line.readyState === WebSocket.CLOSED) line.wake();
  });
  chip.addEventListener("click", ({ target }) => {
    if (target.closest("[data-again]")) wake();
    if (target.closest("[data-reload]")) location.replace(location.href);
  });
  let last = Date.now();
  setInterval(() => {
    const slept = Date.now() - last > 15000;
    last = Date.now();
    if (slept) wake();
    else for (const line of lines) line.beat();
  }, 5000);

  // --- A new release was deployed while this page was open: it reloads, but never during an action,
  // and only once, in case old and new servers run side by side.
  const inHand = () => {
    const field = document.activeElement;
    return (
      field?.matches("input, textarea, select, dialog *, details.menu *") ||
      document.querySelector("dialog[open], #room[data-open]:not([data-open=''])") ||
      [...document.querySelectorAll("#table input, #say-text")].some((one) => (one.type === "text" ? one.value : one.checked !== one.defaultChecked))
    );
  };
  const follows = () => document.querySelector("[ws-connect]:not([hidden])");
  const renewQuietly = () => {
    try {
      if (!renewed || inHand() || !follows() || sessionStorage.getItem("renewed") === renewed) return;
      sessionStorage.setItem("renewed", renewed);
    } catch {
      return;
    }
    location.replace(location.href);
  };
  function renew(version) {
    renewed = version;
    tell("renewed");
    setTimeout(renewQuietly, 500 + Math.random() * 3000);
  }
  document.addEventListener("visibilitychange", () => document.hidden && renewQuietly());
})();
