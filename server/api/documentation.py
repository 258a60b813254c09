"""The OpenAPI document as a page to read: no scripts, nothing from elsewhere."""

from collections.abc import Iterator, Mapping
from html import escape
from typing import Any

from .openapi import EVERYWHERE

Json = Mapping[str, Any]


def documentation(document: Json) -> str:
    """The page."""
    operations = [
        _operation(method, path, operation)
        for path, methods in document["paths"].items()
        for method, operation in methods.items()
    ]
    schemas = [_schema(name, schema) for name, schema in document["components"]["schemas"].items()]
    return _PAGE.format(
        title=escape(document["info"]["title"]),
        everywhere=", ".join(map(str, EVERYWHERE)),
        operations="\n".join(operations),
        schemas="\n".join(schemas),
    )


_PAGE = """<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover">
<meta name="color-scheme" content="light dark">
<meta name="description" content="All addresses of {title} that programs can use, and what they answer.">
<title>API – {title}</title>
<link rel="icon" href="/static/icon.svg" type="image/svg+xml">
<link rel="stylesheet" href="/static/css/base.css">
<link rel="stylesheet" href="/static/css/pages.css">
<link rel="stylesheet" href="/static/css/api.css">
</head>
<body>
<header class="top"><a class="brand" href="/">{title}</a></header>
<main class="page api">
<h1>{title} API</h1>
<p>For programs: <a href="/api/openapi.json">openapi.json</a>, and <a href="/api/messages.json">messages.json</a> with
the messages of the sockets <code>/api/attempts/{{id}}/table</code> and
<code>/api/games/{{date}}/{{variant}}/live</code>.</p>
<p>A program gets a session by <code>POST /api/players</code> and sends its token as
<code>Authorization: Bearer</code>.</p>
<h2>Addresses</h2>
<p>Any of them may also answer {everywhere} with a <a href="#ProblemBody">ProblemBody</a>.</p>
{operations}
<h2>Bodies</h2>
{schemas}
</main>
</body>
</html>
"""


def _operation(method: str, path: str, operation: Json) -> str:
    head = f"<h3><code>{method.upper()} {escape(path)}</code></h3>"
    lines = ['<section class="box">', head, f"<p>{escape(operation['summary'])}</p>", "<ul>"]
    lines += [f"<li><b>{escape(one['name'])}</b> {_kind(one['schema'])}</li>" for one in operation["parameters"]]
    lines += [f"<li><b>takes</b> {kind}</li>" for kind in _bodies(operation.get("requestBody", {}))]
    lines += [f"<li><b>{status}</b> {_told(answer)}</li>" for status, answer in _own(operation)]
    return "\n".join([*lines, "</ul>", "</section>"])


def _own(operation: Json) -> Iterator[tuple[str, Json]]:
    """Its answers without those that any address may give."""
    return ((status, answer) for status, answer in operation["responses"].items() if int(status) not in EVERYWHERE)


def _told(answer: Json) -> str:
    return _kind(answer) if "$ref" in answer else ", ".join(_bodies(answer)) or escape(answer["description"])


def _bodies(holder: Json) -> Iterator[str]:
    return (f"{_kind(content['schema'])} as {escape(media)}" for media, content in holder.get("content", {}).items())


def _schema(name: str, schema: Json) -> str:
    head = f'<h3 id="{escape(name)}">{escape(name)}</h3>'
    lines = ['<section class="box">', head, f"<p>{escape(schema.get('description', ''))}</p>"]
    fields = schema.get("properties")
    if fields is None:
        return "\n".join([*lines, f"<p>{_kind(schema)}</p>", "</section>"])
    rows = [f"<li><b>{escape(field)}</b> {_kind(kind)}</li>" for field, kind in fields.items()]
    return "\n".join([*lines, "<ul>", *rows, "</ul>", "</section>"])


def _kind(schema: Json) -> str:
    """A schema in a few words, others linked by their names."""
    match schema:
        case {"$ref": reference}:
            name = escape(reference.rpartition("/")[2])
            return f'<a href="#{name}">{name}</a>'
        case {"anyOf": kinds}:
            return " or ".join(map(_kind, kinds))
        case {"enum": values}:
            return " or ".join(escape(str(value)) for value in values)
        case {"prefixItems": kinds}:
            return f"[{', '.join(map(_kind, kinds))}]"
        case {"type": "array", "items": kind}:
            return f"list of {_kind(kind)}"
        case _:
            return escape(str(schema.get("format", schema.get("type", "anything"))))
