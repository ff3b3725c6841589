// Forms made of engine fields: shows only what applies to the answers so far, and says when something was answered.
// Without this file everything is shown, and the server drops what does not apply.

function answers(form, name) {
  const found = [];
  for (const control of form.querySelectorAll(`[name="${CSS.escape(name)}"]`)) {
    if (control.closest("[hidden]")) continue;
    const choice = control.type === "radio" || control.type === "checkbox";
    if (!choice || control.checked) found.push(control.value);
    else if (control.type === "checkbox" && control.value === "yes") found.push("no");
  }
  return found;
}

function applies(form, conditions) {
  return Object.entries(conditions).every(([name, wanted]) => answers(form, name).some((value) => wanted.includes(value)));
}

function refresh(form) {
  // In the order of the page: what depends on something hidden is hidden as well.
  for (const asked of form.querySelectorAll("[data-when]")) asked.hidden = !applies(form, JSON.parse(asked.dataset.when));
  // What the answers so far make necessary cannot be left to nobody.
  for (const asked of form.querySelectorAll("[data-needed]")) {
    const nobody = asked.querySelector('input[type="radio"][value=""]');
    const needed = applies(form, JSON.parse(asked.dataset.needed));
    if (needed) nobody.checked = false;
    else if (nobody.disabled && !asked.querySelector(":checked")) nobody.checked = true;
    nobody.disabled = needed;
    nobody.closest("label").hidden = needed;
  }
  // Whoever is named in an earlier answer is not offered in the later one.
  for (const asked of form.querySelectorAll("[data-unlike]")) {
    const taken = answers(form, asked.dataset.unlike);
    for (const choice of asked.querySelectorAll('input[type="radio"]:not([value=""])')) {
      const out = taken.includes(choice.value);
      if (out) choice.checked = false;
      choice.disabled = out;
      choice.closest("label").hidden = out;
    }
  }
}

// What was changed is no longer what was refused.
function forgive(control) {
  for (let field = control.closest("[data-error]"); field; field = field.parentElement.closest("[data-error]")) {
    for (const one of field.querySelectorAll("[aria-invalid]")) {
      if (one.closest("[data-error]") === field) one.removeAttribute("aria-invalid");
    }
    delete field.dataset.error;
    field.querySelectorAll(":scope > .field__error").forEach((error) => error.remove());
  }
}

// A form that comes back begins where it was refused.
function showRefusal(form) {
  const refused = form.querySelector("[data-error], [data-refused]");
  if (!refused) return;
  const control = refused.querySelector("input:not([type=hidden]):not([disabled]), select");
  (control ?? refused).focus({ preventScroll: true });
  (refused.querySelector(".field__error") ?? refused).scrollIntoView({ block: "center" });
}

// Without a line nothing is sent into a page of the browser's own: what was entered stays, and the form says so.
function holdWithoutLine(form) {
  const said = form.querySelector("[data-no-line]");
  form.addEventListener("submit", (event) => {
    said.hidden = navigator.onLine;
    if (!navigator.onLine) event.preventDefault();
  });
  window.addEventListener("online", () => {
    said.hidden = true;
  });
}

for (const form of document.querySelectorAll("[data-asking]")) {
  refresh(form);
  window.addEventListener("load", () => showRefusal(form));
  form.addEventListener("input", (event) => {
    forgive(event.target);
    refresh(form);
    form.dispatchEvent(new CustomEvent("asked"));
  });
  holdWithoutLine(form);
}
