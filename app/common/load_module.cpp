// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/common/load_module.h"

#include "app/modules/receiver_module.h"
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

template <typename Module>
Answer<const Module*> load(const std::string& name, const char* function)
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
    const auto entry = reinterpret_cast<const Module* (*)()>(dlsym(library, function));
    if (entry == nullptr)
        return Failure::unsupported(file.string() + " is not a module of Lockdesk");
    const Module* const module = entry();
    if (std::string_view(module->version) != LOCKDESK_VERSION)
        return Failure::unsupported(file.string() + " belongs to Lockdesk " + module->version + ", this program to " LOCKDESK_VERSION);
    return module;
}

Answer<const StoreModule*> store_module(const std::string& name)
{
    static std::mutex mutex;
    static std::map<std::string, const StoreModule*> loaded;
    const std::lock_guard lock(mutex);
    auto& known = loaded[name];
    if (known == nullptr) {
        const auto answer = load<StoreModule>(name, "lockdesk_store_module");
        if (!answer)
            return answer.failure();
        known = *answer;
        count_unwaited_also(known->unwaited_threads);
    }
    return known;
}

} // namespace

Answer<std::unique_ptr<Store>> open_by_module(const std::string& name, const StoreUrl& url)
{
    const auto module = store_module(name);
    return module ? (*module)->open(url) : module.failure();
}

std::string script_text_by_module(const std::string& name, const std::string& called)
{
    const auto module = store_module(name);
    return module && (*module)->script_text != nullptr ? (*module)->script_text(called) : std::string();
}

Answer<std::unique_ptr<Receiver>> http_receiver_by_module(Runtime& runtime, const std::string& url,
                                                          const std::vector<std::string>& headers)
{
    // Loaded once by the dynamic linker, however often it is asked to.
    const auto module = load<ReceiverModule>("http", "lockdesk_receiver_module");
    return module ? (*module)->make(runtime, url, headers) : module.failure();
}

} // namespace lockdesk::app
