// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: Apache-2.0
#include "backends/observe/recording/file_index.h"
#include "backends/observe/recording/recording_file.h"
#include "tests/fuzz/input.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size)
{
    using namespace lockdesk;
    const auto file =
        RecordingFile::read(std::make_shared<const FileText>(std::string(fuzz::text_of(data, size))), "a.ldrec", true);
    if (!file || (*file)->moments() == 0)
        return 0;
    RecordingFile& recording = **file;
    for (const std::size_t moment : {std::size_t{0}, recording.moments() / 2, recording.moments() - 1}) {
        (void)recording.state(moment);
        (void)recording.change(moment);
        (void)recording.events(moment, 10);
        (void)recording.text(moment);
        (void)recording.moved(moment, 1);
        fuzz::require(recording.moment_at(recording.at(moment)) >= moment);
    }
    return 0;
}
