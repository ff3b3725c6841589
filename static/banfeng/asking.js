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
}

for (const form of document.querySelectorAll("[data-asking]")) {
  refresh(form);
  form.addEventListener("input", () => {
    refresh(form);
    form.dispatchEvent(new CustomEvent("asked"));
  });
}
