// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: Apache-2.0
//
// Preloaded under the thread sanitizer. Its own clone() takes every child for a fork, but QProcess starts one that shares our
// memory until it calls exec: what the sanitizer notes in that child then holds here, and it ignores the window's thread for good.
#include <cstdarg>
#include <dlfcn.h>

// NOLINTNEXTLINE: the name and the dots are those of clone(2).
extern "C" int clone(int (*start)(void*), void* stack, int flags, void* argument, ...)
{
    using Clone = int (*)(int (*)(void*), void*, int, void*, ...);
    static const auto real = reinterpret_cast<Clone>(dlsym(dlopen("libc.so.6", RTLD_NOW | RTLD_NOLOAD), "clone"));
    va_list rest;
    va_start(rest, argument);
    void* const parent_thread = va_arg(rest, void*);
    void* const storage = va_arg(rest, void*);
    void* const child_thread = va_arg(rest, void*);
    va_end(rest);
    return real(start, stack, flags, argument, parent_thread, storage, child_thread);
}
