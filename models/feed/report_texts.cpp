// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/feed/report_texts.h"

#include "models/feed/connection_info.h"
#include "models/format/format.h"

#include <QCoreApplication>

namespace lockdesk {

namespace {

struct ReportTexts
{
    Q_DECLARE_TR_FUNCTIONS(StoreReport)
};

QString yesOrNo(bool value) { return value ? ReportTexts::tr("yes") : ReportTexts::tr("no"); }

ReportSection storeSection(const StoreReport& report)
{
    ReportSection out{ReportTexts::tr("Store"), {}};
    const Capabilities& can = report.can;
    const QString version = format::foreign(can.version);
    const QString kind = storeKind({}, &can).section(u' ', 0, 0);
    out.rows.push_back({ReportTexts::tr("server"), version.isEmpty() ? kind : QStringLiteral("%1 %2").arg(kind, version)});
    out.rows.push_back({ReportTexts::tr("records"), format::foreign(can.source)});
    if (report.schema)
        out.rows.push_back({ReportTexts::tr("schema"), *report.schema == 0 ? ReportTexts::tr("not installed") : ReportTexts::tr("version %1").arg(*report.schema)});
    if (report.server.token_floor)
        out.rows.push_back({ReportTexts::tr("token floor"), ReportTexts::tr("%1: each new token is larger").arg(QString::number(*report.server.token_floor))});
    if (can.replica)
        out.rows.push_back({ReportTexts::tr("replica"), ReportTexts::tr("yes: another server takes the writes")});
    ClockState clock;
    clock.known = true;
    clock.offset = report.clock_offset;
    clock.uncertainty = report.clock_uncertainty;
    out.rows.push_back({ReportTexts::tr("clock"), ReportTexts::tr("%1 from the clock of the computer that read it").arg(format::clockOffset(clock))});
    if (report.at)
        out.rows.push_back({ReportTexts::tr("read at"), format::absolute(*report.at)});
    return out;
}

ReportSection worthSection(const Capabilities& can)
{
    ReportSection out{ReportTexts::tr("What a Lock Is Worth There"), {}};
    out.rows.push_back({ReportTexts::tr("fence"), can.fence == FenceStrength::none   ? ReportTexts::tr("none: these records have no tokens")
                                     : can.fence == FenceStrength::weak ? ReportTexts::tr("weak: tokens may restart, and an old holder may pass")
                                                                        : ReportTexts::tr("strict: tokens only grow, even if the server stops at once")});
    if (can.fence != FenceStrength::none)
        out.rows.push_back({ReportTexts::tr("durable tokens"), yesOrNo(can.durable_tokens)});
    for (const Weakness& one : can.weaknesses) {
        QString text = format::engineSentence(one.evidence);
        if (!one.advice.empty())
            text = ReportTexts::tr("%1. Remedy: %2").arg(text, format::engineSentence(one.advice));
        out.rows.push_back({format::foreign(one.setting), text});
    }
    if (can.weaknesses.empty())
        out.rows.push_back({ReportTexts::tr("why"), ReportTexts::tr("no setting was found with which the server loses what it has acknowledged")});
    return out;
}

ReportSection sessionSection(const StoreReport& report)
{
    ReportSection out{ReportTexts::tr("Session"), {}};
    if (report.server.pooled)
        out.rows.push_back({ReportTexts::tr("pooler"), *report.server.pooled ? ReportTexts::tr("yes: no session lock is possible through it") : ReportTexts::tr("none in between")});
    if (report.server.may_write)
        out.rows.push_back({ReportTexts::tr("may write locks"), yesOrNo(*report.server.may_write)});
    if (report.server.superuser)
        out.rows.push_back({ReportTexts::tr("superuser"), *report.server.superuser ? ReportTexts::tr("yes: more than Lockdesk needs") : ReportTexts::tr("no")});
    out.rows.push_back({ReportTexts::tr("session locks"), yesOrNo(report.can.session_locks)});
    out.rows.push_back({ReportTexts::tr("change hints"), yesOrNo(report.can.hints)});
    out.rows.push_back({ReportTexts::tr("reads changes only"), yesOrNo(report.can.changes)});
    return out;
}

} // namespace

std::vector<ReportSection> reportSections(const StoreReport& report)
{
    std::vector<ReportSection> out{storeSection(report), worthSection(report.can), {ReportTexts::tr("Settings of the Server"), {}}};
    for (const ServerSetting& one : report.server.settings)
        out.back().rows.push_back({format::foreign(one.name), one.value.empty() ? ReportTexts::tr("empty") : format::foreign(one.value)});
    out.push_back(sessionSection(report));
    out.push_back({ReportTexts::tr("Not Read"), {}});
    for (const std::string& one : report.unread)
        out.back().rows.push_back({{}, format::engineSentence(one)});
    std::erase_if(out, [](const ReportSection& section) { return section.rows.empty(); });
    return out;
}

} // namespace lockdesk
