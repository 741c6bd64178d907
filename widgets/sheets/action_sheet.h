// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "widgets/common/lease_bar.h"
#include "widgets/sheets/sheet.h"

#include <QStringList>

#include <cstdint>
#include <functional>
#include <optional>
#include <vector>

class QCheckBox;
class QComboBox;
class QLineEdit;

namespace lockdesk {

class CommandView;

/// One record that an action is about.
struct SheetVictim
{
    QString name;
    QString owner; ///< whole, not shortened
    QString token;
    LeaseBar bar;
    QString left; ///< `in 21 min`
};

/// One line of evidence or consequence.
struct SheetPoint
{
    Glyph glyph = Glyph::none;
    Tone tone = Tone::text;
    QString text;
};

/// What a sheet says before anything happens. Every text is finished: the sheet knows no store.
struct SheetContent
{
    QString title; ///< `Force unlock 2 locks`
    QString verb;  ///< of the button
    QString environment;
    QString subtitle; ///< `orders · source lockdesk`
    QString nameHeader, ownerHeader, tokenHeader, leftHeader;
    std::vector<SheetVictim> victims;
    std::vector<SheetPoint> evidence;
    std::vector<SheetPoint> consequences;
    QString commandsTitle; ///< `SQL that will run`
    QString commandsNote;
    QString footNote;
    bool danger = true; ///< the one filled red button
    bool needsReason = false;
    QString mustType;      ///< production: the name, or `2 in orders`
    bool readOnly = false; ///< the connection cannot write: the button stays dead and says so
};

/// How long until it may be taken again: hold-off of a lock, wait of a task.
struct SheetDelay
{
    QString caption;     ///< `Hold off: nobody may take them for`
    QStringList choices; ///< `30s`, `5m`, ...; also typed freely
    QString initial;
    bool optional = true; ///< with a check box; off = none
    bool on = false;
    /// Reads what stands in the field, in microseconds; none: `parse_duration`.
    std::function<std::optional<std::int64_t>(const QString&)> read;
};

/// Outcome for one victim.
struct SheetResult
{
    QString name;
    bool good = false;
    QString text; ///< `Changed hands: api-2 holds it now, token 4182. Nothing was done.`
};

/// Victims, evidence beside consequences, delay, exact commands, command line, reason, typed name; then results per row.
class ActionSheet final : public Sheet
{
    Q_OBJECT

public:
    explicit ActionSheet(QWidget* host);

    void setContent(const SheetContent& content);
    void setDelay(const SheetDelay& delay);
    void setPreview(const QString& commands, const QStringList& commandLines);
    /// An input changed: what is shown is no longer what would run, so nothing runs until the next preview.
    void setPreviewPending();
    void setPreviewError(const QString& message);
    /// Text beside the delay: `until 14:37:07 on the store's clock`.
    void setDelayNote(const QString& text);
    void start();

    [[nodiscard]] QString reason() const;
    /// In microseconds; nothing when switched off. `delayError` says why there is none.
    [[nodiscard]] std::optional<std::int64_t> delay() const;
    [[nodiscard]] QString delayText() const;

    /// From now on it shows what happened; the button becomes `Close`.
    void setBusy(const QString& text);
    void setResults(const std::vector<SheetResult>& results, const QString& watchText);
    /// A late write that the fence refused, and the like.
    void addNotice(const SheetPoint& point);

    [[nodiscard]] QPushButton* actionButton() const { return m_action; }
    [[nodiscard]] QLineEdit* reasonField() const { return m_reason; }
    [[nodiscard]] QLineEdit* typedField() const { return m_typed; }
    [[nodiscard]] QComboBox* delayBox() const { return m_delayBox; }
    [[nodiscard]] QCheckBox* delaySwitch() const { return m_delayOn; }
    [[nodiscard]] QString commandsText() const;
    [[nodiscard]] QString resultText() const;

signals:
    void delayChanged();
    void reasonChanged();
    void submitted();

private:
    void assembleDelay();
    void assembleCommands();
    void assembleFields();
    void assembleFooter();
    void fillPoints(QWidget* into, const QString& title, const std::vector<SheetPoint>& points);
    void judge();

    SheetContent m_content;
    class VictimList* m_victims;
    QWidget* m_pointsRow;
    Surface* m_delayRow;
    QCheckBox* m_delayOn = nullptr;
    ThemeLabel* m_delayCaption = nullptr;
    QComboBox* m_delayBox = nullptr;
    ThemeLabel* m_delayNote = nullptr;
    SectionTitle* m_commandsTitle = nullptr;
    CommandView* m_commands = nullptr;
    SectionTitle* m_linesTitle = nullptr;
    CommandView* m_lines = nullptr;
    QWidget* m_fields = nullptr;
    QLineEdit* m_reason = nullptr;
    ThemeLabel* m_typeLabel = nullptr;
    QLineEdit* m_typed = nullptr;
    QWidget* m_results = nullptr;
    ThemeLabel* m_footNote = nullptr;
    QPushButton* m_cancel = nullptr;
    QPushButton* m_action = nullptr;
    std::function<std::optional<std::int64_t>(const QString&)> m_readDelay;
    bool m_hasPreview = false;
    bool m_finished = false;
};

/// Rows of name, owner, token and lease, painted; at most six high, then it scrolls.
class VictimList final : public QWidget
{
    Q_OBJECT

public:
    explicit VictimList(QWidget* parent = nullptr);
    void setContent(const SheetContent& content);
    [[nodiscard]] QSize sizeHint() const override;

protected:
    void paintEvent(QPaintEvent* event) override;

private:
    SheetContent m_content;
};

} // namespace lockdesk
