// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>

namespace lockdesk {

class Classroom;

/// Returns why that fault by hand is impossible for an actor now, or an empty string.
QString whyNoFault(const Classroom& room, const QString& fault, const QString& actor);

} // namespace lockdesk
