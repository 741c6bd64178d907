// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/connect/store_facts.h"

#include "models/feed/feed.h"
#include "models/feed/report_texts.h"
#include "widgets/common/help_dialog.h"

#include <QCoreApplication>

namespace lockdesk {

QDialog* showStoreFacts(const Feed& feed, QWidget* parent)
{
    if (feed.report() == nullptr)
        return nullptr;
    std::vector<HelpDialog::Section> sections;
    for (const ReportSection& one : reportSections(*feed.report())) {
        HelpDialog::Section section{one.title, {}};
        for (const ReportRow& row : one.rows)
            section.rows.push_back({row.what, row.value});
        sections.push_back(std::move(section));
    }
    auto* dialog = new HelpDialog(QCoreApplication::translate("StoreFacts", "Facts of %1").arg(feed.info().name), sections, parent);
    dialog->setObjectName(QStringLiteral("storeFacts"));
    dialog->show();
    return dialog;
}

} // namespace lockdesk
