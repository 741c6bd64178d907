#!/bin/sh
# SPDX-FileCopyrightText: 2026 The Lockdesk developers
# SPDX-License-Identifier: GPL-3.0-or-later
# receiver.sh FOLDER WHO HOW: a receiver that logs what it gets: "id who begin|end nanoseconds", one line each.
# HOW is what it does with messages whose id begins with "m"; others are quick:
#   quick; slow SECONDS; hung: until the file FOLDER/wake exists; sent: got at once, but answered only after FOLDER/wake.
log="$1/log"
note() { echo "$LOCKDESK_MESSAGE_ID $who $1 $(date +%s%N)" >> "$log"; }
wake() { while [ -d "$folder" ] && [ ! -e "$folder/wake" ]; do sleep 0.1; done; }
folder=$1
who=$2
how=$3
case $LOCKDESK_MESSAGE_ID in m*) ;; *) how=quick ;; esac
note begin
case $how in
    slow) sleep "$4"; note end ;;
    hung) wake; note end ;;
    sent) note end; wake ;;
    *) note end ;;
esac
