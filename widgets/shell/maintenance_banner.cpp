// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/shell/maintenance_banner.h"

#include "models/feed/feed_set.h"
#include "models/feed/history.h"
#include "models/format/format.h"
#include "widgets/common/chrome.h"

#include <QCoreApplication>
#include <QStringList>

#include <algorithm>
#include <chrono>

namespace lockdesk {

namespace {

constexpr Duration oneShown = std::chrono::seconds{1}; ///< of a shown time

struct MaintenanceTexts
{
    Q_DECLARE_TR_FUNCTIONS(lockdesk::MaintenanceBanner)
};

// A line for each connection: the latest end, and the reasons that differ.
QString maintenanceText(const PageContext& context)
{
    QStringList lines;
    for (const Feed* feed : context.feeds->feeds()) {
        if (!context.shown->shows(feed->index()))
            continue;
        const TimePoint now = feed->now();
        const auto all = feed->measured([&](const LeaseBook& book) { return book.maintenance(now); });
        if (all.empty())
            continue;
        QStringList reasons;
        TimePoint until{};
        const bool together = std::all_of(all.begin(), all.end(), [&](const Maintenance& one) {
            return std::chrono::abs(one.until - all.front().until) < oneShown;
        });
        for (const Maintenance& one : all) {
            until = std::max(until, one.until);
            const QString reason = one.who.empty() ? format::foreign(one.reason)
                                                   : MaintenanceTexts::tr("%1 (%2)").arg(format::foreign(one.reason), format::foreign(one.who));
            if (!reasons.contains(reason) && reasons.size() < 3)
                reasons += reason;
        }
        lines += (together ? MaintenanceTexts::tr("%1: %Ln lock(s) held off until %2: %3", nullptr, int(all.size()))
                           : MaintenanceTexts::tr("%1: %Ln lock(s) held off, the last until %2: %3", nullptr, int(all.size())))
                     .arg(feed->info().name, format::clock(until, now), reasons.join(QStringLiteral(", ")));
    }
    return lines.join(QStringLiteral("; "));
}

} // namespace

Banner* makeMaintenanceBanner(const PageContext& context, QWidget* parent)
{
    auto* banner = new Banner(parent);
    banner->setClosable(false);
    banner->hide();
    const auto refresh = [banner, context] {
        const QString text = maintenanceText(context);
        if (!text.isEmpty() && banner->text() != text)
            banner->showMessage(Glyph::triangle, Tone::closing, MaintenanceTexts::tr("Maintenance"), text);
        banner->setVisible(!text.isEmpty());
    };
    QObject::connect(context.history, &History::sampled, banner, refresh);
    QObject::connect(context.shown, &ShownConnections::changed, banner, refresh);
    return banner;
}

} // namespace lockdesk
