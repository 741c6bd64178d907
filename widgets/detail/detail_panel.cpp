// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/detail/detail_panel.h"

#include "models/format/format.h"
#include "widgets/sheets/sheet.h"
#include "widgets/theme/glyphs.h"
#include "widgets/theme/theme.h"

#include <QGridLayout>
#include <QHBoxLayout>
#include <QJsonDocument>
#include <QPainter>
#include <QPlainTextEdit>
#include <QScrollArea>
#include <QStackedWidget>
#include <QTabBar>
#include <QVBoxLayout>

namespace lockdesk {

namespace {

constexpr int shown_events = 6; // in "Since opened"; the History tab has all

void clearLayout(QLayout* layout)
{
    while (QLayoutItem* item = layout->takeAt(0)) {
        delete item->widget();
        delete item;
    }
}

QPlainTextEdit* plainView(const QString& name)
{
    auto* view = new QPlainTextEdit;
    view->setReadOnly(true);
    view->setFrameShape(QFrame::NoFrame);
    view->setTabChangesFocus(true);
    view->setFont(Theme::get().fixed());
    view->setAccessibleName(name);
    view->document()->setDocumentMargin(10);
    QObject::connect(&Theme::get(), &Theme::changed, view, [view] { view->setFont(Theme::get().fixed()); });
    return view;
}

QString prettyJson(const QString& raw)
{
    const auto document = QJsonDocument::fromJson(raw.toUtf8());
    return format::foreignJson(document.isNull() ? raw : QString::fromUtf8(document.toJson(QJsonDocument::Indented)));
}

// Records in our own format are decoded: the facts are the record.
QString factsText(const DetailContent& content)
{
    QStringList lines;
    for (const DetailFact& fact : content.facts)
        lines += fact.label + QStringLiteral(": ") + fact.value
                 + (fact.more.isEmpty() ? QString() : QStringLiteral(", ") + fact.more);
    return lines.join(QLatin1Char('\n'));
}

// Keeps the scroll position if the text is unchanged.
void setTextKept(QPlainTextEdit* view, const QString& text)
{
    if (view->toPlainText() != text)
        view->setPlainText(text);
}

} // namespace

DetailPanel::DetailPanel(QWidget* parent) : Surface(Ground::window, Qt::LeftEdge, parent)
{
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(1, 3, 0, 0);
    column->setSpacing(0);
    column->addWidget(assembleHead());
    m_pages = new QStackedWidget;
    m_pages->addWidget(assembleDetail());
    m_pages->addWidget(assembleHistory());
    m_pages->addWidget(assembleRecord());
    column->addWidget(m_pages, 1);
    auto* foot = new Surface(Ground::window, Qt::TopEdge);
    m_actions = new QHBoxLayout(foot);
    m_actions->setContentsMargins(12, 7, 8, 7);
    m_actions->setSpacing(6);
    m_actions->addStretch(1);
    column->addWidget(foot);
    connect(m_tabs, &QTabBar::currentChanged, m_pages, &QStackedWidget::setCurrentIndex);
    setMinimumWidth(Theme::get().px(360));
}

QSize DetailPanel::sizeHint() const { return {Theme::get().px(386), 500}; }

void DetailPanel::paintEvent(QPaintEvent* event)
{
    Surface::paintEvent(event);
    QPainter painter(this);
    paintEnvironmentLine(&painter, QRect(0, 0, width(), 3), environmentLook(m_content.environment, Theme::get().tokens()));
}

QWidget* DetailPanel::assembleHead()
{
    auto* head = new QWidget;
    auto* grid = new QGridLayout(head);
    grid->setContentsMargins(12, 8, 8, 0);
    grid->setVerticalSpacing(5);
    m_name = new ThemeLabel({}, ThemeLabel::Type::fixedTitle);
    m_name->setWordWrap(true);
    auto* cross = makeButton({}, QStringLiteral("close"), QStringLiteral("flat"));
    cross->setAccessibleName(tr("Close the detail"));
    cross->setToolTip(tr("Close (Esc)"));
    connect(cross, &QPushButton::clicked, this, &DetailPanel::closed);
    grid->addWidget(m_name, 0, 0);
    grid->addWidget(cross, 0, 1, Qt::AlignTop);
    auto* line = new QHBoxLayout;
    line->setSpacing(8);
    m_chip = new Chip;
    m_subtitle = new ThemeLabel({}, ThemeLabel::Type::body, Tone::text2);
    line->addWidget(m_chip);
    line->addWidget(m_subtitle, 1);
    grid->addLayout(line, 1, 0, 1, 2);
    m_tabs = new QTabBar;
    for (const QString& text : {tr("Detail"), tr("History"), tr("Record")})
        m_tabs->addTab(text);
    m_tabs->setExpanding(false);
    m_tabs->setDrawBase(false);
    m_tabs->setAccessibleName(tr("Parts of the detail"));
    grid->addWidget(m_tabs, 2, 0, 1, 2);
    grid->setColumnStretch(0, 1);
    return head;
}

QWidget* DetailPanel::assembleDetail()
{
    auto* area = new QScrollArea;
    area->setWidgetResizable(true);
    area->setFrameShape(QFrame::NoFrame);
    area->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    area->setAccessibleName(tr("Detail"));
    auto* content = new Surface(Ground::window);
    auto* column = new QVBoxLayout(content);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(0);

    auto* stateBox = new Surface(Ground::window, Qt::TopEdge);
    auto* stateColumn = new QVBoxLayout(stateBox);
    stateColumn->setContentsMargins(12, 8, 12, 6);
    auto* stateRow = new QHBoxLayout;
    m_glyph = new GlyphLabel;
    m_headline = new ThemeLabel({}, ThemeLabel::Type::title);
    m_headline->setWordWrap(true);
    stateRow->addWidget(m_glyph);
    stateRow->addWidget(m_headline, 1);
    m_lease = new LeaseTimeline;
    stateColumn->addLayout(stateRow);
    stateColumn->addWidget(m_lease);
    column->addWidget(stateBox);

    auto* whyBox = new Surface(Ground::base, Qt::TopEdge | Qt::BottomEdge);
    auto* whyColumn = new QVBoxLayout(whyBox);
    whyColumn->setContentsMargins(12, 8, 12, 10);
    whyColumn->setSpacing(2);
    whyColumn->addWidget(new ThemeLabel(tr("Why is this not moving?"), ThemeLabel::Type::caption, Tone::text2));
    m_why = new ThemeLabel;
    m_why->setWordWrap(true);
    m_why->setTextInteractionFlags(Qt::TextSelectableByMouse);
    whyColumn->addWidget(m_why);
    column->addWidget(whyBox);

    auto* factsBox = new QWidget;
    m_facts = new QGridLayout(factsBox);
    m_facts->setContentsMargins(12, 8, 12, 8);
    m_facts->setHorizontalSpacing(10);
    m_facts->setVerticalSpacing(3);
    m_facts->setColumnMinimumWidth(0, Theme::get().px(78));
    m_facts->setColumnStretch(1, 1);
    column->addWidget(factsBox);

    m_findingsBox = new Surface(Ground::window, Qt::TopEdge);
    m_findings = new QVBoxLayout(m_findingsBox);
    m_findings->setContentsMargins(12, 8, 12, 8);
    m_findings->setSpacing(4);
    column->addWidget(m_findingsBox);

    auto* latestBox = new Surface(Ground::window, Qt::TopEdge);
    auto* latestColumn = new QVBoxLayout(latestBox);
    latestColumn->setContentsMargins(12, 8, 12, 4);
    latestColumn->addWidget(new ThemeLabel(tr("Since opened"), ThemeLabel::Type::title, Tone::text2));
    m_latest = plainView(tr("Since opened"));
    m_latest->document()->setDocumentMargin(0);
    m_latest->setProperty("surface", QStringLiteral("plain"));
    m_latest->setVerticalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    latestColumn->addWidget(m_latest);
    column->addWidget(latestBox, 1);
    area->setWidget(content);
    return area;
}

QWidget* DetailPanel::assembleHistory()
{
    m_events = plainView(tr("History"));
    return m_events;
}

QWidget* DetailPanel::assembleRecord()
{
    m_record = plainView(tr("Record"));
    return m_record;
}

void DetailPanel::addAction(QPushButton* button) { m_actions->insertWidget(m_actions->count() - 1, button); }

void DetailPanel::setContent(const DetailContent& content)
{
    const bool other = content.name != m_content.name;
    m_content = content;
    setBreakable(m_name, content.name);
    m_chip->setEnvironment(content.environment);
    m_subtitle->setText(content.subtitle);
    const StateLook look = stateLook(content.state);
    m_glyph->setLook(look.glyph, look.tone);
    setBreakable(m_headline, content.headline);
    m_headline->setTone(look.tone);
    m_lease->setVisible(content.lease.has_value());
    if (content.lease)
        m_lease->setTime(*content.lease);
    setBreakable(m_why, content.why);
    showFacts();
    showFindings();
    showEvents();
    setTextKept(m_record, content.record.isEmpty() ? factsText(content) : prettyJson(content.record));
    if (other) {
        setAccessibleName(tr("Detail of %1").arg(content.name));
        update();
    }
}

void DetailPanel::showFacts()
{
    // Labels are reused while the number of facts is the same: nothing jumps or loses its selection.
    const int wanted = int(m_content.facts.size());
    if (m_facts->count() != wanted * 2) {
        clearLayout(m_facts);
        for (int i = 0; i < wanted; ++i) {
            auto* value = new ThemeLabel;
            value->setWordWrap(true);
            value->setTextFormat(Qt::RichText);
            value->setTextInteractionFlags(Qt::TextSelectableByMouse);
            m_facts->addWidget(new ThemeLabel({}, ThemeLabel::Type::caption, Tone::text2), i, 0, Qt::AlignTop);
            m_facts->addWidget(value, i, 1);
        }
    }
    for (int i = 0; i < wanted; ++i) {
        const DetailFact& fact = m_content.facts[size_t(i)];
        static_cast<ThemeLabel*>(m_facts->itemAtPosition(i, 0)->widget())->setText(fact.label);
        auto* value = static_cast<ThemeLabel*>(m_facts->itemAtPosition(i, 1)->widget());
        value->setType(fact.fixed ? ThemeLabel::Type::fixed : ThemeLabel::Type::body);
        value->setTone(fact.tone);
        const QString more = fact.more.isEmpty()
                                 ? QString()
                                 : QStringLiteral(" <span style='color:%1; font-family:\"%2\"; font-size:%3px'>%4</span>")
                                       .arg(Theme::get().tokens().text2.name(), Theme::get().body().family())
                                       .arg(Theme::get().body().pixelSize())
                                       .arg(fact.more.toHtmlEscaped());
        value->setText(breakable(fact.value).toHtmlEscaped() + more);
        value->setAccessibleName(fact.more.isEmpty() ? fact.value : fact.value + QLatin1Char(' ') + fact.more);
        value->setToolTip(fact.tip);
    }
}

void DetailPanel::showFindings()
{
    clearLayout(m_findings);
    m_findingsBox->setVisible(!m_content.findings.empty());
    if (m_content.findings.empty())
        return;
    m_findings->addWidget(new ThemeLabel(tr("Findings"), ThemeLabel::Type::title, Tone::text2));
    for (const DetailFinding& finding : m_content.findings) {
        auto* line = new QWidget;
        auto* row = new QHBoxLayout(line);
        row->setContentsMargins(0, 0, 0, 0);
        auto* text = new ThemeLabel(finding.text);
        text->setWordWrap(true);
        row->addWidget(new GlyphLabel(finding.glyph, finding.tone), 0, Qt::AlignVCenter);
        row->addWidget(text, 1);
        if (!finding.link.isEmpty()) {
            auto* link = makeButton(finding.link, {}, QStringLiteral("link"));
            connect(link, &QPushButton::clicked, this,
                    [this, entity = finding.entity, key = finding.key] { emit proofRequested(entity, key); });
            row->addWidget(link, 0, Qt::AlignTop);
        }
        m_findings->addWidget(line);
    }
}

void DetailPanel::showEvents()
{
    QStringList all, latest;
    for (const DetailEvent& event : m_content.events) {
        all += event.at + QStringLiteral("  ") + event.text;
        if (!event.earlier && latest.size() < shown_events)
            latest += all.constLast();
    }
    m_tabs->setTabText(1, all.isEmpty() ? tr("History") : tr("History %1").arg(format::count(all.size())));
    setTextKept(m_events,
                all.isEmpty() ? tr("Nothing has happened to it since this connection was opened, and no audit has it.")
                              : all.join(QLatin1Char('\n')));
    setTextKept(m_latest, latest.isEmpty() ? tr("nothing yet") : latest.join(QLatin1Char('\n')));
}

} // namespace lockdesk
