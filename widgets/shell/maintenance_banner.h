// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "widgets/shell/page_context.h"

class QWidget;

namespace lockdesk {

class Banner;

/// A banner while locks of a shown connection are held off for maintenance: how many, until when, why, by whom. It goes when
/// the store's clock has reached the end.
Banner* makeMaintenanceBanner(const PageContext& context, QWidget* parent = nullptr);

} // namespace lockdesk
