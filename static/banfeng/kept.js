// Keeps calls that were taken down without a line, says so on every page of the staff, and sends each once, with its
// key, when the line is back. Nothing is thrown away but by whoever took it down.

const board = document.querySelector("[data-kept]");
const STORE = "kept-calls";
const PATIENCE = 15000;
const FIRST_WAIT = 3000;
const LONGEST_WAIT = 60000;
const sender = board?.dataset.sender;
const keeps = document.querySelector("[data-steps]") !== null;

let memory = null; // where the phone refuses storage or has none left, what is kept lives as long as the page
let busy = false;
let cut = !navigator.onLine;
let signedOut = false;
let wait = FIRST_WAIT;
let timer = null;

function kept() {
  if (memory) return memory;
  try {
    return JSON.parse(localStorage.getItem(STORE)) ?? [];
  } catch {
    return [];
  }
}

function store(items) {
  try {
    localStorage.setItem(STORE, JSON.stringify(items));
    memory = null;
  } catch {
    memory = items;
  }
}

const own = () => kept().filter((item) => item.sender === sender);
const change = (id, more) => store(kept().map((item) => (item.id === id ? { ...item, ...more } : item)));
const remove = (id) => store(kept().filter((item) => item.id !== id));

// crypto.randomUUID is missing where a venue has no certificate.
function newKey() {
  return [...crypto.getRandomValues(new Uint8Array(16))].map((byte) => byte.toString(16).padStart(2, "0")).join("");
}

function row(item) {
  const content = board.querySelector("template[data-item]").content.cloneNode(true);
  content.querySelector("[data-title]").textContent = item.title;
  content.querySelector("[data-where]").textContent = item.where;
  content.querySelector("[data-at]").textContent = new Date(item.at).toLocaleTimeString(document.documentElement.lang, { hour: "2-digit", minute: "2-digit", hourCycle: "h23" });
  content.querySelector("[data-discard] span").textContent = ` ${item.title}`;
  content.querySelector("[data-discard]").addEventListener("click", () => ask(item));
  if (item.refused) {
    content.querySelector("[data-message]").textContent = item.refused;
    content.querySelector("[data-message]").hidden = false;
    content.querySelector("[data-again] a").href = `${item.again}&kept=${item.id}`;
    content.querySelector("[data-again]").hidden = false;
  }
  return content;
}

function ask(item) {
  const dialog = board.querySelector("[data-discarding]");
  dialog.querySelector("[data-title]").textContent = item.title;
  dialog.querySelector("[data-where]").textContent = item.where;
  dialog.returnValue = "";
  dialog.addEventListener("close", () => {
    if (dialog.returnValue !== "discard") return;
    remove(item.id);
    show();
  }, { once: true });
  dialog.showModal();
}

function show() {
  const mine = own();
  const others = kept().length - mine.length;
  const says = cut ? "offline" : signedOut ? "signed-out" : mine.length ? "sending" : "sent";
  const line = board.querySelector("[data-kept-line]");
  line.hidden = !keeps && !mine.length && !cut;
  line.classList.toggle("fresh--stale", cut || signedOut);
  line.classList.toggle("fresh--updating", says === "sending");
  for (const words of line.querySelectorAll("[data-says]")) words.hidden = words.dataset.says !== says;
  line.querySelector("[data-some]").hidden = mine.length === 0;
  board.querySelector("[data-count]").textContent = mine.length;
  board.querySelector("[data-kept-sheet]").hidden = mine.length + others === 0;
  board.querySelector("[data-send-now]").hidden = mine.length === 0 || signedOut;
  board.querySelector("[data-others]").hidden = others === 0;
  board.querySelector("[data-signed-out]").hidden = !signedOut;
  for (const link of board.querySelectorAll("[data-signed-out] a")) {
    link.search = `?next=${encodeURIComponent(location.pathname + location.search)}`;
  }
  board.querySelector("[data-items]").replaceChildren(...mine.map(row));
  for (const words of document.querySelectorAll("[data-until-sent]")) words.hidden = !cut && mine.length === 0;
  for (const words of document.querySelectorAll("[data-when-sent]")) words.hidden = cut || mine.length > 0;
  board.hidden = line.hidden && mine.length + others === 0 && board.querySelector("[data-kept-sent]").hidden;
  for (const act of document.querySelectorAll("[data-online]")) {
    if (cut) act.setAttribute("aria-disabled", "true");
    else if (!("stale" in document.documentElement.dataset)) act.removeAttribute("aria-disabled");
  }
}

function sent(answer) {
  const content = board.querySelector("template[data-sent-item]").content.cloneNode(true);
  content.querySelector("[data-message]").textContent = answer.message;
  content.querySelector("a").href = answer.url;
  board.querySelector("[data-sent-items]").append(content);
  board.querySelector("[data-kept-sent]").hidden = false;
}

// Sends one call; returns whether the next one may be tried.
async function send(item) {
  const body = new URLSearchParams(item.fields);
  body.set("key", item.id);
  body.set("sender", item.sender);
  body.set("age", Math.max(0, Math.round((Date.now() - item.at) / 1000)));
  const token = document.cookie.match(/(?:^|; )csrftoken=([^;]+)/);
  let response;
  let answer = null;
  try {
    const headers = { Accept: "application/json", "X-CSRFToken": token ? token[1] : "" };
    response = await fetch(item.url, { method: "POST", body, headers, signal: AbortSignal.timeout(PATIENCE) });
    if (response.headers.get("Content-Type")?.startsWith("application/json")) answer = await response.json();
  } catch {
    cut = true;
    return false;
  }
  cut = false;
  if (response.ok && answer) {
    remove(item.id);
    sent(answer);
  } else if (response.status === 401 || (response.status === 403 && !answer)) {
    // The session has ended, or the token with it: a login brings both back.
    signedOut = true;
    return false;
  } else if (answer && response.status < 500) {
    change(item.id, { refused: answer.message });
  } else {
    return false;
  }
  signedOut = false;
  return true;
}

async function sendAll(again = false) {
  if (busy) return;
  busy = true;
  clearTimeout(timer);
  let whole = true;
  for (const item of own()) {
    if (item.refused && !again) continue;
    whole = await send(item);
    show();
    if (!whole) break;
  }
  if (own().length === 0) cut = !navigator.onLine;
  show();
  busy = false;
  wait = whole ? FIRST_WAIT : Math.min(wait * 2, LONGEST_WAIT);
  // Phones that lost the same line do not all come back at the same moment.
  if (own().some((item) => !item.refused) && !signedOut) timer = setTimeout(sendAll, wait * (0.75 + Math.random() / 2));
}

function start() {
  document.addEventListener("keep-call", (event) => {
    store([...kept(), { id: newKey(), sender, at: Date.now(), ...event.detail }]);
    show();
    sendAll();
  });
  window.addEventListener("online", () => {
    cut = false;
    wait = FIRST_WAIT;
    show();
    sendAll();
  });
  window.addEventListener("offline", () => {
    cut = true;
    show();
  });
  window.addEventListener("storage", (event) => event.key === STORE && show());
  window.addEventListener("pageshow", (event) => event.persisted && show());
  document.addEventListener("visibilitychange", () => !document.hidden && sendAll());
  // Its form is there for the token's cookie, which a page without forms would not have.
  board.querySelector("[data-send-now]").addEventListener("submit", (event) => {
    event.preventDefault();
    sendAll(true);
  });
  // A call that was looked at again has become a case by another way: the server says which.
  const address = new URL(location.href);
  if (address.searchParams.has("sent")) {
    remove(address.searchParams.get("sent"));
    address.searchParams.delete("sent");
    history.replaceState(null, "", address);
  }
  show();
  sendAll();
}

if (board) start();
