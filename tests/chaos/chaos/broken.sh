#!/bin/sh
# SPDX-FileCopyrightText: 2026 The Lockdesk developers
# SPDX-License-Identifier: Apache-2.0
#
# broken.sh OPERATIONS PATTERN COMMAND...: passes when COMMAND found broken promises, which is exit status 1 and nothing else, and says one
# that fits PATTERN. A crash, or a run that failed after its first finding, is no proof. A quarter of the operations often shows it:
# two such runs come first, and all of them if neither did.
operations=$1
pattern=$2
shift 2
seed=1
for many in $((operations / 4)) $((operations / 4)) "$operations"; do
    said=$("$@" --operations "$many" --seed "$seed")
    status=$?
    printf '%s\n' "$said"
    if [ "$status" -gt 1 ]; then
        echo "broken.sh: exit status $status where 1 says that a promise was broken" >&2
        exit 1
    fi
    if [ "$status" -eq 1 ] && printf '%s\n' "$said" | grep -q -E "$pattern"; then
        exit 0
    fi
    seed=$((seed + 1))
done
echo "broken.sh: nothing fits $pattern" >&2
exit 1
