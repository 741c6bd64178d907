// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/common/stores.h"
#include "app/common/worker_program.h"
#include "tests/support/temp_dir.h"
#include "tests/widgets/required.h"
#include "widgets/classroom/classroom_page.h"
#include "widgets/shell/page_context.h"

#include <QSettings>
#include <QStandardPaths>
#include <QTest>
#include <QWindow>

#include <map>
#include <memory>

namespace lockdesk::test {

/// Stores in two SQLite files.
class TwoFiles final : public ClassStores
{
public:
    explicit TwoFiles(const TempDir& folder) : m_registry(app::make_registry())
    {
        for (const char* name : {"one", "two"}) {
            File file;
            file.url = "sqlite://" + (folder / (std::string(name) + ".sqlite")).string();
            file.store = m_registry.open(StoreUrl::parse(file.url).value()).value();
            SessionOptions options;
            options.without_schema = true;
            const auto session = std::move(file.store->open(options)).value();
            session->admin().create_schema().value();
            file.can = std::make_shared<const Capabilities>(session->capabilities());
            m_files.emplace(QLatin1String(name), std::move(file));
        }
    }
    [[nodiscard]] std::vector<ClassStore> stores() const override
    {
        std::vector<ClassStore> all;
        for (const auto& [name, file] : m_files)
            all.push_back({name, name, {}, {}, file.can});
        all.insert(all.end(), m_others.begin(), m_others.end());
        return all;
    }
    /// Open connections that are there only to be listed.
    void setOthers(std::vector<ClassStore> others)
    {
        m_others = std::move(others);
        emit changed();
    }
    Answer<ClassTarget> target(const QString& id) override
    {
        const File& file = m_files.at(id);
        return ClassTarget{file.store, {}, file.url, app::worker_program()};
    }
    [[nodiscard]] QString address(const QString& id) const override { return QString::fromStdString(m_files.at(id).url); }
    [[nodiscard]] std::size_t sandboxes(const QString& id) const
    {
        SessionOptions options;
        options.without_schema = true;
        const auto session = m_files.at(id).store->open(options);
        return session.value()->admin().list_sandboxes().value().size();
    }

private:
    struct File
    {
        std::string url;
        std::shared_ptr<Store> store;
        std::shared_ptr<const Capabilities> can;
    };
    StoreRegistry m_registry;
    std::map<QString, File> m_files;
    std::vector<ClassStore> m_others;
};

/// The page on two files, and the actions of a class.
class ClassroomLab
{
protected:
    void setUpClass()
    {
        QStandardPaths::setTestModeEnabled(true);
        QSettings::setDefaultFormat(QSettings::IniFormat);
        QSettings::setPath(QSettings::IniFormat, QSettings::UserScope, QString::fromStdString(m_folder.path().string()));
        qputenv("LOCKDESK_LESSONS", QByteArray::fromStdString((m_folder / "lessons").string()));
        m_stores = std::make_unique<TwoFiles>(m_folder);
        QSettings().setValue(QStringLiteral("classroom/store"), QStringLiteral("one"));
    }

    void setUpRoom()
    {
        m_room = std::make_unique<Classroom>(m_stores.get(), scenarios::CommandCheck{});
        PageContext context;
        context.classroom = m_room.get();
        m_page = std::make_unique<ClassroomPage>(context);
        m_page->resize(1100, 700);
        m_page->show();
        QVERIFY(QTest::qWaitForWindowActive(m_page.get()));
        m_page->setActive(true);
    }

    void leaveRoom()
    {
        m_page->setActive(false);
        m_room->shutDown(std::chrono::milliseconds{patience});
        m_page.reset();
        m_room.reset();
        // A lesson leaves no sandbox behind.
        QCOMPARE(m_stores->sandboxes(QStringLiteral("one")), std::size_t{0});
        QCOMPARE(m_stores->sandboxes(QStringLiteral("two")), std::size_t{0});
    }

    void press(Qt::Key key, Qt::KeyboardModifiers with = {})
    {
        QTest::keyClick(m_page->window()->windowHandle(), key, with);
    }
    [[nodiscard]] bool ready() const { return m_room->player().isReady() && !m_room->track().isBusy(); }
    void open(const char* variant)
    {
        m_page->openSidebarEntry(QStringLiteral("zombie"));
        m_room->choice().setVariant(QLatin1String(variant));
        QTRY_VERIFY_WITH_TIMEOUT(ready() || m_room->problem().kind() != ClassProblem::Kind::none, patience);
        QVERIFY2(m_room->problem().kind() == ClassProblem::Kind::none, qPrintable(m_room->problem().text()));
        m_page->setFocus();
    }
    void stepOnce()
    {
        // Quiet events may precede the step, or come alone.
        const int before = m_room->player().currentStep();
        const bool question = m_room->questions().current() != nullptr;
        press(Qt::Key_Right);
        QTRY_VERIFY_WITH_TIMEOUT(
            m_room->player().currentStep() != before || m_room->player().atEnd()
                || (!question && m_room->questions().current() != nullptr),
            patience);
    }
    void stepToEnd()
    {
        for (int i = 0; i < 60 && !m_room->player().atEnd(); ++i)
            LOCKDESK_REQUIRED(stepOnce());
        QVERIFY(m_room->player().atEnd());
    }
    TempDir m_folder{"lockdesk-classroom"};
    std::unique_ptr<TwoFiles> m_stores;
    std::unique_ptr<Classroom> m_room;
    std::unique_ptr<ClassroomPage> m_page;
};

} // namespace lockdesk::test
