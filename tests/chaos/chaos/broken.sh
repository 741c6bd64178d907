#!/bin/sh
# SPDX-FileCopyrightText: 2026 The Lockdesk developers
# SPDX-License-Identifier: Apache-2.0
#
# broken.sh PATTERN COMMAND...: passes when COMMAND found broken promises, which is exit status 1 and nothing else, and says one
# that fits PATTERN. A crash, or a run that failed after its first finding, is no proof.
pattern=$1
shift
said=$("$@")
status=$?
printf '%s\n' "$said"
if [ "$status" -ne 1 ]; then
    echo "broken.sh: exit status $status where 1 says that a promise was broken" >&2
    exit 1
fi
printf '%s\n' "$said" | grep -q -E "$pattern" || {
    echo "broken.sh: nothing fits $pattern" >&2
    exit 1
}
