// Asks the steps of a ruling on the phone, from what came with the page: who, then one question at a time, as the
// server would. With a line the last step is the server's, which shows the payments; without one the answers are
// handed to kept.js as a call. Without this file every step is a page of the server.

const root = document.querySelector("[data-steps]");
const PATIENCE = 4000;

// What was pressed last counts: what still waits for the line when something else is pressed is given up.
let pressed = 0;
// What the page is being left for: a page to read, which may be given up, or what was sent, which may not.
let leaving = null;

// What stands on a label, without the hint beside it.
function written(label) {
  const copy = label.cloneNode(true);
  for (const hint of copy.querySelectorAll("small")) hint.remove();
  return copy.textContent.trim();
}

const part = (name) => root.querySelector(`template[${name}]`)?.content.cloneNode(true);
const infractionOf = (params) => root.querySelector(`template[data-infraction="${CSS.escape(params.get("infraction") ?? "")}"]`);

// Names and values of one question: a control, or the parts of one.
function given(params, name) {
  return [...params].filter(([key, value]) => value && (key === name || key.startsWith(`${name}.`))).map(([, value]) => value);
}

function without(params, names) {
  return new URLSearchParams([...params].filter(([key]) => !names.some((name) => key === name || key.startsWith(`${name}.`))));
}

// The questions that apply to the answers so far, in order; what does not apply any more counts for nothing.
function applying(infraction, params) {
  const answers = {};
  return [...infraction.content.querySelectorAll("[data-ask]")].filter((asked) => {
    const conditions = Object.entries(JSON.parse(asked.dataset.when || "{}"));
    if (!conditions.every(([name, wanted]) => (answers[name] ?? [""]).some((value) => wanted.includes(value)))) return false;
    const values = given(params, asked.dataset.ask);
    if (values.length) answers[asked.dataset.ask] = values;
    return true;
  });
}

function asksWho(infraction, params) {
  return infraction.dataset.offenders !== "none" && !params.has("entry") ? root.querySelector(`template[data-who="${infraction.dataset.offenders}"]`) : null;
}

// The next thing to ask: {name, content}, or null where everything is answered.
function nextOf(infraction, params) {
  const who = asksWho(infraction, params);
  if (who && !params.has("offender")) return { name: "offender", content: who.content.cloneNode(true) };
  const open = applying(infraction, params).find((asked) => "required" in asked.dataset && !given(params, asked.dataset.ask).length);
  return open ? { name: open.dataset.ask, content: open.cloneNode(true) } : null;
}

function fill(content, params) {
  for (const control of content.querySelectorAll("[name]")) {
    const values = params.getAll(control.name);
    if (control.type === "radio" || control.type === "checkbox") control.checked = values.includes(control.value);
    else if (values.length) control.value = values.at(-1);
  }
}

// How a question and its answer read, from the controls themselves.
function inWords(content, params) {
  fill(content, params);
  const label = content.querySelector("legend, label")?.textContent.trim() ?? "";
  const said = [...content.querySelectorAll("[name]")].flatMap((control) => {
    if (control.type === "radio" || control.type === "checkbox") return control.checked ? [written(control.closest("label"))] : [];
    return control.value ? [control.selectedOptions ? control.selectedOptions[0].textContent : control.value] : [];
  });
  return { label, said: said.join(" ").replace(/\s+/g, " ") };
}

function answered(infraction, params) {
  const rows = [];
  const who = asksWho(infraction, params);
  if (who && params.has("offender")) rows.push({ ...inWords(who.content.cloneNode(true), params), back: without(params, ["offender", "fact"]) });
  const asked = applying(infraction, params);
  asked.forEach((one, at) => {
    if (!given(params, one.dataset.ask).length) return;
    rows.push({ ...inWords(one.cloneNode(true), params), back: without(params, asked.slice(at).map((later) => later.dataset.ask)) });
  });
  return rows;
}

function show(step) {
  for (const old of document.querySelectorAll("[data-drawn]")) old.remove();
  for (const own of document.querySelectorAll("[data-step]")) own.hidden = step !== null;
  if (!step) return;
  const drawn = step.firstElementChild;
  drawn.dataset.drawn = "";
  root.before(step);
  // Whoever listens, or goes by keyboard, is at the new question.
  const heading = drawn.querySelector("legend h2, h2, legend, label");
  heading.tabIndex = -1;
  heading.focus();
}

function carry(form, params, but) {
  for (const [name, value] of without(params, but)) {
    const field = document.createElement("input");
    Object.assign(field, { type: "hidden", name, value });
    form.append(field);
  }
}

function list(content, infraction, params) {
  content.querySelector("[data-title]").textContent = infraction.dataset.title;
  const rows = answered(infraction, params);
  for (const { label, said, back } of rows) {
    const row = part("data-row");
    row.querySelector("dt").textContent = label;
    row.querySelector("dd span").textContent = said;
    row.querySelector("a").href = `?${back}`;
    row.querySelector("a span").textContent = ` ${label}`;
    content.querySelector("[data-answered]").append(row);
  }
  content.querySelector("[data-answered]").hidden = rows.length === 0;
}

function drawQuestion(infraction, step, params) {
  const content = part("data-frame");
  list(content, infraction, params);
  fill(step.content, params);
  content.querySelector("[data-question]").append(step.content);
  carry(content.querySelector("form"), params, [step.name]);
  show(content);
}

function drawLast(infraction, params) {
  const content = part("data-last");
  const form = content.querySelector("form");
  list(content, infraction, params);
  const rare = content.querySelector("[data-optional]");
  const unasked = rare ? applying(infraction, params).filter((asked) => !("required" in asked.dataset)) : [];
  for (const asked of unasked) rare.append(asked.cloneNode(true));
  if (rare) {
    for (const control of rare.querySelectorAll("[required]")) control.required = false;
    content.querySelector("[data-rare]").hidden = unasked.length === 0;
    content.querySelector("[name=deliberate]").checked = params.get("deliberate") === "yes";
  }
  carry(form, params, ["deliberate", ...unasked.map((asked) => asked.dataset.ask)]);
  show(content);
}

async function connected() {
  if (!navigator.onLine) return false;
  try {
    await fetch(root.dataset.line, { cache: "no-store", signal: AbortSignal.timeout(PATIENCE) });
    return true;
  } catch {
    return false;
  }
}

// Whether there is a line, or null where something else was pressed while it was tried.
async function tried() {
  pressed += 1;
  const mine = pressed;
  const line = await connected();
  return mine === pressed ? line : null;
}

// The step of an address: one of ours, the page's own finder, or null where the server has it.
function draw(params) {
  const infraction = infractionOf(params);
  const step = infraction && nextOf(infraction, params);
  if (step) drawQuestion(infraction, step, params);
  else if (!params.get("infraction") && document.querySelector('[data-step="find"]')) show(null);
  else return false;
  return true;
}

async function go(params) {
  if (leaving === "sent") return;
  if (leaving) window.stop();
  leaving = null;
  pressed += 1;
  if (draw(params)) {
    history.pushState(null, "", `?${params}`);
    return;
  }
  const line = await tried();
  if (line) {
    leaving = "read";
    location.assign(`?${params}`);
  } else if (line === false && infractionOf(params)) drawLast(infractionOf(params), params);
}

function answersOf(form, submitter) {
  const data = new FormData(form, submitter);
  const dropped = ["csrfmiddlewaretoken", "q", "at", "key", "mark", "again", "seq", "act", "public_text"];
  return new URLSearchParams([...data].filter(([name, value]) => value && typeof value === "string" && !dropped.includes(name)));
}

// Hands a call with its facts over to be kept: what was answered, with the hand and the state that were on the screen.
function keep(params, title, who) {
  const again = `${location.pathname}?${without(params, ["text", "kept"])}`;
  const fields = without(params, ["kept", "hand"]);
  fields.set("hand", params.get("hand") || root.dataset.hand);
  fields.set("seen_seq", root.dataset.seq);
  const where = document.querySelector(".page__head .eyebrow")?.textContent.trim() ?? "";
  const detail = { url: root.dataset.send, fields: fields.toString(), title, where: [where, who].filter(Boolean).join(root.dataset.comma), again };
  document.dispatchEvent(new CustomEvent("keep-call", { detail }));
  history.pushState(null, "", location.pathname);
  show(part("data-done"));
}

function start() {
  // The last step is a page of its own: whoever comes from a question is at its heading, as at every question.
  document.querySelector("[data-arrive]")?.focus();
  document.addEventListener("submit", async (event) => {
    const form = event.target;
    if (form.matches("[data-deciding]")) {
      const act = event.submitter?.value;
      if ("checked" in form.dataset) {
        leaving = act === "look" ? "read" : "sent";
        return;
      }
      event.preventDefault();
      if (leaving === "sent") return;
      const line = await tried();
      if (line) {
        form.dataset.checked = "";
        form.requestSubmit(event.submitter);
        delete form.dataset.checked;
      } else if (line === false && root.dataset.send && act !== "look") keep(answersOf(form, null), form.dataset.title, form.dataset.who);
    } else if (form.matches('[data-step="last"]')) {
      event.preventDefault();
      const params = answersOf(form, event.submitter);
      const who = answered(infractionOf(params), params)[0]?.said ?? "";
      keep(params, infractionOf(params).dataset.title, params.has("offender") ? who : "");
    } else if (form.matches("[data-step]") || form.matches("[data-finding]")) {
      event.preventDefault();
      const params = answersOf(form, event.submitter);
      if (params.get("infraction")) go(params);
    }
  });
  document.addEventListener("click", (event) => {
    const link = event.target.closest('a[href^="?"]');
    const look = event.target.closest("[data-look]");
    if (look) go(answersOf(look.form, null));
    if (!link || event.metaKey || event.ctrlKey || event.shiftKey) return;
    event.preventDefault();
    go(new URLSearchParams(link.getAttribute("href")));
  });
  window.addEventListener("pageshow", () => {
    leaving = null;
  });
  window.addEventListener("popstate", () => {
    pressed += 1;
    const params = new URLSearchParams(location.search);
    if (!draw(params)) location.reload();
  });
}

if (root) start();

export { infractionOf, nextOf };
