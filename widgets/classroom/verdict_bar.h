// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/classroom/classroom.h"
#include "widgets/common/chrome.h"

namespace lockdesk {

/// Progress: `step 9 of 11` and a bar.
class StepProgress final : public QWidget
{
    Q_OBJECT

public:
    explicit StepProgress(QWidget* parent = nullptr);
    void setPart(double part);
    [[nodiscard]] QSize sizeHint() const override;

protected:
    void paintEvent(QPaintEvent* event) override;

private:
    double m_part = 0;
};

/// The verdict so far: right, or the name of the first wrong step with a link to it; the numbers; and the progress.
class VerdictBar final : public Surface
{
    Q_OBJECT

public:
    explicit VerdictBar(Classroom* room, QWidget* parent = nullptr);
    [[nodiscard]] QString text() const;
    [[nodiscard]] QPushButton* link() const { return m_link; }
    /// Returns true if even three lines do not show all of the text.
    [[nodiscard]] bool isCut() const;

protected:
    void resizeEvent(QResizeEvent* event) override;

private:
    void refresh();
    /// Makes room for the text: without the progress, then with a short link, then with a third line.
    void fit();
    [[nodiscard]] int roomForText() const;
    [[nodiscard]] QString beside(const scenarios::Verdict& first) const;

    Classroom* m_room;
    GlyphLabel* m_glyph;
    ThemeLabel* m_lead;
    QPushButton* m_link;
    ThemeLabel* m_text; ///< the full text is in its tooltip
    ThemeLabel* m_step;
    StepProgress* m_progress;
    int m_firstBad = -1; ///< step
    QString m_linkText;  ///< in full
};

} // namespace lockdesk
