// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "widgets/sheets/action_sheet.h"

#include <QTest>
#include <QWidget>

#include <memory>

namespace lockdesk::test {

inline SheetContent sheetContent(const QString& environment, bool needs_reason, const QString& must_type)
{
    SheetContent c;
    c.title = QStringLiteral("Force unlock 2 locks");
    c.verb = c.title;
    c.environment = environment;
    c.subtitle = QStringLiteral("orders · source lockdesk");
    c.victims = {{QStringLiteral("billing:invoice-run"),
                  QStringLiteral("bill-2/4471/c41be0729d53fa18"),
                  QStringLiteral("4181"),
                  {},
                  QStringLiteral("in 21 min")},
                 {QStringLiteral("billing:dunning"),
                  QStringLiteral("bill-2/4471/c41be0729d53fa18"),
                  QStringLiteral("977"),
                  {},
                  QStringLiteral("in 21 min")}};
    c.evidence = {{Glyph::diamond, Tone::expired, QStringLiteral("Holder silent for 4 min")}};
    c.consequences = {{Glyph::triangle, Tone::closing, QStringLiteral("Both runs may happen twice")}};
    c.needsReason = needs_reason;
    c.mustType = must_type;
    return c;
}

/// An action sheet over an empty page.
struct SheetDesk
{
    SheetDesk()
    {
        host.resize(1100, 700);
        host.show();
        shown = QTest::qWaitForWindowExposed(&host);
        sheet = new ActionSheet(&host);
    }
    QWidget host;
    ActionSheet* sheet = nullptr; ///< owned by the host
    bool shown = false;
};

} // namespace lockdesk::test
