# SPDX-FileCopyrightText: 2026 The Lockdesk developers
# SPDX-License-Identifier: GPL-3.0-or-later
# fish completion for lockdeskctl and lockdesk-worker. The programs know their words: this asks them. fish quotes them.

function __lockdesk_complete
    set -l before (commandline -opc)
    set -l typed (commandline -ct | string unescape)
    test (count $typed) -eq 1; or set typed ''
    $before[1] complete-words -- $before[2..-1] "$typed" 2>/dev/null
    if test $status -eq 3
        __fish_complete_path "$typed"
    end
end

complete -c lockdeskctl -f -a '(__lockdesk_complete)'
complete -c lockdesk-worker -f -a '(__lockdesk_complete)'
