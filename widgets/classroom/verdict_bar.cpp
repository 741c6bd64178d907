// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/classroom/verdict_bar.h"

#include "models/classroom/steps_model.h"
#include "models/format/format.h"
#include "widgets/theme/theme.h"

#include <QHBoxLayout>
#include <QPainter>
#include <QRegularExpression>
#include <QResizeEvent>

#include <algorithm>

namespace lockdesk {

namespace {

/// Shows text that does not fit into one line in several smaller lines.
class LinesLabel final : public ThemeLabel
{
public:
    using ThemeLabel::ThemeLabel;

    /// Returns the lines that the text takes at that width, the last one with all that is left.
    static QStringList linesOf(const QString& text, int width, int most)
    {
        const QFontMetrics metrics(Theme::get().small());
        QStringList lines;
        QString rest = text;
        while (lines.size() + 1 < most && metrics.horizontalAdvance(rest) > width) {
            qsizetype cut = rest.lastIndexOf(QLatin1Char(' '));
            while (cut > 0 && metrics.horizontalAdvance(rest.left(cut)) > width)
                cut = rest.lastIndexOf(QLatin1Char(' '), cut - 1);
            if (cut <= 0)
                break;
            lines << rest.left(cut);
            rest = rest.mid(cut).trimmed();
        }
        return lines << rest;
    }
    static bool fits(const QString& text, int width, int most)
    {
        return QFontMetrics(Theme::get().small()).horizontalAdvance(linesOf(text, width, most).last()) <= width;
    }
    void setMost(int most) { m_most = most; }
    [[nodiscard]] int most() const { return m_most; }

protected:
    void paintEvent(QPaintEvent*) override
    {
        QPainter painter(this);
        painter.setPen(palette().color(QPalette::WindowText));
        if (fontMetrics().horizontalAdvance(text()) <= width()) {
            painter.drawText(rect(), Qt::AlignVCenter | Qt::AlignLeft, text());
            return;
        }
        painter.setFont(Theme::get().small());
        const QFontMetrics metrics = painter.fontMetrics();
        const QStringList lines = linesOf(text(), width(), m_most);
        int y = (height() - int(lines.size()) * metrics.height()) / 2;
        for (const QString& line : lines) {
            painter.drawText(QRect(0, y, width(), metrics.height()), Qt::AlignVCenter | Qt::AlignLeft,
                             metrics.elidedText(line, Qt::ElideRight, width()));
            y += metrics.height();
        }
    }

private:
    int m_most = 2;
};

} // namespace

StepProgress::StepProgress(QWidget* parent) : QWidget(parent)
{
    setSizePolicy(QSizePolicy::Fixed, QSizePolicy::Fixed);
    connect(&Theme::get(), &Theme::changed, this, &QWidget::updateGeometry);
}

void StepProgress::setPart(double part)
{
    m_part = std::clamp(part, 0.0, 1.0);
    update();
}

QSize StepProgress::sizeHint() const { return {Theme::get().px(150), Theme::get().px(8)}; }

void StepProgress::paintEvent(QPaintEvent*)
{
    QPainter painter(this);
    const Tokens& t = Theme::get().tokens();
    painter.fillRect(rect(), t.barTrack);
    painter.fillRect(QRectF(0, 0, width() * m_part, height()), t.heldFill);
}

VerdictBar::VerdictBar(Classroom* room, QWidget* parent)
    : Surface(Ground::raised, Qt::TopEdge, parent), m_room(room), m_glyph(new GlyphLabel),
      m_lead(new ThemeLabel({}, ThemeLabel::Type::title)), m_link(makeButton({}, {}, QStringLiteral("link"))),
      m_text(new LinesLabel), m_step(new ThemeLabel({}, ThemeLabel::Type::body, Tone::text2)), m_progress(new StepProgress)
{
    auto* row = new QHBoxLayout(this);
    row->setContentsMargins(12, 0, 10, 0);
    row->setSpacing(6);
    row->addWidget(m_glyph);
    row->addSpacing(6);
    row->addWidget(m_lead);
    row->addWidget(m_link);
    row->addWidget(m_text, 1);
    row->addWidget(m_step);
    row->addSpacing(4);
    row->addWidget(m_progress);
    m_glyph->setSize(15);
    m_text->setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Preferred);
    connect(m_link, &QPushButton::clicked, this, [this] {
        if (m_firstBad >= 0)
            m_room->player().goTo(m_room->track().visible()[std::size_t(m_firstBad)] + 1);
    });
    connect(room, &Classroom::changed, this, &VerdictBar::refresh);
    connect(room, &Classroom::lessonChanged, this, &VerdictBar::refresh);
    connect(&Theme::get(), &Theme::changed, this, &VerdictBar::refresh);
    refresh();
}

void VerdictBar::resizeEvent(QResizeEvent* event)
{
    Surface::resizeEvent(event);
    if (event->oldSize().width() != width()) // fit() changes the height
        fit();
}

int VerdictBar::roomForText() const
{
    const QMargins margins = layout()->contentsMargins();
    int room = width() - margins.left() - margins.right();
    for (int i = 0; i < layout()->count(); ++i) {
        QLayoutItem* item = layout()->itemAt(i);
        if (item->spacerItem() != nullptr) // counts as empty
            room -= item->sizeHint().width();
        if (item->widget() == m_text || item->isEmpty()) // hidden
            continue;
        room -= item->sizeHint().width() + layout()->spacing();
    }
    return room;
}

void VerdictBar::fit()
{
    auto* text = static_cast<LinesLabel*>(m_text); // NOLINT(cppcoreguidelines-pro-type-static-cast-downcast): made here
    for (int level = 0; level <= 4; ++level) {
        const int lines = std::max(2, level);
        // On a projector the words suffice.
        m_progress->setVisible(level < 1 && Theme::get().scale() < 1.2);
        m_link->setText(level < 2 ? m_linkText : tr("step %1").arg(m_firstBad + 1));
        text->setMost(lines);
        setFixedHeight(Theme::get().px(39 + 15 * (lines - 2)));
        if (LinesLabel::fits(m_text->text(), roomForText(), lines))
            break;
    }
    m_link->setToolTip(m_link->text() == m_linkText ? tr("Go to this step (W)") : tr("Go to %1 (W)").arg(m_linkText));
}

bool VerdictBar::isCut() const
{
    const auto* text = static_cast<const LinesLabel*>(m_text); // NOLINT(cppcoreguidelines-pro-type-static-cast-downcast): made here
    return text->fontMetrics().horizontalAdvance(text->text()) > text->width()
           && !LinesLabel::fits(text->text(), text->width(), text->most());
}

QString VerdictBar::text() const
{
    return QStringList{m_lead->text(), m_link->isHidden() ? QString() : m_linkText, m_text->text()}
        .filter(QRegularExpression(QStringLiteral(".")))
        .join(QLatin1Char(' '));
}

QString VerdictBar::beside(const scenarios::Verdict& first) const
{
    if (!m_room->choice().hasSecond())
        return {};
    if (m_room->secondTrack().playback() == nullptr)
        return {};
    const QString name = m_room->secondTrack().store().name;
    if (const int differs = m_room->picture().firstDifference(); differs > 0)
        return tr(" %1 differs from step %2 on.").arg(name, QString::number(differs));
    return m_room->picture().verdict(m_room->secondTrack()).ok == first.ok ? tr(" The same on %1.").arg(name)
                                                                 : tr(" Not so on %1.").arg(name);
}

void VerdictBar::refresh()
{
    m_link->hide();
    m_firstBad = -1;
    if (!m_room->player().isReady() || m_room->player().position() == 0) {
        m_glyph->setLook(Glyph::ring, Tone::free);
        m_lead->setText(m_room->isPreparing() ? tr("Getting ready.") : tr("At the beginning."));
        const scenarios::Variant* variant = m_room->choice().variantSpec();
        m_text->setText(variant == nullptr  ? QString()
                        : variant->expected ? tr("This way must come out right.")
                                            : tr("This way goes wrong: where?"));
    } else {
        const scenarios::Verdict verdict = m_room->picture().verdict(m_room->track());
        QString sentence = lessonText(verdict.sentence) + beside(verdict);
        if (verdict.safety_only)
            sentence = tr("After faults by hand only harm is judged.") + QLatin1Char(' ') + sentence;
        if (verdict.ok) {
            m_glyph->setLook(Glyph::check, Tone::live);
            m_lead->setText(m_room->player().atEnd() ? tr("Right.") : tr("Right so far."));
        } else {
            m_glyph->setLook(Glyph::diamond, Tone::expired);
            m_lead->setText(m_room->player().atEnd() && !verdict.expected ? tr("Wrong, as it must be:") : tr("Wrong:"));
            if (verdict.first_bad)
                m_firstBad = StepsModel::stepOfLine(m_room->track(), *verdict.first_bad);
            if (m_firstBad >= 0)
                m_linkText =
                    format::buttonText(tr("step %1, %2").arg(m_firstBad + 1).arg(StepsModel::textOf(*m_room, m_firstBad)));
            m_link->setVisible(m_firstBad >= 0);
        }
        // The rule is what should be, and must not read as what is.
        m_text->setText(verdict.ok ? sentence : tr("Not kept: “%1” %2").arg(lessonText(verdict.rule_text), sentence));
        m_text->setToolTip(m_text->text());
    }
    m_lead->setTone(m_firstBad >= 0 ? Tone::expired : Tone::text);
    const int step = m_room->player().currentStep() + 1, total = m_room->totalSteps();
    m_step->setText(total > 0  ? tr("step %1 of %2").arg(format::count(step), format::count(total))
                    : step > 0 ? tr("step %1").arg(format::count(step))
                               : QString());
    const double length = double(std::max<std::int64_t>(1, to_us(m_room->player().length())));
    m_progress->setPart(total > 0 ? double(step) / total : double(to_us(m_room->player().clock())) / length);
    fit();
    setAccessibleName(text());
}

} // namespace lockdesk
