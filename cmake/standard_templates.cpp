// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: Apache-2.0
#define LOCKDESK_STANDARD_TEMPLATE template class
#include "cmake/standard_templates.h"
