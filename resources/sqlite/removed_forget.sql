-- SPDX-FileCopyrightText: 2026 The Lockdesk developers
-- SPDX-License-Identifier: Apache-2.0
DELETE FROM {p}removed WHERE change <= (SELECT pruned FROM {p}stamp)
