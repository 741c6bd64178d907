-- SPDX-FileCopyrightText: 2026 The Lockdesk developers
-- SPDX-License-Identifier: Apache-2.0
-- Answers now, and the rate of the sandbox clock or nil.
return {now, #P > 9 and call('HGET', P .. 'clock', 'rate')}
