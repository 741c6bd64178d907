// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: Apache-2.0
//
// Part of the precompiled headers if LOCKDESK_OPTIMIZED_STRINGS: in C++20 libstdc++'s library holds no strings for us, so every unoptimised
// object had its own, a call for each access to a character. These are optimised, in one object (standard_templates.cpp).
#pragma once

#include <map>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#ifndef LOCKDESK_STANDARD_TEMPLATE
#define LOCKDESK_STANDARD_TEMPLATE extern template class
#endif

#ifdef __GLIBCXX__
LOCKDESK_STANDARD_TEMPLATE std::basic_string<char>;
LOCKDESK_STANDARD_TEMPLATE std::basic_string_view<char>;
LOCKDESK_STANDARD_TEMPLATE std::vector<std::string>;
LOCKDESK_STANDARD_TEMPLATE std::map<std::string, std::string>;
LOCKDESK_STANDARD_TEMPLATE std::set<std::string>;
LOCKDESK_STANDARD_TEMPLATE std::optional<std::string>;
LOCKDESK_STANDARD_TEMPLATE __gnu_cxx::__normal_iterator<char*, std::string>;
LOCKDESK_STANDARD_TEMPLATE __gnu_cxx::__normal_iterator<const char*, std::string>;
LOCKDESK_STANDARD_TEMPLATE __gnu_cxx::__normal_iterator<std::string*, std::vector<std::string>>;
LOCKDESK_STANDARD_TEMPLATE __gnu_cxx::__normal_iterator<const std::string*, std::vector<std::string>>;
#endif
