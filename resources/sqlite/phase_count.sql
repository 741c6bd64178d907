-- SPDX-FileCopyrightText: 2026 The Lockdesk developers
-- SPDX-License-Identifier: Apache-2.0
-- ?3 is the latest due locked_at, exclusive; ?4 the cap. Each count reads an index alone and stops at the cap.
SELECT
  (SELECT count(*) FROM (SELECT 1 FROM {p}tasks WHERE kind = ?1 AND phase = ?2 AND locked_at < ?3 LIMIT ?4)),
  (SELECT count(*) FROM (SELECT 1 FROM {p}tasks WHERE kind = ?1 AND phase = ?2 AND locked_at >= ?3 LIMIT ?4)),
  (SELECT count(*) FROM (SELECT 1 FROM {p}tasks WHERE kind = ?1 AND phase = ?2 AND owner IS NOT NULL
  AND locked_at < ?3 LIMIT ?4)),
  (SELECT count(*) FROM (SELECT 1 FROM {p}tasks WHERE kind = ?1 AND phase = ?2 AND owner IS NOT NULL
  AND locked_at >= ?3 LIMIT ?4)),
  (SELECT count(*) FROM (SELECT 1 FROM {p}tasks WHERE kind = ?1 AND phase = ?2 AND failures > 0
  AND failures >= ?5 LIMIT ?4))
