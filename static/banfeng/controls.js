// Questions in native dialogs and number steppers; without this file links lead to pages and fields are typed in.

document.addEventListener("click", (event) => {
  const opener = event.target.closest("[data-dialog]");
  if (opener) {
    const dialog = document.getElementById(opener.dataset.dialog);
    if (dialog instanceof HTMLDialogElement) {
      event.preventDefault();
      dialog.showModal();
    }
    return;
  }
  const step = event.target.closest("[data-count] [data-step]");
  if (!step) return;
  const field = step.closest("[data-count]").querySelector("input");
  if (Number(step.dataset.step) > 0) field.stepUp();
  else field.stepDown();
  field.dispatchEvent(new Event("input", { bubbles: true }));
  field.dispatchEvent(new Event("change", { bubbles: true }));
});
