// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/classroom/classroom.h"
#include "widgets/sheets/sheet.h"

class QTextBrowser;

namespace lockdesk {

/// Preview of a lesson's result, to print or to save as PDF or HTML.
class ResultSheet final : public Sheet
{
    Q_OBJECT

public:
    ResultSheet(const Classroom* room, QWidget* host);
    [[nodiscard]] QWidget* firstField() const;
    /// Saves in the format of the suffix, .pdf or .html. Returns what is wrong, or an empty string.
    QString saveAs(const QString& file);
    [[nodiscard]] QTextBrowser* preview() const { return m_preview; }

signals:
    void saved(const QString& file);

private:
    void choose(const QString& suffix, const QString& filter);
    void print();

    const Classroom* m_room;
    QTextBrowser* m_preview;
    ThemeLabel* m_wrong;
    QPushButton* m_pdf;
};

} // namespace lockdesk
