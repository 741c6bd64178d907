// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "widgets/common/chrome.h"
#include "widgets/detail/lease_timeline.h"

#include <QStringList>

#include <optional>
#include <vector>

class QGridLayout;
class QHBoxLayout;
class QPlainTextEdit;
class QStackedWidget;
class QTabBar;
class QVBoxLayout;

namespace lockdesk {

class Chip;

struct DetailFact
{
    QString label;
    QString value;
    QString more; ///< after the value, in text2
    Tone tone = Tone::text;
    bool fixed = false;
    QString tip;
};
struct DetailFinding
{
    Glyph glyph = Glyph::triangle;
    Tone tone = Tone::closing;
    QString text;
    QString link;        ///< `lockdesk_locks, 1 row`: the proving rows
    QString entity, key; ///< key of the proving row
};
struct DetailEvent
{
    QString at;
    QString text;
    bool earlier = false; ///< before the connection was opened
};

/// All texts that the panel shows of one record, ready to show.
struct DetailContent
{
    QString name, environment, subtitle;
    QString state, headline; ///< English state word for glyph and ink; the sentence beside it
    std::optional<LeaseTime> lease;
    QString why;
    std::vector<DetailFact> facts;
    std::vector<DetailFinding> findings;
    std::vector<DetailEvent> events;
    QString record; ///< JSON
};

/// The side panel of a record, 386 px: name, environment, state; tabs Detail, History, Record; actions at the bottom.
class DetailPanel final : public Surface
{
    Q_OBJECT

public:
    explicit DetailPanel(QWidget* parent = nullptr);
    void setContent(const DetailContent& content);
    /// Adds a button at the bottom, left to right; takes ownership.
    void addAction(QPushButton* button);
    [[nodiscard]] const DetailContent& content() const { return m_content; }
    [[nodiscard]] QSize sizeHint() const override;

signals:
    void closed();
    void proofRequested(const QString& entity, const QString& key);

protected:
    void paintEvent(QPaintEvent* event) override;

private:
    QWidget* assembleHead();
    QWidget* assembleDetail();
    QWidget* assembleHistory();
    QWidget* assembleRecord();
    void showFacts();
    void showFindings();
    void showEvents();

    DetailContent m_content;
    ThemeLabel* m_name = nullptr;
    Chip* m_chip = nullptr;
    ThemeLabel* m_subtitle = nullptr;
    QTabBar* m_tabs = nullptr;
    QStackedWidget* m_pages = nullptr;
    GlyphLabel* m_glyph = nullptr;
    ThemeLabel* m_headline = nullptr;
    LeaseTimeline* m_lease = nullptr;
    ThemeLabel* m_why = nullptr;
    QGridLayout* m_facts = nullptr;
    QVBoxLayout* m_findings = nullptr;
    QWidget* m_findingsBox = nullptr;
    QPlainTextEdit* m_events = nullptr;
    QPlainTextEdit* m_latest = nullptr;
    QPlainTextEdit* m_record = nullptr;
    QHBoxLayout* m_actions = nullptr;
};

} // namespace lockdesk
