// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QComboBox>

namespace lockdesk {

/// Names a box that has no label beside it. On Linux, Qt gives screen readers its value as its name, so they find this one as the
/// description.
inline void nameBox(QComboBox* box, const QString& name)
{
    box->setAccessibleName(name);
    box->setAccessibleDescription(name);
}

} // namespace lockdesk
