#compdef lockdeskctl lockdesk-worker
# SPDX-FileCopyrightText: 2026 The Lockdesk developers
# SPDX-License-Identifier: GPL-3.0-or-later
# zsh completion for lockdeskctl and lockdesk-worker. The programs know their words: this asks them. compadd quotes them.

_lockdesk()
{
    local text state
    local -a found open
    text="$("${(Q)words[1]}" complete-words -- "${(@Q)words[2,CURRENT-1]}" "${(Q)PREFIX}" 2>/dev/null)"
    state=$?
    found=("${(@f)text}")
    found=("${(@)found:#}")
    open=("${(@M)found:#*[:/]}")
    found=("${(@)found:#*[:/]}")
    (( ${#open} )) && compadd -S '' -a open
    (( ${#found} )) && compadd -a found
    (( state == 3 )) && _files
    return 0
}

if [[ "${funcstack[1]}" = _lockdesk ]]; then
    _lockdesk "$@"
else
    compdef _lockdesk lockdeskctl lockdesk-worker
fi
