// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QDialog>
#include <QString>

#include <vector>

namespace lockdesk {

/// Short help in two columns: what is typed, what it does. Not modal; Esc closes it; it deletes itself then.
class HelpDialog final : public QDialog
{
    Q_OBJECT

public:
    struct Row
    {
        QString typed, meaning;
    };
    struct Section
    {
        QString title;
        std::vector<Row> rows;
    };
    HelpDialog(const QString& title, const std::vector<Section>& sections, QWidget* parent);
};

} // namespace lockdesk
