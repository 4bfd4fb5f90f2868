// Small helpers of the pages around the table.
(() => {
  addEventListener("pageshow", () => {
    for (const form of document.querySelectorAll("form[data-sent]")) delete form.dataset.sent;
  });

  // --- A table with only bots has no clock, unless one is chosen.
  const form = document.querySelector(".table-form");
  let chosen = !form?.querySelector('[name^="seat_"]') || Boolean(form.querySelector("[role=alert]"));
  form?.addEventListener("change", ({ target }) => {
    if (target.name === "clock") chosen = true;
    if (chosen) return;
    const others = Number(form.elements.seats.value) - 1;
    const people = [...form.querySelectorAll('[name^="seat_"]:checked')].filter(({ name, value }) => Number(name.slice(5)) <= others && !value);
    form.elements.clock.value = people.length ? form.querySelector("[name=clock][checked]").value : "free";
  });

  // --- A double click must not submit twice.
  document.addEventListener("submit", (event) => {
    const form = event.target;
    if (!form.matches("[data-once]")) return;
    if (form.dataset.sent) event.preventDefault();
    form.dataset.sent = "yes";
  });

  // --- The match has started: go to its page, as the socket now sends the table.
  const room = document.querySelector("[data-match]");
  document.addEventListener("htmx:wsBeforeMessage", (event) => {
    if (!room || !/\bid="table"/.test(event.detail.message)) return;
    event.preventDefault();
    location.replace(room.dataset.match);
  });

  // --- The live picture of the front page, while the page is in view.
  setInterval(() => {
    const live = document.getElementById("live-now");
    if (live && document.visibilityState === "visible") htmx.trigger(live, "look");
  }, 10000);

  // --- The invitation link: copied, shared, or selected.
  for (const button of document.querySelectorAll("[data-share]")) {
    button.hidden = !navigator.share;
    button.addEventListener("click", () => {
      navigator.share({ title: button.dataset.title, url: button.dataset.share }).catch(() => {});
    });
  }
  for (const link of document.querySelectorAll("[data-link]")) link.addEventListener("focus", () => link.select());
  document.addEventListener("click", ({ target }) => {
    const button = target.closest("[data-copy]");
    if (!button || navigator.clipboard) return;
    button.parentElement.querySelector("[data-link]")?.select();
    if (document.execCommand("copy")) button.textContent = button.dataset.copied;
  });
})();
