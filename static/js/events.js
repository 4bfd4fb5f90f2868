// Events: the time for a reader in another time zone; in a new event the browser's zone of a user without one, and a
// button that sets a time soon.
"use strict";
{
  const root = document.documentElement;
  const own = Intl.DateTimeFormat().resolvedOptions().timeZone;
  const form = document.querySelector("[data-event-form]:not([data-planned])");
  const offered = [...document.querySelectorAll("#zones option")].some((one) => one.value === own);
  if (form && offered && root.dataset.zoneWanted && form.zone.value === "UTC") form.zone.value = own;
  const soon = document.querySelector("[data-soon]");
  soon?.addEventListener("click", () => {
    const at = new Date(Date.now() + Number(soon.dataset.soon) * 60000);
    const known = [...document.querySelectorAll("#zones option")].some((one) => one.value === form.zone.value);
    const timeZone = known ? form.zone.value : own;
    // The Swedish form is that of the fields: 2026-11-30 19:05.
    [form.day.value, form.time.value] = at.toLocaleString("sv", { timeZone, dateStyle: "short", timeStyle: "short" }).split(" ");
  });
  const words = window.timeForm({ weekday: "long", hour: "numeric", minute: "2-digit" });
  for (const time of document.querySelectorAll("time[data-local]")) {
    const shown = words(new Date(time.dateTime));
    const there = time.nextElementSibling;
    if (there && there.textContent.trim() !== own) {
      const line = document.createElement("span");
      line.className = "muted small";
      line.textContent = ` (${time.dataset.local}: ${shown})`;
      there.after(line);
    }
  }
}
