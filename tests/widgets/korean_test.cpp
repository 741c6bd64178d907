// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
//
// The window in Korean, whose words have other widths: nothing is cut, and nothing is English.
#include "models/format/format.h"
#include "tests/widgets/cut_texts.h"
#include "tests/widgets/program.h"
#include "tests/widgets/window_desk.h"
#include "widgets/common/table_view.h"
#include "widgets/shell/live_table_page.h"
#include "widgets/shell/shell_presenter.h"
#include "widgets/shell/strip.h"
#include "widgets/theme/glyphs.h"
#include "widgets/theme/theme.h"

#include <QApplication>
#include <QLocale>
#include <QScrollBar>
#include <QSettings>
#include <QTest>
#include <QTranslator>

using namespace lockdesk;
using test::shared;
using test::WindowDesk;
using namespace std::chrono_literals;

namespace {

const std::string heldBy = "결제-2/4471/c41be0729d53fa18";

std::shared_ptr<Update> everyState(WindowDesk& desk)
{
    auto out = desk.update();
    out->snapshot = true;
    const TimePoint now = test::wallNow();
    for (const auto& [name, left] : {std::pair{"정산", 50s}, {"재고", 9s}, {"마감", -70s}}) {
        LockRow row = WindowDesk::held(name, left);
        row.owner = heldBy;
        out->locks.push_back(shared(row));
    }
    LockRow cooling;
    cooling.name = "알림";
    cooling.cooling_until = now + 600s;
    out->locks.push_back(shared(cooling));
    for (const auto& [id, health] : {std::pair{"가", 0s}, {"나", -60s}}) {
        WorkerRow worker;
        worker.id = std::string(id) + "-1/4471/c41be0729d53fa18";
        worker.host = id;
        worker.role = "worker";
        worker.started_at = now - 600s;
        worker.beat_at = now + health;
        worker.lease_until = now + 60s;
        worker.doing = "정산";
        out->workers.push_back(shared(worker));
    }
    out->workers_read = now;
    for (const auto& [id, failures] : {std::pair{"하나", 0}, {"둘", 8}}) {
        TaskRow task;
        task.id = id;
        task.kind = "관문";
        task.phase = "시작";
        task.failures = failures;
        task.last_error = failures > 0 ? "그림을 받지 못함" : "";
        out->tasks.push_back(shared(task));
    }
    out->phases = std::make_shared<const std::vector<PhaseSummary>>(1, [] {
        PhaseSummary phase;
        phase.kind = "관문";
        phase.phase = "시작";
        phase.total = 1234;
        phase.held = 5;
        phase.due = 1000;
        phase.waiting = 228;
        phase.failed = 1;
        return phase;
    }());
    for (const auto state : {MessageState::pending, MessageState::sending, MessageState::dead}) {
        MessageRow message;
        message.id = std::to_string(901412 + int(state));
        message.topic = "청구";
        message.state = state;
        message.tries = 3;
        message.created_at = now - 1320s;
        message.owner = state == MessageState::sending ? heldBy : "";
        message.lease_until = now + 30s;
        message.last_error = "받는 쪽이 거절함";
        out->messages.push_back(shared(message));
    }
    Backlog backlog;
    backlog.pending = 10'338;
    backlog.dead = 7;
    backlog.in_rate = 41.0;
    backlog.out_rate = 24.0;
    backlog.oldest = 252s;
    out->backlog = backlog;
    out->clock.uncertainty = 3ms;
    out->cost.rows = 46;
    out->cost.interval = 1200ms;
    out->cost.busy = 4ms;
    out->cost.share = 0.004;
    Summary summary;
    summary.at = now;
    summary.held = 309;
    summary.closing = 1;
    summary.expired = 4;
    summary.oldest = 252s;
    out->summary = summary;
    return out;
}

} // namespace

class KoreanTest final : public QObject
{
    Q_OBJECT

private slots:
    void initTestCase()
    {
        QVERIFY(m_texts.load(QStringLiteral(LOCKDESK_KOREAN_QM)));
        QApplication::installTranslator(&m_texts);
        QLocale::setDefault(QLocale(QLocale::Korean));
    }
    void init()
    {
        QSettings().clear();
        m_desk = std::make_unique<WindowDesk>(QStringLiteral("주문"));
        for (const QString& name : {QStringLiteral("개발용"), QStringLiteral("캐시")})
            m_desk->addStore(name,
                             name == QStringLiteral("캐시") ? QStringLiteral("staging") : QStringLiteral("development"));
        new ShellPresenter(m_desk->context, m_desk->window.get());
        for (Feed* feed : m_desk->feeds.feeds())
            feed->receive(everyState(*m_desk));
    }
    void cleanup()
    {
        m_desk.reset();
        Theme::get().setScale(1.0);
    }

    void nothingIsCut_data() { sizes(); }
    void nothingIsCut()
    {
        QFETCH(QSize, size);
        QFETCH(bool, projector);
        QStringList cut;
        eachPage(size, projector, [&](ConsolePage* page) {
            for (const QString& text : test::cutTexts(m_desk->window.get()))
                cut << page->key() + QStringLiteral(": ") + text;
            for (TableView* table : page->findChildren<TableView*>())
                for (const QString& text : cutWords(table))
                    cut << page->key() + QStringLiteral(": ") + text;
            if (page->key() == QStringLiteral("overview")) // nothing there scrolls horizontally
                for (TableView* table : page->findChildren<TableView*>())
                    if (table->isVisible() && table->horizontalScrollBar()->maximum() > 0)
                        cut << QStringLiteral("overview: a table scrolls sideways");
        });
        none(cut);
    }

    void nothingIsEnglish()
    {
        QStringList english;
        eachPage({1280, 800}, false, [&](ConsolePage* page) {
            for (const QString& text : test::latinTexts(m_desk->window.get()))
                english << page->key() + QStringLiteral(": ") + text;
        });
        for (const auto& name : {QStringLiteral("development"), QStringLiteral("staging"), QStringLiteral("production")})
            if (format::environment(name) == name)
                english << name;
        none(english);
    }

    // A part of the status line was once painted without its first digit.
    void aTextHasTheWidthThatItNeeds()
    {
        for (const QFont& font : {Theme::get().body(), Theme::get().caption(), Theme::get().small()})
            for (const QString& text : {QStringLiteral("1.2초마다 폴링 · 46행 · 10 ms"), QStringLiteral("4분 뒤 비워짐")})
                QVERIFY(tabularWidth(font, text) >= QFontMetricsF(font).horizontalAdvance(text) - 0.01);
    }

    // Saved widths are relative to the font size, not in pixels of the size at that time.
    void columnsKeepTheirWidthThroughTheProjector()
    {
        std::vector<int> before;
        for (int round = 0; round < 3; ++round) {
            m_desk.reset();
            m_desk = std::make_unique<WindowDesk>(QStringLiteral("주문"));
            m_desk->feed->receive(everyState(*m_desk));
            m_desk->window->resize(1280, 800);
            m_desk->window->show();
            QVERIFY(QTest::qWaitForWindowExposed(m_desk->window.get()));
            m_desk->window->setProjector(true);
            auto* page = m_desk->page<LiveTablePage>("locks");
            QTest::qWait(1);
            std::vector<int> widths;
            for (int i = 0; i < page->model()->columnCount(); ++i)
                widths.push_back(page->table()->columnWidth(i));
            if (round > 0)
                QCOMPARE(widths, before);
            before = widths;
        }
        QVERIFY(before.front() >= qRound(84 * 1.4));
    }

private:
    static void none(QStringList found)
    {
        found.removeDuplicates();
        for (const QString& one : found)
            qInfo().noquote() << one;
        QVERIFY2(found.isEmpty(), qPrintable(QStringLiteral("%1 texts").arg(found.size())));
    }
    static void sizes()
    {
        QTest::addColumn<QSize>("size");
        QTest::addColumn<bool>("projector");
        for (const QSize size : {QSize(1024, 700), QSize(1280, 720), QSize(1280, 800), QSize(1920, 1080)})
            for (const bool projector : {false, true})
                if (!projector || size.width() >= 1280)
                    QTest::addRow("%dx%d%s", size.width(), size.height(), projector ? " projector" : "")
                        << size << projector;
    }
    void eachPage(const QSize& size, bool projector, const std::function<void(ConsolePage*)>& look)
    {
        MainWindow* window = m_desk->window.get();
        window->resize(size);
        window->show();
        QVERIFY(QTest::qWaitForWindowExposed(window));
        window->setProjector(projector);
        for (ConsolePage* page : window->pages()) {
            window->showPage(page->key(), {});
            QTest::qWait(page == window->pages().front() ? 400 : 60); // sorted, laid out and painted
            QCOMPARE(window->size(), size);
            look(page);
        }
    }
    /// Returns state words that are wider than their cells.
    static QStringList cutWords(const TableView* table)
    {
        QStringList out;
        for (int i = 0; table->isVisible() && table->model() != nullptr && i < table->model()->columnCount(); ++i) {
            const auto* delegate = qobject_cast<StateDelegate*>(table->itemDelegateForColumn(i));
            if (delegate == nullptr || table->isColumnHidden(i))
                continue;
            QFont font = Theme::get().body();
            font.setWeight(QFont::DemiBold);
            for (int row = 0; row < table->model()->rowCount(); ++row) {
                const QString text = table->model()->index(row, i).data().toString();
                const int needs = QFontMetrics(font).horizontalAdvance(text) + Theme::get().px(18 + 16);
                if (table->columnWidth(i) < needs)
                    out << QStringLiteral("state \"%1\" has %2 of %3").arg(text).arg(table->columnWidth(i)).arg(needs);
            }
        }
        return out;
    }

    QTranslator m_texts;
    std::unique_ptr<WindowDesk> m_desk;
};

static const lockdesk::test::Program korean_test("korean_test", [](int argc, char** argv) {
    QApplication app(argc, argv);
    app.setOrganizationName(QStringLiteral("lockdesk-korean-test"));
    Theme::get().install(app);
    KoreanTest test;
    return QTest::qExec(&test, argc, argv);
});

#include "korean_test.moc"
