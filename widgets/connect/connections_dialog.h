// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QDialog>
#include <QString>

#include <utility>
#include <vector>

class QPushButton;
class QTreeWidget;
class QTreeWidgetItem;
class QVBoxLayout;

namespace lockdesk {

class Banner;
struct EmptyTexts;

/// A saved connection as the manager lists it.
struct ListedConnection
{
    QString id;
    QString name;
    QString url; ///< without password
    QString environment;
    QString group; ///< empty: none
    bool readOnly = false;
    bool open = false;
};

/// All saved connections: opened, edited, duplicated, deleted (with an undo), put in order and into groups with the mouse or
/// with Alt+Up and Alt+Down.
class ConnectionsDialog final : public QDialog
{
    Q_OBJECT

public:
    explicit ConnectionsDialog(QWidget* parent = nullptr);
    /// Shows them in this order; a group stands where its first connection does. The selection stays.
    void setConnections(const std::vector<ListedConnection>& connections);
    /// Selects this one, now or once it is listed.
    void select(const QString& id);
    /// What was deleted and can be undone; empty: nothing.
    void showDeleted(const QString& name);
    void showProblem(const QString& text);
    /// Ids and groups in the order shown.
    [[nodiscard]] std::vector<std::pair<QString, QString>> order() const;

    /// Shown while no connection is saved.
    [[nodiscard]] static EmptyTexts emptyTexts();

    // For tests.
    [[nodiscard]] QTreeWidget* list() const { return m_list; }
    [[nodiscard]] Banner* banner() const { return m_banner; }

signals:
    void newRequested();
    void openRequested(const QString& id);
    void editRequested(const QString& id);
    void duplicateRequested(const QString& id);
    void deleteRequested(const QString& id);
    void undoRequested();
    void orderChanged();

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    void buildList();
    [[nodiscard]] QVBoxLayout* buildButtons();
    using Run = void (ConnectionsDialog::*)();
    QPushButton* addButton(QVBoxLayout* column, const QString& text, const QString& iconName, const QKeySequence& key, Run run);
    [[nodiscard]] QString current() const;
    [[nodiscard]] QTreeWidgetItem* itemOf(const QString& id) const;
    QTreeWidgetItem* groupItem(const QString& group);
    void refresh();
    void openIt() { emit openRequested(current()); }
    void editIt() { emit editRequested(current()); }
    void duplicateIt() { emit duplicateRequested(current()); }
    void deleteIt() { emit deleteRequested(current()); }
    void moveUp() { move(-1); }
    void moveDown() { move(1); }
    void undo();
    void move(int by);

    QTreeWidget* m_list;
    Banner* m_banner;
    std::vector<QPushButton*> m_needOne; ///< buttons for the selected connection
    QString m_wanted;                    ///< to select once it is listed
    bool m_canUndo = false;
};

} // namespace lockdesk
