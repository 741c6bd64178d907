# SPDX-FileCopyrightText: 2026 The Lockdesk developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""Reads the fenced blocks of a document.

```sh             runs with bash -e in the document's folder, on SQLite
```sh postgresql  the same, with LOCKDESK_STORE of a real server; also mariadb, redis, mongodb
```sh noexec: WHY is parsed only, and the commands of Lockdesk in it must exist
```js mongodb     has calls of db.createUser, after which the server demands a login
```crontab        each line's command runs, on the store that a marker names
```systemd        is verified, and what it starts runs
```java NAME      is a file that the commands after it use; of docs/embedding.md another test builds them
```text           right after a block that runs: its output. Numbers and times may differ, `...` stands for any lines"""

import re

RUN_STORES = {"sqlite", "postgresql", "mariadb", "redis", "mongodb"}
SHOWN = {"text", "yaml", "js", "json", "cpp", "sql"}
FILES = {"c", "cpp", "cmake", "python", "java"}


class Block:
    def __init__(self, path, line, info, text):
        info, colon, why = info.partition("noexec:")
        self.path, self.line, self.text = path, line, text
        self.info, self.why = info.split() + (["noexec"] if colon else []), why.strip()
        self.output = None  # the text block that follows

    def __str__(self):
        return f"{self.path}:{self.line}"

    @property
    def file_name(self):
        is_file = len(self.info) == 2 and self.info[0] in FILES and re.fullmatch(r"\w+\.\w+", self.info[1])
        return self.info[1] if is_file else None

    @property
    def language(self):
        return self.info[0] if self.info else ""


def blocks_of(path, text):
    found, mistakes = [], []
    inside, follows, previous_blank = None, None, True
    for number, line in enumerate(text.splitlines(), 1):
        fence = re.match(r"^```(.*)$", line)
        if inside is None and fence:
            inside = Block(path, number, fence[1], "")
        elif inside is not None and line.startswith("```"):
            mistakes += mistakes_of(inside)
            if inside.language == "text" and follows is not None:
                follows.output = inside.text
            found.append(inside)
            follows = inside if inside.language == "sh" and "noexec" not in inside.info else None
            inside = None
        elif inside is not None:
            inside.text += line + "\n"
        elif line.strip():
            follows = None
            if re.match(r"^ {4}(lockdesk|scripts/)", line) and previous_blank:
                mistakes.append(f"{path}:{number}: a command outside a fenced block escapes the test")
        previous_blank = not line.strip() or line.startswith("    ")
    if inside is not None:
        mistakes.append(f"{inside}: the block has no end")
    return found, mistakes


def mistakes_of(block):
    if block.file_name:
        return []
    if block.info == ["js", "mongodb"]:
        return []
    if block.language in SHOWN:
        return [] if len(block.info) == 1 else [f"{block}: '{' '.join(block.info)}' has a marker too many"]
    if block.language not in {"sh", "crontab", "systemd"}:
        return [f"{block}: the block says '{block.language}', not what it is"]
    if "noexec" in block.info and not block.why:
        return [f"{block}: does not say why it is not run; write noexec: WHY"]
    unknown = set(block.info[1:]) - RUN_STORES - {"noexec"}
    return [f"{block}: unknown marker {' '.join(sorted(unknown))}"] if unknown else []


def pattern(expected):
    """What the output must match: any number for a number, any white space for white space."""
    parts = []
    for line in expected.rstrip("\n").splitlines():
        if line.strip() == "...":
            parts.append(r"(?:.*\n)*?")
            continue
        words = [re.sub(r"\d+", r"\\d+", re.escape(word)) for word in line.split()]
        parts.append(r"[ \t]*" + r"[ \t]+".join(words) + r"[ \t]*\n")
    return re.compile("".join(parts))
