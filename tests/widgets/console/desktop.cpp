// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/widgets/console/desktop.h"

#include "tests/support/await.h"
#include "widgets/theme/theme.h"

#include <QApplication>
#include <QProcess>
#include <QTest>

#include <csignal>
#include <cstdlib>
#include <filesystem>
#include <iostream>
#include <stdexcept>

namespace lockdesk::test {

namespace {

constexpr int looks_at_rest = 5;     // each after a turn of the event loop, 10 ms apart
constexpr int longest_unrest = 2000; // ms

std::string programOf(const char* name)
{
    const std::string path = find_program(name);
    if (path.empty())
        throw std::runtime_error(std::string(name) + " is not installed; scripts/test installs it on Debian");
    return path;
}

std::string trimmed(std::string text)
{
    text.erase(text.find_last_not_of(" \n") + 1);
    return text;
}

void useXdotool(const QStringList& arguments)
{
    QProcess tool;
    tool.start(QString::fromStdString(programOf("xdotool")), arguments);
    // The keys are sent to this process, so its event loop must run.
    if (!QTest::qWaitFor([&] { return tool.state() == QProcess::NotRunning; }, 20'000) || tool.exitCode() != 0)
        throw std::runtime_error("xdotool failed: " + tool.readAllStandardError().toStdString());
    QTest::qWait(1);
}

void click(const QPoint& at)
{
    useXdotool({QStringLiteral("mousemove"), QString::number(at.x()), QString::number(at.y()), QStringLiteral("click"),
                QStringLiteral("1"), QStringLiteral("mousemove"), QStringLiteral("1599"), QStringLiteral("999")});
}

// A dialog that was just opened is still placed by the window manager, and one that was just filled in is still laid out.
void awaitRest(const QWidget* widget)
{
    const auto place = [&] { return QRect(widget->mapToGlobal(QPoint()), widget->size()); };
    QRect last = place();
    int same = 0;
    (void)QTest::qWaitFor([&] {
        same = place() == last ? same + 1 : 0;
        last = place();
        return same >= looks_at_rest;
    }, longest_unrest);
}

// A key that is sent while the window manager still focuses a dialog goes to the window below, which ignores it.
void awaitFocusOfDialog()
{
    if (const QWidget* dialog = QApplication::activeModalWidget())
        (void)awaitActive(dialog, longest_unrest);
}

Desktop* current = nullptr;

} // namespace

Desktop::Desktop()
{
    const std::string server = programOf("Xvfb");
    const std::string manager = programOf("openbox");
    const auto said = m_home / "display";
    ChildOptions options;
    options.output = said;
    options.error = m_home / "xvfb.log";
    m_server =
        ChildProcess({server, "-displayfd", "1", "-screen", "0", "1600x1000x24", "-noreset", "-nolisten", "tcp"}, options);
    if (!await([&] { return !trimmed(read_file(said)).empty(); }, std::chrono::seconds{20}))
        throw std::runtime_error("Xvfb did not start: " + read_file(options.error));
    const auto set = [](const char* name, const std::string& value) { ::setenv(name, value.c_str(), 1); };
    set("DISPLAY", ":" + trimmed(read_file(said)));
    set("QT_QPA_PLATFORM", "xcb");
    set("HOME", m_home.path().string());
    for (const auto& [name, folder] : {std::pair{"XDG_CONFIG_HOME", "config"},
                                       {"XDG_DATA_HOME", "data"},
                                       {"XDG_CACHE_HOME", "cache"},
                                       {"XDG_RUNTIME_DIR", "run"}}) {
        std::filesystem::create_directories(m_home / folder);
        std::filesystem::permissions(m_home / folder, std::filesystem::perms::owner_all);
        set(name, (m_home / folder).string());
    }
    ::unsetenv("DBUS_SESSION_BUS_ADDRESS");
    m_manager = ChildProcess({manager}, {});
    // A mouse over a table holds its rows, so it starts in the corner.
    const std::string tool = programOf("xdotool");
    if (run_program({tool, "mousemove", "1599", "999"}).status != 0)
        throw std::runtime_error("the mouse does not move");
}

Desktop& desktop() { return *current; }

bool awaitActive(const QWidget* window, int most)
{
    return QTest::qWaitFor([&] { return QApplication::activeWindow() == window; }, most);
}

void pressKeys(const QStringList& keys)
{
    for (const QString& key : keys) {
        awaitFocusOfDialog();
        useXdotool({QStringLiteral("key"), QStringLiteral("--clearmodifiers"), key});
    }
}

void typeText(const QString& text)
{
    awaitFocusOfDialog();
    useXdotool({QStringLiteral("type"), QStringLiteral("--delay"), QStringLiteral("15"), text});
}

void clickWidget(const QWidget* widget)
{
    awaitRest(widget);
    click(widget->mapToGlobal(widget->rect().center()));
}

void clickAt(const QWidget* widget, const QPoint& point)
{
    awaitRest(widget);
    click(widget->mapToGlobal(point));
}

// A search walks all windows of the desktop and ends with an X error if one of them vanishes meanwhile: it then counts as
// not found, and the caller retries.
QString windowOf(qint64 pid, const QString& title)
{
    QProcess search;
    search.start(QString::fromStdString(programOf("xdotool")),
                 {QStringLiteral("search"), QStringLiteral("--all"), QStringLiteral("--onlyvisible"),
                  QStringLiteral("--pid"), QString::number(pid), QStringLiteral("--name"), title});
    if (!search.waitForFinished(20'000) || search.exitCode() != 0)
        return {};
    return QString::fromUtf8(search.readAllStandardOutput()).section(u'\n', 0, 0);
}

void pressKeyIn(const QString& window, const QString& key)
{
    useXdotool({QStringLiteral("windowfocus"), QStringLiteral("--sync"), window, QStringLiteral("key"),
                QStringLiteral("--clearmodifiers"), key});
}

int runConsoleTest(int argc, char** argv, const std::function<std::unique_ptr<QObject>()>& make)
{
    try {
        Desktop desktop;
        current = &desktop;
        QApplication app(argc, argv);
        QApplication::setOrganizationName(QStringLiteral("lockdesk"));
        QApplication::setApplicationName(QStringLiteral("lockdesk"));
        Theme::get().install(app);
        return QTest::qExec(make().get(), argc, argv);
    } catch (const std::exception& wrong) {
        std::cerr << wrong.what() << '\n';
        return 1;
    }
}

} // namespace lockdesk::test
