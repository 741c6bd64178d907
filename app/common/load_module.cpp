// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/common/load_module.h"

#include "app/modules/store_module.h"
#include "backends/engine/runners/unwaited.h"

#include <dlfcn.h>
#include <filesystem>
#include <map>
#include <mutex>
#include <string_view>

namespace lockdesk::app {

namespace {

std::string last_error()
{
    const char* text = dlerror();
    return text != nullptr ? text : "it cannot be loaded";
}

Answer<const StoreModule*> load(const std::string& name)
{
    std::error_code unknown;
    const auto program = std::filesystem::read_symlink("/proc/self/exe", unknown);
    if (unknown)
        return Failure::unsupported("the module for " + name + " is not found: /proc/self/exe: " + unknown.message());
    const auto file = (program.parent_path() / LOCKDESK_MODULES / ("lockdesk-" + name + ".so")).lexically_normal();
    // Never unloaded: its threads, and those of its client library, may outlive a store.
    void* const library = dlopen(file.c_str(), RTLD_LAZY | RTLD_LOCAL | RTLD_NODELETE);
    if (library == nullptr)
        return Failure::unsupported("the module for " + name + " cannot be loaded: " + last_error());
    // POSIX: a function's address, as an object's.
    const auto entry = reinterpret_cast<decltype(&lockdesk_store_module)>(dlsym(library, "lockdesk_store_module"));
    if (entry == nullptr)
        return Failure::unsupported(file.string() + " is not a module of Lockdesk");
    const StoreModule* const module = entry();
    if (std::string_view(module->version) != LOCKDESK_VERSION)
        return Failure::unsupported(file.string() + " belongs to Lockdesk " + module->version + ", this program to " LOCKDESK_VERSION);
    count_unwaited_also(module->unwaited_threads);
    return module;
}

} // namespace

Answer<std::unique_ptr<Store>> open_by_module(const std::string& name, const StoreUrl& url)
{
    static std::mutex mutex;
    static std::map<std::string, const StoreModule*> loaded;
    const StoreModule* module = nullptr;
    {
        const std::lock_guard lock(mutex);
        auto& known = loaded[name];
        if (known == nullptr) {
            auto answer = load(name);
            if (!answer)
                return answer.failure();
            known = *answer;
        }
        module = known;
    }
    return module->open(url);
}

} // namespace lockdesk::app
