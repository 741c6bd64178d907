// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "backends/observe/recording/incident.h"
#include "backends/observe/recording/recording_file.h"

#include <memory>
#include <string>
#include <utility>
#include <vector>

namespace lockdesk {

/// A bundle of several stores is one file: a first line `{"v":1,"type":"bundle","parts":[{"name":...,"bytes":...},...]}`, then
/// the recording of each store as it would be alone. A bundle of one store is that recording.

/// A store's part of a bundle.
struct BundlePart
{
    RecordingHeader header; ///< as for Recorder::begin
    std::vector<UpdatePtr> updates;
};

inline constexpr std::size_t most_parts = 64;

/// Writes a bundle of these stores without secrets: see `write_bundle` of one. Returns its lines and bytes.
Answer<Recorder::Progress> write_bundle(const std::string& path, const std::vector<BundlePart>& parts);

/// Opens what a file holds: a recording, or each part of a bundle. Errors as of RecordingFile::open, for the whole file; with
/// `up_to_damage` parts that cannot be read are left out, and `damage` of the last one that can says so.
Answer<std::vector<std::unique_ptr<RecordingFile>>> open_recordings(const std::string& path, bool up_to_damage = false);

/// The texts in a file, each of one recording, with their names; a plain recording: one without a name.
Answer<std::vector<std::pair<std::string, std::shared_ptr<const FileText>>>> texts_in(const std::string& path);

} // namespace lockdesk
