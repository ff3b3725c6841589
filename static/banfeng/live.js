// Keeps the state line of live pages truthful, polls, and keeps clocks running between two answers of the server.
// A page polls with htmx inside [data-live]; an answer, 204 "nothing new" included, proves that what is shown is true.

const MISSES = 3;
const SOONEST = 2000;
const LATEST = 5000;
let misses = 0;
let heard = Date.now();

// ── The server's time ─────────────────────────────────────
// Every page and every answer says what time it is there; what came back fastest is trusted most.

let skew = 0; // what has to be added to this device's time
let doubt = Infinity; // how far that may be off, in milliseconds
let sure = 0; // when that was found out: clocks drift and are set, so that an old measure is given up

function serverNow() {
  return Date.now() + skew;
}

function setClock(told, sent, received) {
  const server = Date.parse(told);
  const off = (received - sent) / 2;
  if (Number.isNaN(server) || (off > doubt && performance.now() - sure < 60_000)) return;
  skew = server + off - Date.now();
  doubt = off;
  sure = performance.now();
}

function setClockByPage() {
  const [page] = performance.getEntriesByType("navigation");
  const told = document.querySelector("[data-now]")?.dataset.now;
  if (!told || !page) return;
  // The page was written between its request and its first byte, and read a while after that.
  const since = performance.now() - page.responseStart;
  const off = Math.max(0, page.responseStart - page.requestStart) / 2;
  skew = Date.parse(told) + off + since - Date.now();
  doubt = off + 50;
  sure = performance.now();
}

// ── The state line ────────────────────────────────────────

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
  const zone = document.querySelector("[data-zone]")?.dataset.zone;
  return new Date(moment).toLocaleTimeString(document.documentElement.lang, { hour: "2-digit", minute: "2-digit", hourCycle: "h23", timeZone: zone });
}

function goStale() {
  for (const line of lines()) {
    if (line.dataset.shown === "stale") continue;
    line.dataset.was = line.classList.contains("fresh--updating") ? "updating" : "fresh";
    for (const time of line.querySelectorAll("[data-time]")) time.textContent = clockTime(heard + skew);
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
  for (const line of lines()) if (line.dataset.shown === "stale") show(line, line.dataset.was ?? "fresh");
  for (const act of document.querySelectorAll("[data-online]")) act.removeAttribute("aria-disabled");
}

function isLive(event) {
  return event.target instanceof Element && event.target.closest("[data-live]");
}

// ── Polls ─────────────────────────────────────────────────
// Each part waits two to five seconds of its own, so that a hall of phones does not ask at one moment.

const due = new WeakMap();
const sentAt = new WeakMap();
const LONGEST_PRESS = 4000; // a press whose end got lost holds nothing up for longer
let pressed = 0;

function held() {
  return pressed > 0 && performance.now() - pressed < LONGEST_PRESS;
}

function soon(part) {
  due.set(part, performance.now() + SOONEST + Math.random() * (LATEST - SOONEST));
}

function pollNow(part) {
  soon(part);
  htmx.trigger(part, "poll");
}

function polls() {
  const now = performance.now();
  for (const part of document.querySelectorAll('[hx-trigger="poll"]')) {
    if (!due.has(part)) soon(part);
    else if (now >= due.get(part) && !held()) pollNow(part);
  }
}

// A view that turns by itself asks for its next page: `data-turn` seconds after this one came.
const turned = new WeakMap();

function turns() {
  const now = performance.now();
  for (const part of document.querySelectorAll("[data-turn]")) {
    if (!turned.has(part)) turned.set(part, now + Number(part.dataset.turn) * 1000);
    else if (now >= turned.get(part)) {
      turned.set(part, now + 2000);
      htmx.ajax("GET", part.dataset.next, { source: part, target: part, swap: "outerHTML" });
    }
  }
}

setInterval(() => { polls(); turns(); }, 250);

for (const back of ["online", "pageshow"]) {
  window.addEventListener(back, (event) => {
    if (back === "pageshow" && !event.persisted) return;
    for (const part of document.querySelectorAll('[hx-trigger="poll"]')) pollNow(part);
  });
}

// Nothing moves under a finger: while one is down no part is renewed.
document.addEventListener("pointerdown", () => { pressed = performance.now(); });
for (const end of ["pointerup", "pointercancel"]) document.addEventListener(end, () => { pressed = 0; });

document.addEventListener("htmx:beforeSend", (event) => sentAt.set(event.detail.xhr, Date.now()));

document.addEventListener("htmx:afterRequest", (event) => {
  const { xhr } = event.detail;
  const told = xhr.getResponseHeader("Now");
  if (told && sentAt.has(xhr)) setClock(told, sentAt.get(xhr), Date.now());
  // The part that asked is no longer on the page once its answer has taken its place; htmx then tells what is around it.
  if (!event.detail.requestConfig.elt.closest("[data-live]")) return;
  if (event.detail.successful) goFresh();
  else if (++misses >= MISSES) goStale();
});

// ── Renewing ──────────────────────────────────────────────
// What was open stays open, the focus stays, and what the reader looks at stays where it is on the screen.

let kept = null;

function anchorIn(part) {
  const inside = part.contains(document.activeElement) ? document.activeElement.closest("[id]") : null;
  const seen = [inside, ...part.querySelectorAll("details[open][id]"), ...part.querySelectorAll("[data-stays][id]")].find((one) => {
    if (!one || one === part) return false;
    const box = one.getBoundingClientRect();
    return box.bottom > 0 && box.top < window.innerHeight;
  });
  return seen ? { id: seen.id, top: seen.getBoundingClientRect().top } : null;
}

document.addEventListener("htmx:beforeSwap", (event) => {
  if (!isLive(event)) return;
  if (held()) {
    event.detail.shouldSwap = false;
    return;
  }
  const part = event.target;
  const open = [...part.querySelectorAll("details[open][id]")].map((one) => one.id);
  const focused = part.contains(document.activeElement) ? waysTo(document.activeElement) : [];
  const rows = new Map([...part.querySelectorAll("[data-row]")].map((row) => [row.id, wordsOf(row)]));
  kept = { open, focused, rows, part: part.id, anchor: anchorIn(part) };
});

// How to find again what has the focus: by its id, as the same link, or as what it stands in.
function waysTo(active) {
  const around = active.closest("[id]");
  const ways = active === around || !active.hasAttribute("href") ? [] : [`a[href="${CSS.escape(active.getAttribute("href"))}"]`];
  return around ? [...ways, `#${CSS.escape(around.id)}`] : ways;
}

// A row is its summary where it opens; running clocks change it all the time and do not count.
function wordsOf(row) {
  const part = (row.querySelector(":scope > summary") ?? row).cloneNode(true);
  for (const clock of part.querySelectorAll("[data-ends]")) clock.remove();
  return part.textContent;
}

// Parts that come along with an answer: what was open in them stays open.
document.addEventListener("htmx:oobBeforeSwap", (event) => {
  const { target, fragment } = event.detail;
  for (const open of target.querySelectorAll("details[open][id]")) {
    fragment.querySelector(`#${CSS.escape(open.id)}`)?.setAttribute("open", "");
  }
});

document.addEventListener("htmx:afterSwap", () => {
  if (!kept) return;
  const { open, focused, rows, part, anchor } = kept;
  kept = null;
  for (const id of open) document.getElementById(id)?.setAttribute("open", "");
  const fresh = document.getElementById(part) ?? document;
  const again = focused.map((way) => fresh.querySelector(way)).find(Boolean);
  if (again) (again.matches("details") ? again.querySelector("summary") : again).focus({ preventScroll: true });
  if (rows.size) {
    for (const row of document.querySelectorAll("[data-row]")) {
      const before = rows.get(row.id);
      if (before !== undefined && before !== wordsOf(row)) (row.querySelector(":scope > summary") ?? row).classList.add("changed");
    }
  }
  const place = anchor && document.getElementById(anchor.id);
  if (place) window.scrollBy({ top: place.getBoundingClientRect().top - anchor.top, behavior: "instant" });
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

// ── Clocks ────────────────────────────────────────────────

function tick() {
  if (document.querySelector("[data-live]")) {
    for (const line of lines()) if (Date.now() - heard > Number(line.dataset.limit) * 1000) goStale();
  }
  const now = serverNow();
  for (const clock of document.querySelectorAll("[data-ends]")) {
    if (!clock.dataset.ends) continue;
    const left = Math.max(0, Math.floor((Date.parse(clock.dataset.ends) - now) / 1000));
    const text = `${String(Math.floor(left / 60)).padStart(2, "0")}:${String(left % 60).padStart(2, "0")}`;
    if (clock.textContent !== text) clock.textContent = text;
  }
}

// Times stand in the event's zone; who is elsewhere reads the own time beside them.
function ownTimes() {
  for (const time of document.querySelectorAll("time[data-own]")) {
    const own = new Date(time.dateTime);
    const told = time.dateTime.match(/([+-])(\d\d):(\d\d)$/);
    const offset = told ? (told[1] === "-" ? 1 : -1) * (Number(told[2]) * 60 + Number(told[3])) : 0;
    if (offset === own.getTimezoneOffset()) continue;
    const words = document.createElement("small");
    words.className = "quiet own-time";
    words.textContent = own.toLocaleString(document.documentElement.lang, { month: "2-digit", day: "2-digit", hour: "2-digit", minute: "2-digit", hourCycle: "h23", timeZoneName: "short" });
    time.after(words);
  }
}

ownTimes();
setClockByPage();
tick();
document.addEventListener("htmx:afterSettle", tick);
setInterval(tick, 500);
