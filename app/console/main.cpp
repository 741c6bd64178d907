// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/common/man_page.h"
#include "app/console/console.h"
#include "app/console/memory_return.h"
#ifdef LOCKDESK_WITH_CLASSROOM
#include "app/console/lesson_tour.h"
#endif
#include "app/console/link_server.h"
#include "app/console/screenshot.h"
#include "backends/engine/runners/unwaited.h"
#include "models/feed/preferences.h"
#include "models/feed/row_link.h"
#include "widgets/classroom/sidebar_ids.h"
#include "widgets/shell/main_window.h"
#include "widgets/shell/page.h"
#include "widgets/theme/theme.h"

#include <QApplication>
#include <QCommandLineParser>
#include <QLibraryInfo>
#include <QLocale>
#include <QRegularExpression>
#include <QTimer>
#include <QTranslator>

#include <algorithm>
#include <csignal>
#include <cstdio>
#include <optional>
#include <string_view>
#include <vector>

namespace {

struct Wishes
{
    QStringList connect;
    QString replay, at;
    QString theme, screenshot, page, filter;
    QString lesson, variant, steps;
    QByteArray link;
    bool answer = false;
    QSize size;
    int settleMs = 2500;
    bool projector = false;
};

const char* aboutProgram()
{
    return "Console for distributed locks and task workers. Without arguments it opens the last connections, or a demo.";
}

const char* aboutLink()
{
    return "A link to a row, as lockdesk://orders/locks/nightly: the program that runs already selects it. Without one it starts and "
           "does so.";
}

QList<QCommandLineOption> options()
{
    QList<QCommandLineOption> all;
    const auto option = [&all](const char* name, const char* text, const char* value = nullptr) {
        all.append(QCommandLineOption(QLatin1String(name), QCoreApplication::translate("main", text),
                                      value != nullptr ? QLatin1String(value) : QLatin1String()));
    };
    option("connect", "Open this store, @name of a saved connection, or demo. May be repeated.", "url");
    option("replay", "Open this recording, without any store.", "file");
    option("open", "Open this incident bundle or recording, without any store.", "file");
    option("at", "Position in that recording, in seconds from its beginning.", "seconds");
    option("theme", "dark or light; else the desktop decides.", "theme");
    option("page", "Open this page: overview, locks, tasks, outbox, workers, timeline, activity, classroom, jobs, which-lock.",
           "page");
    option("filter", "Filter text for that page.", "text");
    option("lesson", "Open this lesson in the classroom, on the store of --connect if there is one.", "id");
    option("variant", "The variant of the lesson.", "name");
    option("steps", "The number of steps to take, or end.", "number or end");
    option("answer", "Show the answer to the class.");
    option("language", "Language of the window: en or ko; else that of the desktop.", "language");
    option("size", "Size of the window.", "WxH");
    option("projector", "Larger type.");
    option(
        "screenshot",
        "Grab the window into this file once data has arrived, and end. A folder: every page and sheet, dark and light, two "
        "sizes, or those of --theme and --size.",
        "path");
    option("settle", "Milliseconds to wait before that (2500).", "ms");
    return all;
}

void declare(QCommandLineParser& parser)
{
    parser.setApplicationDescription(QCoreApplication::translate("main", aboutProgram()));
    parser.addHelpOption();
    parser.addVersionOption();
    parser.addOptions(options());
    parser.addPositionalArgument(QStringLiteral("link"), QCoreApplication::translate("main", aboutLink()),
                                 QStringLiteral("[link]"));
}

int printManual()
{
    lockdesk::app::ManPage page("lockdesk", "console for distributed locks and task workers");
    page.section("SYNOPSIS");
    page.lines("lockdesk [OPTIONS] [LINK]");
    page.section("DESCRIPTION");
    page.paragraph(aboutProgram());
    page.paragraph(aboutLink());
    page.section("OPTIONS");
    page.item("-h, --help", "Shows help on the options.");
    page.item("--help-all", "Shows help on the options of Qt, too.");
    page.item("-v, --version", "Shows the version.");
    for (const QCommandLineOption& one : options()) {
        const QString value = one.valueName().isEmpty() ? QString() : QStringLiteral(" <%1>").arg(one.valueName());
        page.item(("--" + one.names().front() + value).toStdString(), one.description().toStdString());
    }
    page.paragraph("Options of Qt are understood, too, such as `-platform offscreen`.");
    page.section("EXIT STATUS");
    page.paragraph("0, or 1 for an option that it does not know, and without a display.");
    page.common_end(false);
    page.section("EXAMPLES");
    page.lines("lockdesk --connect postgresql://me@db/app --page tasks --filter kind:gateway\n"
               "lockdesk --connect demo --screenshot overview.png");
    page.section("SEE ALSO");
    page.paragraph("lockdeskctl(1), lockdesk-worker(1)");
    return std::fputs(page.text().c_str(), stdout) < 0 ? 1 : 0;
}

Wishes read(const QCommandLineParser& parser)
{
    Wishes w;
    w.connect = parser.values(QStringLiteral("connect"));
    w.replay = parser.value(QStringLiteral("replay"));
    if (w.replay.isEmpty())
        w.replay = parser.value(QStringLiteral("open"));
    w.at = parser.value(QStringLiteral("at"));
    w.theme = parser.value(QStringLiteral("theme"));
    w.screenshot = parser.value(QStringLiteral("screenshot"));
    w.page = parser.value(QStringLiteral("page"));
    w.filter = parser.value(QStringLiteral("filter"));
    w.lesson = parser.value(QStringLiteral("lesson"));
    w.variant = parser.value(QStringLiteral("variant"));
    w.steps = parser.value(QStringLiteral("steps"));
    w.answer = parser.isSet(QStringLiteral("answer"));
    w.projector = parser.isSet(QStringLiteral("projector"));
    if (parser.isSet(QStringLiteral("settle")))
        w.settleMs = parser.value(QStringLiteral("settle")).toInt();
    w.link = parser.positionalArguments().value(0).toUtf8();
    const QStringList size = parser.value(QStringLiteral("size")).split(QLatin1Char('x'));
    if (size.size() == 2)
        w.size = QSize(size[0].toInt(), size[1].toInt());
    return w;
}

/// Call before any text is translated, including the command line's help.
void chooseLanguage(const QStringList& arguments)
{
    if (const QString kept = lockdesk::Preferences::load().language; !kept.isEmpty())
        QLocale::setDefault(QLocale(kept));
    for (qsizetype i = 1; i < arguments.size(); ++i) {
        if (arguments[i] == QLatin1String("--language") && i + 1 < arguments.size())
            QLocale::setDefault(QLocale(arguments[i + 1]));
        else if (arguments[i].startsWith(QLatin1String("--language=")))
            QLocale::setDefault(QLocale(arguments[i].mid(11)));
    }
    // The locale "C" does not group digits: 5404 would appear next to 5,404.
    if (QLocale().language() == QLocale::C)
        QLocale::setDefault(QLocale(QLocale::English, QLocale::UnitedStates));
}

void chooseTheme(const QString& wanted)
{
    const lockdesk::Preferences kept = lockdesk::Preferences::load();
    const QString theme = wanted.isEmpty() ? kept.theme : wanted;
    lockdesk::Theme::get().setZoom(kept.zoom);
    if (theme == QLatin1String("dark"))
        lockdesk::Theme::get().setScheme(lockdesk::Scheme::dark);
    else if (theme == QLatin1String("light"))
        lockdesk::Theme::get().setScheme(lockdesk::Scheme::light);
}

void quitOnSignals()
{
    // Only sets a flag that the event loop polls: a signal handler may do nothing else.
    static volatile std::sig_atomic_t asked = 0;
    const auto handler = [](int) { asked = 1; };
    std::signal(SIGINT, handler);
    std::signal(SIGTERM, handler);
    auto* timer = new QTimer(qApp);
    QObject::connect(timer, &QTimer::timeout, qApp, [] {
        if (asked != 0)
            QCoreApplication::quit();
    });
    timer->start(100);
}

void nameProgram()
{
    QCoreApplication::setApplicationName(QStringLiteral("lockdesk"));
    QCoreApplication::setOrganizationName(QStringLiteral("lockdesk"));
    QCoreApplication::setApplicationVersion(QStringLiteral(LOCKDESK_VERSION));
}

/// The texts of the chosen language, while it lives. Needs an application object.
class Texts
{
public:
    Texts()
    {
        chooseLanguage(QCoreApplication::arguments());
        if (m_qt.load(QLocale(), QStringLiteral("qtbase"), QStringLiteral("_"),
                      QLibraryInfo::path(QLibraryInfo::TranslationsPath)))
            QCoreApplication::installTranslator(&m_qt);
        // English too: its plural forms are a translation.
        if (m_english.load(QStringLiteral(":/lockdesk/translations/lockdesk_en.qm")))
            QCoreApplication::installTranslator(&m_english);
        if (m_own.load(QLocale(), QStringLiteral("lockdesk"), QStringLiteral("_"),
                       QStringLiteral(":/lockdesk/translations")))
            QCoreApplication::installTranslator(&m_own);
    }

private:
    QTranslator m_qt, m_english, m_own;
};

/// Help and version need no display, which a QApplication does.
bool asksForHelp(int argc, char** argv)
{
    const std::vector<std::string_view> words(argv + 1, argv + argc);
    return std::any_of(words.begin(), words.end(), [](std::string_view word) {
        return word == "-h" || word == "--help" || word == "--help-all" || word == "-v" || word == "--version";
    });
}

/// Qt ends a program without one by SIGABRT.
bool hasDisplay(int argc, char** argv)
{
#if defined(Q_OS_UNIX) && !defined(Q_OS_DARWIN)
    const auto isSet = [](const char* name) { return !qEnvironmentVariableIsEmpty(name); };
    const std::vector<std::string_view> words(argv + 1, argv + argc);
    return isSet("DISPLAY") || isSet("WAYLAND_DISPLAY") || isSet("QT_QPA_PLATFORM")
           || std::any_of(words.begin(), words.end(), [](std::string_view word) {
                  return word.starts_with("-platform") || word.starts_with("--platform") || word.starts_with("-display");
              });
#else
    return argc > 0 && argv != nullptr;
#endif
}

/// Ends the program, unless the word was the value of another option.
void printHelp(int argc, char** argv)
{
    const QCoreApplication app(argc, argv);
    nameProgram();
    const Texts texts;
    QCommandLineParser parser;
    declare(parser);
    parser.process(app);
}

/// Returns what is wrong with a value that the parser takes as it is; an empty text: nothing.
QString mistake(const QCommandLineParser& parser)
{
    const auto outside = [&](const QString& option, const QStringList& values) {
        return parser.isSet(option) && !values.contains(parser.value(option))
                   ? QCoreApplication::translate("main", "--%1 takes one of: %2").arg(option, values.join(QStringLiteral(", ")))
                   : QString();
    };
    for (const auto& [option, values] :
         {std::pair(QStringLiteral("page"),
                    QStringLiteral("overview,locks,tasks,outbox,workers,timeline,activity,classroom,jobs,which-lock")),
          std::pair(QStringLiteral("theme"), QStringLiteral("dark,light"))})
        if (const QString wrong = outside(option, values.split(u',')); !wrong.isEmpty())
            return wrong;
    static const QRegularExpression size(QStringLiteral("^[1-9][0-9]{1,4}x[1-9][0-9]{1,4}$"));
    if (parser.isSet(QStringLiteral("size")) && !size.match(parser.value(QStringLiteral("size"))).hasMatch())
        return QCoreApplication::translate("main", "--size takes a width and a height, such as 1280x800");
    bool isNumber = true;
    if (parser.isSet(QStringLiteral("settle")) && (parser.value(QStringLiteral("settle")).toInt(&isNumber) < 0 || !isNumber))
        return QCoreApplication::translate("main", "--settle takes a number of milliseconds");
    return {};
}

/// Hands a link to the program that runs. Returns the exit status, or nullopt: none runs, so this one starts.
std::optional<int> handOver(const QByteArray& link)
{
    const auto complain = [](const QString& text) {
        std::fputs(qPrintable(QStringLiteral("lockdesk: %1\n").arg(text)), stderr);
        return 1;
    };
    const lockdesk::ReadRowLink read = lockdesk::readRowLink(link);
    if (link.size() > lockdesk::longestRowLink || link.contains('\n'))
        return complain(read.problem);
    switch (lockdesk::app::handOverLink(link)) {
    case lockdesk::app::LinkHandOver::taken: return 0; // wrong ones too: the window says what is wrong
    case lockdesk::app::LinkHandOver::no_answer:
        return complain(QCoreApplication::translate("main", "the program that runs does not take the link"));
    case lockdesk::app::LinkHandOver::nobody: break;
    }
    return read.link ? std::nullopt : std::optional(complain(read.problem));
}

int runConsole(int argc, char** argv)
{
    QApplication app(argc, argv);
    nameProgram();
    QApplication::setApplicationDisplayName(QStringLiteral("Lockdesk"));
    const Texts texts;

    QCommandLineParser parser;
    declare(parser);
    parser.process(app);
    if (const QString wrong = mistake(parser); !wrong.isEmpty()) {
        std::fputs(qPrintable(QStringLiteral("lockdesk: %1\n").arg(wrong)), stderr);
        return 2;
    }
    const Wishes wishes = read(parser);
    // With stores of its own this program is meant.
    if (!wishes.link.isEmpty() && wishes.connect.isEmpty())
        if (const auto status = handOver(wishes.link))
            return *status;
    QGuiApplication::setDesktopFileName(QStringLiteral("lockdesk"));
    lockdesk::Theme::get().install(app);
    chooseTheme(wishes.theme);
    quitOnSignals();

    lockdesk::app::Console console;
    lockdesk::MainWindow* window = console.window();
    if (wishes.size.isValid())
        window->resize(wishes.size);
    window->show();
    // A recording needs no store: opens no other connection unless requested.
    if (wishes.replay.isEmpty() || !wishes.connect.isEmpty())
        console.start(wishes.connect);
    if (!wishes.replay.isEmpty()) {
        if (const QString wrong = console.replay(wishes.replay, wishes.at.toDouble()); !wrong.isEmpty())
            qWarning("%s", qPrintable(wrong));
    }
    if (wishes.screenshot.isEmpty() || !wishes.link.isEmpty())
        console.takeLinks(wishes.link);
    if (wishes.page == QLatin1String("which-lock")) {
        window->showPage(QStringLiteral("classroom"));
        window->currentPage()->openSidebarEntry(QLatin1String(lockdesk::whichLockEntry));
    } else if (!wishes.page.isEmpty()) {
        window->showPage(wishes.page, wishes.filter);
    }
    if (wishes.projector)
        window->setProjector(true);
    std::function<bool()> there;
#ifdef LOCKDESK_WITH_CLASSROOM
    if (!wishes.lesson.isEmpty()) {
        const QString store =
            wishes.connect.isEmpty() ? QString() : QString(wishes.connect.front()).remove(QLatin1Char('@'));
        auto* tour = new lockdesk::app::LessonTour(
            window, console.classroom(), {wishes.lesson, wishes.variant, store, wishes.steps, wishes.answer}, window);
        there = [tour] { return tour->isDone(); };
    }
#endif
    if (!wishes.screenshot.isEmpty()) {
        auto* shots = new lockdesk::app::Screenshots(
            window, console.feeds(), wishes.screenshot, wishes.settleMs,
            wishes.size.isValid() ? std::vector{wishes.size} : std::vector<QSize>{},
            wishes.theme.isEmpty() ? std::vector<lockdesk::Scheme>{} : std::vector{lockdesk::Theme::get().scheme()}, &app);
        shots->waitFor(there);
    }
    const int status = QApplication::exec();
    console.shutDown();
    return status;
}

} // namespace

int main(int argc, char** argv)
{
    lockdesk::app::returnLargeMemory();
    if (argc == 2 && std::string_view(argv[1]) == "--man")
        return printManual();
    if (asksForHelp(argc, argv))
        printHelp(argc, argv);
    if (!hasDisplay(argc, argv)) {
        std::fputs("lockdesk: no display: neither DISPLAY nor WAYLAND_DISPLAY is set. lockdeskctl works without one.\n", stderr);
        return 1;
    }
    return lockdesk::end_of_program(runConsole(argc, argv));
}
