// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/console/finding_alerts.h"

#include "app/console/alert_sender.h"
#include "models/format/format.h"
#include "models/tables/findings_model.h"
#include "widgets/findings/alerts_dialog.h"
#include "widgets/shell/main_window.h"
#include "widgets/theme/glyphs.h"
#include "widgets/theme/theme.h"

#include <QIcon>
#include <QPainter>
#include <QPixmap>
#include <QSystemTrayIcon>

#include <algorithm>
#include <map>

namespace lockdesk::app {

namespace {

constexpr std::size_t mostRows = 100; ///< of one alert about many
constexpr int trayPixels = 64;

// Many of one kind at once are one alert with their number.
std::vector<Finding> gathered(const Findings& findings)
{
    std::map<FindingKind, std::vector<const Finding*>> kinds;
    for (const Finding& finding : findings)
        kinds[finding.kind].push_back(&finding);
    std::vector<Finding> out;
    for (const auto& [kind, list] : kinds) {
        if (static_cast<std::int64_t>(list.size()) < FindingsModel::groupedFrom) {
            for (const Finding* one : list)
                out.push_back(*one);
            continue;
        }
        Finding all = **std::min_element(list.begin(), list.end(),
                                         [](const Finding* a, const Finding* b) { return a->since < b->since; });
        all.key.clear();
        all.evidence.clear();
        all.rows.clear();
        all.count = 0;
        for (const Finding* one : list) {
            all.count += one->count;
            all.severity = std::max(all.severity, one->severity);
            for (const ProvingRow& row : one->rows)
                if (all.rows.size() < mostRows)
                    all.rows.push_back(row);
        }
        out.push_back(std::move(all));
    }
    return out;
}

// Desktops read markup in notifications.
QString withoutMarkup(QString text)
{
    return text.replace(QLatin1Char('<'), QChar(0x2039)).replace(QLatin1Char('>'), QChar(0x203a)).replace(QLatin1Char('&'), QChar(0xff06));
}

QIcon trayIcon(std::int64_t count)
{
    QPixmap picture = icon(QStringLiteral("lockdesk")).pixmap(trayPixels, trayPixels);
    if (count > 0) {
        QPainter painter(&picture);
        painter.setRenderHint(QPainter::Antialiasing);
        const QRectF badge(picture.width() * 0.3, picture.height() * 0.4, picture.width() * 0.7, picture.height() * 0.6);
        painter.setPen(Qt::NoPen);
        painter.setBrush(Theme::get().tokens().danger);
        painter.drawRoundedRect(badge, badge.height() / 4, badge.height() / 4);
        QFont font = Theme::get().body();
        font.setPixelSize(int(badge.height() * 0.7));
        font.setBold(true);
        painter.setFont(font);
        painter.setPen(Qt::white);
        painter.drawText(badge, Qt::AlignCenter, count > 99 ? QStringLiteral("99+") : QString::number(count));
    }
    return QIcon(picture);
}

} // namespace

FindingAlerts::FindingAlerts(FindingWatch* watch, MainWindow* window, QObject* parent)
    : QObject(parent), m_watch(watch), m_window(window), m_sender(new AlertSender(this))
{
    connect(m_sender, &AlertSender::problem, this, &FindingAlerts::problem);
    connect(watch, &FindingWatch::countsChanged, this, &FindingAlerts::showCounts);
    connect(watch, &FindingWatch::appeared, this, &FindingAlerts::take);
    apply(AlertSettings::load());
}

FindingAlerts::~FindingAlerts() = default;

void FindingAlerts::stop()
{
    m_sender->stop();
    m_tray.reset();
}

void FindingAlerts::setDesktop(bool on)
{
    if (m_settings.desktop == on)
        return;
    AlertSettings settings = m_settings;
    settings.desktop = on;
    apply(settings);
}

void FindingAlerts::apply(const AlertSettings& settings)
{
    m_settings = settings;
    if (!settings.desktop || !QSystemTrayIcon::isSystemTrayAvailable()) {
        m_tray.reset();
    } else if (m_tray == nullptr) {
        m_tray = std::make_unique<QSystemTrayIcon>();
        const auto raise = [this] {
            m_window->showNormal();
            m_window->raise();
            m_window->activateWindow();
            m_window->showPage(QStringLiteral("overview"));
        };
        connect(m_tray.get(), &QSystemTrayIcon::activated, this, raise);
        connect(m_tray.get(), &QSystemTrayIcon::messageClicked, this, raise);
    }
    showCounts();
    if (m_tray != nullptr)
        m_tray->show();
}

void FindingAlerts::showCounts()
{
    m_window->setFindings(m_watch->open());
    if (m_tray == nullptr)
        return;
    m_tray->setIcon(trayIcon(m_watch->open()));
    m_tray->setToolTip(m_watch->open() == 0 ? tr("Lockdesk: nothing needs you")
                                            : tr("Lockdesk: %Ln finding(s)", nullptr, int(m_watch->open())));
}

void FindingAlerts::take(const Feed* feed, const Findings& findings)
{
    const std::vector<Finding> all = gathered(findings);
    notify(feed, all);
    for (const Finding& finding : all)
        m_sender->send(m_settings.of(finding.severity), finding.severity, QString::fromLatin1(word(finding.kind)),
                       findingJson(*feed, finding));
}

void FindingAlerts::notify(const Feed* feed, const Findings& findings)
{
    if (m_tray == nullptr)
        return;
    QStringList lines;
    for (const Finding& finding : findings)
        if (finding.severity >= m_settings.desktopFrom)
            lines += finding.key.empty() ? tr("%1: %2").arg(format::findingKind(finding.kind, finding.entity), format::count(finding.count))
                                         : tr("%1: %2").arg(format::findingKind(finding.kind, finding.entity), format::foreign(finding.key));
    if (lines.isEmpty())
        return;
    constexpr qsizetype most = 4;
    if (lines.size() > most)
        lines = lines.mid(0, most - 1) + QStringList{tr("and %Ln more", nullptr, int(lines.size() - most + 1))};
    m_tray->showMessage(withoutMarkup(tr("%1 in %2").arg(tr("Needs a human"), feed->info().name)),
                        withoutMarkup(lines.join(QLatin1Char('\n'))), QSystemTrayIcon::Warning);
}

void FindingAlerts::showDialog()
{
    auto* dialog = new AlertsDialog(m_settings, m_window);
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    connect(dialog, &QDialog::accepted, this, [this, dialog] {
        dialog->settings().save();
        apply(dialog->settings());
    });
    dialog->open();
}

} // namespace lockdesk::app
