"""What every page must pass in a browser: no sideways scroll, targets a finger finds, no finding of axe."""

from __future__ import annotations

from axe_playwright_python.base import AXE_SCRIPT

TARGET = 44

# A link inside a sentence, a control clipped to one pixel for a screen reader and a field whose label is the target
# (the whole row of a radio button) are measured by what is pressed, not by themselves.
_SMALL_TARGETS = """
(least) => {
  const small = [];
  const pressed = 'a[href], button, select, textarea, summary, input:not([type=hidden])';
  for (const control of document.querySelectorAll(pressed)) {
    const style = getComputedStyle(control);
    if (style.visibility === 'hidden' || !control.checkVisibility()) continue;
    if (control.matches('p a, small a, .skip')) continue;
    const label = control.matches('input[type=radio], input[type=checkbox]') ? control.closest('label') : null;
    const box = (label ?? control).getBoundingClientRect();
    if (box.width && (box.width < least - 0.5 || box.height < least - 0.5)) {
      small.push(`${control.outerHTML.slice(0, 120)}: ${Math.round(box.width)} x ${Math.round(box.height)}`);
    }
  }
  return small;
}
"""
_SIDEWAYS = """
() => {
  const width = document.documentElement.clientWidth;
  if (document.documentElement.scrollWidth <= width) return [];
  const wide = [...document.querySelectorAll('body *')].filter((e) => e.getBoundingClientRect().right > width + 1);
  return wide.slice(0, 5).map((e) => `${e.outerHTML.slice(0, 120)}: ${Math.round(e.getBoundingClientRect().right)}`);
}
"""
# What passes needs no list, nor the way to each element; what is not asked for need not come back.
_AXE = "axe.run({resultTypes: ['violations'], selectors: false}).then((results) => results.violations)"


def small_targets(page) -> list[str]:
    """Return what can be pressed and is smaller than 44 x 44 pixels."""
    return page.evaluate(_SMALL_TARGETS, TARGET)


def sideways(page) -> list[str]:
    """Return what makes the page scroll sideways."""
    return page.evaluate(_SIDEWAYS)


def findings(page) -> list[str]:
    """Return what axe finds, one line a violation with the first places."""
    if not page.evaluate("'axe' in window"):
        page.evaluate(AXE_SCRIPT)
    return [
        f"{rule['id']}: {rule['help']}: " + "; ".join(node["html"][:160] for node in rule["nodes"][:4])
        for rule in page.evaluate(_AXE)
    ]


def bring_axe(page) -> None:
    """Have every page that is opened from now on bring axe along: where many are checked, sending it takes longer."""
    page.context.add_init_script(AXE_SCRIPT)


def problems(page) -> list[str]:
    """Return what is wrong with a page in any of the three, once all of it is there.

    A click comes back as soon as the answer to it begins; the page has nothing in it then, not even its root.
    """
    page.wait_for_load_state()
    return sideways(page) + small_targets(page) + findings(page)


def check(page) -> None:
    """Hold the page to all three."""
    found = problems(page)
    assert not found, "\n".join(found)
