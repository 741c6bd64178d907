// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "backends/sql/foreign_sources.h"

#include <cstdint>
#include <memory>
#include <string>

namespace lockdesk::sql {

/// Names and needs of a format's statements.
struct ForeignFormat
{
    std::string statements; ///< prefix of their names
    std::string record;     ///< in sentences: "a dist_lock table"
    std::string columns;    ///< in the advice on creating the table
    std::int64_t known_columns = 0;
    std::string usual_type{}; ///< of the column that ends a lock, until it is read
};

/// Makes the locks of the format over a table.
using MakeForeignLocks = std::unique_ptr<Locks> (*)(Link& link, const ForeignTable& table, const ForeignForms& forms);

/// Opens a session on another library's table; connects unless the options say later. Fails if the table is missing.
Answer<std::unique_ptr<Session>> open_foreign_session(std::unique_ptr<Link> link, const SessionOptions& options,
                                                      std::string table, const Capabilities& capabilities,
                                                      const ForeignForms& forms, const ForeignFormat& format,
                                                      MakeForeignLocks make_locks);

} // namespace lockdesk::sql
