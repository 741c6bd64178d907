// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QListWidget>
#include <QObject>
#include <QPointer>
#include <QStringList>

#include <functional>

class QKeyEvent;
class QLineEdit;

namespace lockdesk {

/// Completes the word at the cursor of a filter: keys, then values of the key. The list opens while one types, and only if
/// something fits. It never has the focus; nothing is inserted unless it is chosen.
class FilterCompleter final : public QObject
{
    Q_OBJECT

public:
    using Values = std::function<QStringList(const QString& key)>;
    FilterCompleter(QLineEdit* field, QStringList keys, Values values);
    ~FilterCompleter() override;

    /// What may stand for the word at this place of a text: whole words.
    [[nodiscard]] QStringList candidates(const QString& text, int cursor);
    [[nodiscard]] bool isOpen() const;
    [[nodiscard]] QListWidget* list() const { return m_list; } ///< null until it was open once
    /// Down and Up choose, Tab and (after them) Enter insert, Esc closes. Returns true if the key was for the open list.
    bool pressed(const QKeyEvent& key);
    void close();
    void raise();

signals:
    void inserted();

private:
    void offer();
    void open(const QStringList& words);
    void insert(const QString& word);
    [[nodiscard]] const QStringList& valuesOf(const QString& key);

    QLineEdit* m_field;
    QStringList m_keys;
    Values m_values;
    QString m_valuesKey; ///< of the values below, which are read once while one types a word
    QStringList m_known;
    QPointer<QListWidget> m_list;
};

} // namespace lockdesk
