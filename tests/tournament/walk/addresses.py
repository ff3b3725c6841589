"""Every address of the site, found from the resolver, with its parameters filled in and its answers made readable."""

from __future__ import annotations

import io
import itertools
import re
import zipfile
import zlib
from collections.abc import Iterator, Mapping
from typing import Any

from django.urls import URLPattern, URLResolver, get_resolver

PARAMETER = re.compile(r"<(?:\w+:)?(\w+)>")


def routes() -> list[str]:
    """Return the route of every address, as the resolver knows it: `e/<slug:slug>/seating/`."""
    return sorted(_below(get_resolver().url_patterns, ""))


def _below(patterns: list[Any], before: str) -> Iterator[str]:
    for found in patterns:
        if isinstance(found, URLResolver):
            yield from _below(found.url_patterns, before + str(found.pattern))
        else:
            assert isinstance(found, URLPattern)
            yield before + str(found.pattern)


def blanks(route: str) -> list[str]:
    """Return what has to be filled in: each parameter with the segment before it, `rounds/number`."""
    segments = [PARAMETER.sub(r"\1", segment) for segment in route.split("/")]
    return [
        f"{segments[index - 1]}/{match.group(1)}" if index else match.group(1)
        for index, segment in enumerate(route.split("/"))
        for match in PARAMETER.finditer(segment)
    ]


def filled(route: str, values: Mapping[str, tuple[Any, ...]]) -> list[str]:
    """Return the addresses of a route, one for each combination of what its blanks may be."""
    wanted = [values[blank] for blank in blanks(route)]
    return ["/" + _put(route, chosen) for chosen in itertools.product(*wanted)]


def _put(route: str, chosen: tuple[Any, ...]) -> str:
    rest = iter(chosen)
    return PARAMETER.sub(lambda _match: str(next(rest)), route)


def readable(response: Any) -> str:
    """Return all that an answer says: its headers and its body, unpacked where it is a container."""
    body = b"".join(response.streaming_content) if response.streaming else response.content
    heads = "\n".join(f"{name}: {value}" for name, value in response.items())
    cookies = "\n".join(str(cookie) for cookie in response.cookies.values())
    return f"{heads}\n{cookies}\n{_unpacked(body).decode('utf-8', 'replace')}"


def _unpacked(body: bytes) -> bytes:
    if body.startswith(b"PK\x03\x04"):
        with zipfile.ZipFile(io.BytesIO(body)) as packed:
            return b"\n".join(packed.read(name) for name in packed.namelist())
    if body.startswith(b"%PDF"):
        streams = re.findall(rb"stream\r?\n(.*?)endstream", body, flags=re.DOTALL)
        return b"\n".join([body, *(zlib.decompressobj().decompress(one) for one in streams if one[:1] == b"\x78")])
    return body
