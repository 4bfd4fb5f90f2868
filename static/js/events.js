// Events: the time for a reader in another time zone, and the browser's zone in a new event of a user without one.
"use strict";
{
  const root = document.documentElement;
  const own = Intl.DateTimeFormat().resolvedOptions().timeZone;
  const form = document.querySelector("[data-event-form]:not([data-planned])");
  const offered = [...document.querySelectorAll("#zones option")].some((one) => one.value === own);
  if (form && offered && root.dataset.zoneWanted && form.zone.value === "UTC") form.zone.value = own;
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
