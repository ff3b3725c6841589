// Keeps the state line of live pages truthful, and clocks running between two answers of the server.
// A page polls with htmx inside [data-live]; an answer, 204 "nothing new" included, proves that what is shown is true.

const MISSES = 3;
let misses = 0;
let heard = Date.now();

function lines() {
  return document.querySelectorAll("[data-fresh]");
}

function show(line, state) {
  if (line.dataset.shown === state) return;
  line.dataset.shown = state;
  line.classList.toggle("fresh--updating", state === "updating");
  line.classList.toggle("fresh--stale", state === "stale");
  for (const words of line.querySelectorAll("[data-state]")) words.hidden = words.dataset.state !== state;
}

function clockTime(moment) {
  return new Date(moment).toLocaleTimeString(document.documentElement.lang, { hour: "2-digit", minute: "2-digit" });
}

function goStale() {
  for (const line of lines()) {
    for (const time of line.querySelectorAll("[data-time]")) time.textContent = clockTime(heard);
    show(line, "stale");
  }
  document.documentElement.dataset.stale = "";
  // Acts that need the server are off while it does not answer; the reason is the state line.
  for (const act of document.querySelectorAll("[data-online]")) act.setAttribute("aria-disabled", "true");
}

function goFresh() {
  misses = 0;
  heard = Date.now();
  if (!("stale" in document.documentElement.dataset)) return;
  delete document.documentElement.dataset.stale;
  for (const line of lines()) show(line, "fresh");
  for (const act of document.querySelectorAll("[data-online]")) act.removeAttribute("aria-disabled");
}

function isLive(event) {
  return event.target instanceof Element && event.target.closest("[data-live]");
}

document.addEventListener("htmx:afterRequest", (event) => {
  if (!isLive(event)) return;
  if (event.detail.successful) goFresh();
  else if (++misses >= MISSES) goStale();
});

// What was open stays open, and the focus stays, when a live part is renewed.
let kept = null;
document.addEventListener("htmx:beforeSwap", (event) => {
  if (!isLive(event)) return;
  const open = [...event.target.querySelectorAll("details[open][id]")].map((one) => one.id);
  const focused = event.target.contains(document.activeElement) ? document.activeElement.closest("[id]")?.id : null;
  kept = { open, focused };
});

document.addEventListener("htmx:afterSwap", () => {
  if (!kept) return;
  for (const id of kept.open) document.getElementById(id)?.setAttribute("open", "");
  const again = kept.focused && document.getElementById(kept.focused);
  if (again) (again.matches("details") ? again.querySelector("summary") : again).focus({ preventScroll: true });
  kept = null;
});

// A part with fields in it is left alone while somebody is writing there.
document.addEventListener("htmx:beforeRequest", (event) => {
  const writing = document.activeElement?.matches("input, select, textarea");
  if (isLive(event) && event.target.closest("[data-calm]") && writing && event.target.contains(document.activeElement)) event.preventDefault();
});

document.addEventListener("click", (event) => {
  const act = event.target.closest('[data-online][aria-disabled="true"]');
  if (act) event.preventDefault();
}, true);

// What the server wrote as left tells how far this device's clock is off; that is taken off from then on.
const skews = new WeakMap();

function skewOf(clock, now) {
  if (!skews.has(clock)) {
    const [minutes, seconds] = clock.textContent.split(":").map(Number);
    const written = (minutes * 60 + seconds) * 1000 + 500; // whole seconds were written: half of one is the best guess
    skews.set(clock, minutes + seconds > 0 ? Date.parse(clock.dataset.ends) - written - now : 0);
  }
  return skews.get(clock);
}

function tick() {
  const now = Date.now();
  if (document.querySelector("[data-live]")) {
    for (const line of lines()) if (now - heard > Number(line.dataset.limit) * 1000) goStale();
  }
  for (const clock of document.querySelectorAll("[data-ends]")) {
    const left = Math.max(0, Math.floor((Date.parse(clock.dataset.ends) - now - skewOf(clock, now)) / 1000));
    const text = `${String(Math.floor(left / 60)).padStart(2, "0")}:${String(left % 60).padStart(2, "0")}`;
    if (clock.textContent !== text) clock.textContent = text;
  }
}

tick();
document.addEventListener("htmx:afterSettle", tick);
setInterval(tick, 1000);
