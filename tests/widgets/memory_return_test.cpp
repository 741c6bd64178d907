// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/console/memory_return.h"
#include "tests/widgets/program.h"

#include <QFile>
#include <QTest>

#include <cstdlib>
#include <cstring>
#include <vector>

namespace lockdesk {

namespace {

qint64 residentMegabytes()
{
    QFile file(QStringLiteral("/proc/self/status"));
    if (!file.open(QIODevice::ReadOnly))
        return 0;
    for (const QByteArray& line : file.readAll().split('\n'))
        if (line.startsWith("VmRSS:"))
            return line.mid(6).trimmed().split(' ').value(0).toLongLong() / 1024;
    return 0;
}

} // namespace

class MemoryReturnTest : public QObject
{
    Q_OBJECT

private slots:
    void holesBetweenUsedMemoryGoBack()
    {
#if !defined(__GLIBC__)
        QSKIP("this C library has no call for it");
#elif defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
        QSKIP("the sanitizer has its own memory");
#elif defined(__has_feature)
#if __has_feature(address_sanitizer) || __has_feature(thread_sanitizer)
        QSKIP("the sanitizer has its own memory");
#endif
#endif
        app::MemoryReturn returns(nullptr);
        constexpr std::size_t pieces = 16'384, size = 4'000, kept_each = 64; // 64 MB
        std::vector<void*> all;
        all.reserve(pieces);
        for (std::size_t i = 0; i < pieces; ++i) {
            all.push_back(std::malloc(size));
            std::memset(all.back(), 1, size);
        }
        const qint64 most = residentMegabytes();
        for (std::size_t i = 0; i < pieces; ++i)
            if (i % kept_each != 0)
                std::free(all[i]);
        QVERIFY2(residentMegabytes() > most - 16, "the library keeps the holes by itself, else this shows nothing");
        QTRY_VERIFY_WITH_TIMEOUT(residentMegabytes() < most - 40, 20'000);
        for (std::size_t i = 0; i < pieces; i += kept_each)
            std::free(all[i]);
    }
};

} // namespace lockdesk

static const lockdesk::test::Program memory_return_test("memory_return_test", [](int argc, char** argv) {
    QApplication app(argc, argv);
    lockdesk::MemoryReturnTest test;
    return QTest::qExec(&test, argc, argv);
});
#include "memory_return_test.moc"
