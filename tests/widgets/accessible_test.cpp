// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
//
// What a screen reader finds in the window, its sheets and its dialogs: each part that can be seen has a role, and a name if it is
// more than a frame around others. And none of them was a window of its own for a moment.
#include "tests/widgets/program.h"
#include "tests/widgets/required.h"
#include "tests/widgets/window_desk.h"
#include "widgets/common/filter_box.h"
#include "widgets/common/help_dialog.h"
#include "widgets/connect/connect_dialog.h"
#include "widgets/connect/connections_dialog.h"
#include "widgets/connect/password_dialog.h"
#include "widgets/findings/alerts_dialog.h"
#include "widgets/locks/locks_page.h"
#include "widgets/shell/palette.h"
#include "widgets/shell/preferences_dialog.h"
#include "widgets/theme/theme.h"

#include <QAccessible>
#include <QAction>
#include <QApplication>
#include <QLabel>
#include <QLineEdit>
#include <QLocale>
#include <QMainWindow>
#include <QMenu>
#include <QSplitter>
#include <QStandardPaths>
#include <QTest>

#include <memory>
#include <set>

using namespace lockdesk;
using test::WindowDesk;

namespace {

void addNameless(QAccessibleInterface* part, const QString& path, QStringList& out, int depth = 0)
{
    constexpr int most_depth = 30, most_children = 300;
    const auto state = part->state();
    if (state.invisible || depth > most_depth)
        return;
    const QString name = part->text(QAccessible::Name);
    const bool frame = !state.focusable
                       && std::set{QAccessible::Client, QAccessible::Grouping, QAccessible::LayeredPane, QAccessible::Pane,
                                   QAccessible::Grip, QAccessible::Separator, QAccessible::ScrollBar, QAccessible::Border, QAccessible::Whitespace}
                              .count(part->role());
    // It shows nothing now.
    const auto* label = qobject_cast<const QLabel*>(part->object());
    const bool empty = label != nullptr && label->text().isEmpty() && label->pixmap(Qt::ReturnByValue).isNull();
    const QString here = QStringLiteral("%1/%2:%3").arg(path).arg(int(part->role()), 0, 16).arg(name.left(20));
    // On Linux, the name of a box is its value: what it is about is in a label or the description.
    const bool unexplained = part->role() == QAccessible::ComboBox && part->relations(QAccessible::Label).isEmpty()
                             && part->text(QAccessible::Description).isEmpty();
    const bool handle = qobject_cast<const QSplitterHandle*>(part->object()) != nullptr;
    if (part->role() == QAccessible::NoRole || unexplained || name.contains(QChar(0x200B)) || (name.isEmpty() && (!frame || handle) && !empty))
        out << here;
    for (int i = 0; i < std::min(part->childCount(), most_children); ++i)
        if (QAccessibleInterface* child = part->child(i); child != nullptr)
            addNameless(child, here, out, depth + 1);
}

/// Paths of the parts that can be seen and have no role, or no name though they are more than frames around others.
QStringList namelessParts(QAccessibleInterface* root)
{
    QStringList out;
    addNameless(root, {}, out);
    return out;
}

/// Knows every store and tests none.
class NoBackend final : public ConnectionBackend
{
public:
    [[nodiscard]] QStringList schemes() const override { return {QStringLiteral("sqlite"), QStringLiteral("postgresql")}; }
    [[nodiscard]] bool hasKeyring() const override { return keyring; }
    QString splitPassword(const QString&, QString&, QString&) const override { return QStringLiteral("This is no address."); }
    [[nodiscard]] QString retentionProblem(const QString&) const override { return {}; }
    void test(const ConnectionDraft&) override {}
    void createSchema(const ConnectionDraft&) override {}
    void cancel() override {}

    bool keyring = true;
};

/// Names the widgets that were shown as windows of their own, for want of a parent: they flash on the desktop.
class StrayWindows final : public QObject
{
public:
    StrayWindows() { qApp->installEventFilter(this); }
    bool eventFilter(QObject* object, QEvent* event) override
    {
        const auto* widget = qobject_cast<QWidget*>(object);
        if (event->type() == QEvent::Show && widget != nullptr && widget->windowType() == Qt::Window
            && qobject_cast<const QMainWindow*>(widget) == nullptr)
            names << QLatin1String(widget->metaObject()->className());
        return false;
    }

    QStringList names;
};

} // namespace

class AccessibleTest final : public QObject
{
    Q_OBJECT

private slots:
    void init()
    {
        QAccessible::setActive(true);
        m_stray = std::make_unique<StrayWindows>();
        m_desk = std::make_unique<WindowDesk>();
        m_desk->fill({WindowDesk::held("billing"), WindowDesk::held("dunning")});
        QVERIFY(m_desk->show());
    }
    void cleanup()
    {
        m_desk.reset();
        QCOMPARE(m_stray->names, QStringList());
    }

    void pages()
    {
        for (const ConsolePage* page : m_desk->window->pages()) {
            m_desk->window->showPage(page->key(), {});
            QCoreApplication::processEvents();
            LOCKDESK_REQUIRED(look(m_desk->window.get(), page->key()));
        }
    }

    // Each action of each page with rows, with the detail beside it.
    void sheets()
    {
        auto out = m_desk->update();
        WindowDesk::addTask(*out);
        m_desk->feed->receive(out);
        int opened = 0;
        for (const char* key : {"locks", "tasks", "workers"}) {
            auto* page = m_desk->page<RowPage>(key);
            QTRY_VERIFY(page->model()->rowCount() > 0);
            page->table()->selectRow(0);
            page->showDetail(0);
            for (QAction* action : page->rowActions()) {
                action->trigger();
                QCoreApplication::processEvents();
                const auto sheets = page->findChildren<Sheet*>();
                const QString where = page->key() + u' ' + action->text();
                LOCKDESK_REQUIRED(look(m_desk->window.get(), where));
                for (Sheet* sheet : sheets) {
                    ++opened;
                    QAccessibleInterface* answer = QAccessible::queryAccessibleInterface(sheet);
                    QVERIFY2(answer->role() == QAccessible::Dialog, qPrintable(where));
                    QVERIFY2(sheet->isAncestorOf(QApplication::focusWidget()), qPrintable(where));
                    sheet->close();
                }
                QCoreApplication::sendPostedEvents(nullptr, QEvent::DeferredDelete);
            }
        }
        QVERIFY2(opened >= 6, qPrintable(QString::number(opened)));
    }

    void palette()
    {
        QTest::keyClick(m_desk->window.get(), Qt::Key_K, Qt::ControlModifier);
        QTest::keyClicks(QApplication::focusWidget(), QStringLiteral("show"));
        LOCKDESK_REQUIRED(look(m_desk->window.get(), QStringLiteral("palette")));
    }

    void dialogs()
    {
        NoBackend backend;
        ConnectionDraft draft;
        draft.url = QStringLiteral("postgresql://h/db?tls=verify");
        ConnectDialog connecting(&backend, draft);
        LOCKDESK_REQUIRED(lookAt(connecting));
        emit backend.tested({true, true, false, QStringLiteral("PostgreSQL 15.6"), {}, {}, QStringLiteral("CREATE TABLE t")});
        connecting.accept(); // says what is wrong
        LOCKDESK_REQUIRED(lookAt(connecting));
        ConnectionsDialog manager;
        manager.setConnections({{QStringLiteral("1"), QStringLiteral("shop"), QStringLiteral("redis://h"), QStringLiteral("production"),
                                 QStringLiteral("Europe"), false, true}});
        manager.showDeleted(QStringLiteral("orders"));
        LOCKDESK_REQUIRED(lookAt(manager));
        PasswordDialog password({QStringLiteral("shop"), QStringLiteral("redis://a-name-of-a-server-that-fits-in-no-line-of-this"), QStringLiteral("no password"),
                                 PasswordDialog::Keep::offered, 2});
        LOCKDESK_REQUIRED(lookAt(password));
        PreferencesDialog preferences({}, {{QStringLiteral("shop"), QStringLiteral("shop")}});
        LOCKDESK_REQUIRED(lookAt(preferences));
        AlertsDialog alerts({});
        LOCKDESK_REQUIRED(lookAt(alerts));
        HelpDialog help(QStringLiteral("Filters"), {{QStringLiteral("Words"), {{QStringLiteral("order"), QStringLiteral("names")}}}}, nullptr);
        LOCKDESK_REQUIRED(lookAt(help));
    }

    // What has no parent outlives the dialog.
    void theConnectDialogOwnsItsWidgets()
    {
        for (const bool keyring : {true, false}) {
            NoBackend backend;
            backend.keyring = keyring;
            const auto before = QApplication::allWidgets().size();
            std::make_unique<ConnectDialog>(&backend, ConnectionDraft{}).reset();
            QCOMPARE(QApplication::allWidgets().size(), before);
        }
    }

    // Those that the window and its filter open themselves.
    void ownDialogs()
    {
        auto* page = m_desk->page<LocksPage>("locks");
        page->filterBox()->setText(QStringLiteral("state:held"));
        const auto choose = [&](const QString& text) {
            page->filterBox()->field()->setFocus();
            QTest::keyClick(page->filterBox()->field(), Qt::Key_Down, Qt::AltModifier);
            auto* menu = qobject_cast<QMenu*>(QApplication::activePopupWidget());
            QVERIFY(menu != nullptr);
            LOCKDESK_REQUIRED(look(menu, QStringLiteral("menu of the filter")));
            for (QAction* action : menu->actions())
                if (action->text().contains(text)) {
                    menu->close();
                    action->trigger();
                    return;
                }
            QFAIL(qPrintable(text));
        };
        for (const char* text : {"Save", "Help"}) {
            LOCKDESK_REQUIRED(choose(QString::fromLatin1(text)));
            LOCKDESK_REQUIRED(lookAtActive(QString::fromLatin1(text)));
        }
        m_desk->window->activateWindow();
        QVERIFY(QTest::qWaitForWindowActive(m_desk->window.get()));
        QTest::keyClick(m_desk->window.get(), Qt::Key_Question);
        LOCKDESK_REQUIRED(lookAtActive(QStringLiteral("keys")));
    }

private:
    static void look(QWidget* at, const QString& what)
    {
        const QStringList nameless = namelessParts(QAccessible::queryAccessibleInterface(at));
        QVERIFY2(nameless.isEmpty(), qPrintable(what + QStringLiteral(": ") + nameless.join(QStringLiteral("; "))));
    }
    static void lookAt(QWidget& dialog)
    {
        dialog.show();
        QVERIFY(QTest::qWaitForWindowExposed(&dialog));
        QVERIFY(!dialog.windowTitle().isEmpty());
        LOCKDESK_REQUIRED(look(&dialog, dialog.windowTitle()));
    }
    void lookAtActive(const QString& what)
    {
        QDialog* dialog = nullptr;
        for (auto* one : m_desk->window->findChildren<QDialog*>())
            if (one->isVisible())
                dialog = one;
        QVERIFY2(dialog != nullptr, qPrintable(what));
        LOCKDESK_REQUIRED(lookAt(*dialog));
        dialog->close();
        QCoreApplication::sendPostedEvents(nullptr, QEvent::DeferredDelete);
    }

    std::unique_ptr<StrayWindows> m_stray;
    std::unique_ptr<WindowDesk> m_desk;
};

static const lockdesk::test::Program accessible_test("accessible_test", [](int argc, char** argv) {
    QApplication app(argc, argv);
    QStandardPaths::setTestModeEnabled(true);
    QLocale::setDefault(QLocale(QLocale::English, QLocale::UnitedStates));
    app.setOrganizationName(QStringLiteral("lockdesk-accessible-test"));
    Theme::get().install(app);
    AccessibleTest test;
    return QTest::qExec(&test, argc, argv);
});

#include "accessible_test.moc"
