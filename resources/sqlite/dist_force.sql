-- SPDX-FileCopyrightText: 2026 The Lockdesk developers
-- SPDX-License-Identifier: Apache-2.0
-- Sent as it is shown: `:name` and so on are replaced by literals before it is prepared.
UPDATE {t} SET owner = NULL, expiry = NULL WHERE name = :name AND owner = :owner AND expiry IS NOT NULL{and_expires};
