// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "widgets/sheets/sheet.h"
#include "widgets/sheets/sheet_content.h"
#include "widgets/sheets/victim_list.h"

class QCheckBox;
class QComboBox;
class QLineEdit;

namespace lockdesk {

class CommandView;

/// Victims, evidence beside consequences, delay, exact commands, command line, reason, typed name; then results per row.
/// Content may change while it is open; no part moves.
class ActionSheet final : public Sheet
{
    Q_OBJECT

public:
    explicit ActionSheet(QWidget* host);

    void setContent(const SheetContent& content);
    /// Sets the text of the title and of the button.
    void setTitle(const QString& title);
    void setVictim(std::size_t row, const SheetVictim& victim) { m_victims->setVictim(row, victim); }
    /// Sets the current evidence and consequences.
    void setPoints(const std::vector<SheetPoint>& evidence, const std::vector<SheetPoint>& consequences);
    void setDelay(const SheetDelay& delay);
    void setPreview(const QString& commands, const QStringList& commandLines);
    /// Disables the button until the next preview: an input changed, and the shown commands are outdated.
    void setPreviewPending();
    void setPreviewError(const QString& message);
    /// Returns true if the text of the delay is invalid, and shows that instead of a preview.
    [[nodiscard]] bool showsWrongDelay();
    /// Text beside the delay: `until 14:37:07 on the store's clock`.
    void setDelayNote(const QString& text);
    /// Replaces the note at the foot; an empty text restores it.
    void setNews(const SheetNews& news);
    void start();

    [[nodiscard]] QString reason() const;
    /// In microseconds; nullopt if switched off or invalid. `delayError` says why.
    [[nodiscard]] std::optional<std::int64_t> delay() const;
    [[nodiscard]] QString delayText() const;

    /// Shows results from now on; the button becomes `Close`.
    void setBusy(const QString& text, bool stoppable = false);
    /// Adds the result of one victim.
    void setResult(std::size_t row, const SheetResult& result)
    {
        if (!result.name.isEmpty())
            m_victims->setResult(row, result);
    }
    /// Returns all results, in the order of the victims.
    void setResults(const std::vector<SheetResult>& results, const QString& watchText);
    /// Adds a later event, such as a late write that the fence refused.
    void addNotice(const SheetPoint& point);

    [[nodiscard]] QPushButton* actionButton() const { return m_action; }
    [[nodiscard]] QPushButton* takeUpButton() const { return m_takeUp; }
    [[nodiscard]] QLineEdit* reasonField() const { return m_reason; }
    [[nodiscard]] QLineEdit* typedField() const { return m_typed; }
    [[nodiscard]] QComboBox* delayBox() const { return m_delayBox; }
    [[nodiscard]] QCheckBox* delaySwitch() const { return m_delayOn; }
    [[nodiscard]] VictimList* victimList() const { return m_victims; }
    [[nodiscard]] QString commandsText() const;
    [[nodiscard]] QString resultText() const;
    [[nodiscard]] QString newsText() const { return m_news.text; }
    /// Returns why the button is disabled, or an empty string; shown under the fields.
    [[nodiscard]] QString missingText() const;
    [[nodiscard]] QString delayNoteText() const;

signals:
    void delayChanged();
    void reasonChanged();
    void submitted();
    void takeUpRequested();
    void stopRequested(); ///< during a run of many targets
    void victimsScrolled();

protected:
    void resizeEvent(QResizeEvent* event) override;

private:
    void assemblePoints();
    void assembleDelay();
    void assembleCommands();
    void assembleFields();
    void assembleResults();
    void assembleFooter();
    void fillPoints(QWidget* into, const QString& title, const std::vector<SheetPoint>& points);
    void showTitle();
    void showTypedLabel();
    void showDelayNote();
    [[nodiscard]] bool wantsDelay() const;
    void shareRoom();
    void fillRoom();
    [[nodiscard]] QString missing() const;
    void judge();

    SheetContent m_content;
    SheetNews m_news;
    std::vector<SheetPoint> m_evidence, m_consequences;
    VictimList* m_victims;
    QScrollArea* m_pointsArea = nullptr;
    Surface* m_delayRow;
    QCheckBox* m_delayOn = nullptr;
    ThemeLabel* m_delayCaption = nullptr;
    QComboBox* m_delayBox = nullptr;
    ThemeLabel* m_delayNote = nullptr;
    QString m_delayText, m_delayWrong;
    SectionTitle* m_commandsTitle = nullptr;
    CommandView* m_commands = nullptr;
    SectionTitle* m_linesTitle = nullptr;
    CommandView* m_lines = nullptr;
    Segmented* m_which = nullptr; ///< of a low window: statements or command lines
    QPushButton* m_copy = nullptr;
    QStringList m_allLines;
    QWidget* m_fields = nullptr;
    QLineEdit* m_reason = nullptr;
    ThemeLabel* m_typeLabel = nullptr;
    QLineEdit* m_typed = nullptr;
    ThemeLabel* m_missing = nullptr;
    QScrollArea* m_resultsArea = nullptr;
    QWidget* m_results = nullptr;
    ThemeLabel* m_footNote = nullptr;
    QPushButton* m_takeUp = nullptr;
    QPushButton* m_cancel = nullptr;
    QPushButton* m_action = nullptr;
    std::function<std::optional<std::int64_t>(const QString&)> m_readDelay;
    bool m_hasPreview = false;
    bool m_busy = false;
    bool m_stoppable = false;
    bool m_finished = false;
    bool m_started = false;
    int m_leastPoints = 0; ///< pixels
    int m_leastLines = 5;  ///< of the command view
};

} // namespace lockdesk
