"""The one error of the pure rooms: a stable code, an English template and the path of what was wrong."""

from __future__ import annotations


def noop(text: str) -> str:
    """Mark `text` as a message to be translated where it is shown; returns it unchanged."""
    return text


class RuleError(Exception):
    """Something that was handed in is unreadable or not legal.

    `code` is stable and English (snake case); `template` is an English sentence with `{name}` places, written as
    `noop("…")` so that it is found for translation; `path` names the part of the input, like `events[3].wins[0].seat`;
    `params` fill the template and are handed on as data.
    """

    def __init__(self, code: str, template: str, *, path: str = "", **params: object) -> None:
        super().__init__(code)
        self.code = code
        self.template = template
        self.path = path
        self.params = params

    @property
    def message(self) -> str:
        """The sentence in English."""
        return self.template.format(**self.params)

    def __str__(self) -> str:
        return f"{self.code} at {self.path or '.'}: {self.message}"

    def at(self, prefix: str) -> RuleError:
        """Return the same error with its path placed below `prefix`."""
        return RuleError(self.code, self.template, path=join_path(prefix, self.path), **self.params)


def join_path(prefix: str, path: str) -> str:
    """Join two paths: `events[0]` + `wins[1]` -> `events[0].wins[1]`; an index needs no dot."""
    if not prefix or not path:
        return prefix or path
    return f"{prefix}{path}" if path.startswith("[") else f"{prefix}.{path}"
