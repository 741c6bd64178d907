# SPDX-FileCopyrightText: 2026 The Lockdesk developers
# SPDX-License-Identifier: GPL-3.0-or-later
# bash completion for lockdeskctl and lockdesk-worker. The programs know their words: this asks them.

_lockdesk()
{
    local line="${COMP_LINE:0:COMP_POINT}" word before='' one plain='[^A-Za-z0-9_./:=@%+,~-]'
    local -a found
    COMPREPLY=()
    word="${line##*[[:space:]]}"
    mapfile -t found < <("${COMP_WORDS[0]}" complete-words --line "$line" 2>/dev/null; echo "$?")
    # bash replaces what stands behind the last of its word breaks, such as the colon of an address.
    [[ $word == *[:=@]* ]] && before="${word%"${word##*["$COMP_WORDBREAKS"]}"}"
    before="${before%@}" # readline counts this one to what follows
    for one in "${found[@]:0:${#found[@]}-1}"; do
        if [[ $one =~ $plain ]]; then
            # Names of others are quoted: none of them may be a command. Inside quotes that are open they cannot be.
            [[ $word == *[\'\"\`\$\\]* ]] && continue
            printf -v one %q "$one"
        fi
        COMPREPLY+=("${one#"$before"}")
    done
    [[ ${#COMPREPLY[@]} -gt 0 && ${COMPREPLY[*]: -1} == *[:/] ]] && compopt -o nospace 2>/dev/null
    [[ ${#COMPREPLY[@]} -eq 0 && ${found[*]: -1} == 3 ]] && compopt -o default 2>/dev/null
    return 0
}

complete -F _lockdesk lockdeskctl lockdesk-worker
