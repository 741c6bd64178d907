# shellcheck shell=bash
# Common to scripts/run and scripts/test: the packages Lockdesk needs, and their installation on Debian and Ubuntu.

build_packages=(
    g++ cmake make ninja-build pkg-config
    libfmt-dev nlohmann-json3-dev libcli11-dev
    libsqlitecpp-dev libsqlite3-dev libpqxx-dev libpq-dev libhiredis-dev libmariadb-dev libmongoc-dev
    libcurl4-openssl-dev libssl-dev libyaml-cpp-dev
    libgtest-dev libgmock-dev
)
qt_packages=(
    qt6-base-dev qt6-charts-dev libqt6opengl6-dev libgl1-mesa-dev libvulkan-dev qt6-svg-dev
    qt6-tools-dev qt6-tools-dev-tools qt6-l10n-tools qtkeychain-qt6-dev
    # Fonts for Korean and for lock names in other scripts.
    fonts-noto-core fonts-noto-mono fonts-noto-cjk fonts-noto-color-emoji
)
# Started by tests: servers, their clients, an X server, and tools for faults.
server_packages=(
    postgresql pgbouncer redis-server redis-tools mariadb-server sqlite3 openssl
    python3 python3-cffi python3-pip python3-venv faketime iproute2 git
    xvfb openbox xdotool dbus-daemon
    # Shells whose completion is tried, and readers of the manual.
    zsh fish groff mandoc
)
# Installs and runs other libraries' clients, in pinned versions. PROGRAM:PACKAGE, as users may have another Node or JDK, and
# a foreign Node package conflicts with Debian's npm.
client_programs=(node:nodejs npm:npm javac:default-jdk-headless mvn:maven)
optional_packages=(ccache mold)
# Compilers that read all of the C++20 here (the `clang` of Debian 12 is 14, which does not), the best first.
clang_versions=(20 19 18 17 16)

# ensure_packages PACKAGE...: installs the missing ones, or names them where it cannot.
ensure_packages() {
    local missing=()
    if ! command -v dpkg-query >/dev/null; then
        echo "This is not Debian or Ubuntu. Lockdesk needs what these packages hold:" >&2
        printf '  %s\n' "$@" >&2
        return 0
    fi
    local package
    for package in "$@"; do
        dpkg-query -W -f='${Status}' "$package" 2>/dev/null | grep -q 'ok installed' || missing+=("$package")
    done
    [ "${#missing[@]}" -eq 0 ] && return 0
    local as_root=()
    if [ "$(id -u)" -ne 0 ]; then
        if ! command -v sudo >/dev/null; then
            echo "Missing packages, and no sudo here. As root: apt-get install ${missing[*]}" >&2
            return 1
        fi
        as_root=(sudo)
    fi
    echo "Installing: ${missing[*]}"
    "${as_root[@]}" apt-get update -q
    "${as_root[@]}" env DEBIAN_FRONTEND=noninteractive apt-get install -q -y --no-install-recommends "${missing[@]}"
}

# ensure_programs PROGRAM:PACKAGE...: installs the packages of missing programs.
ensure_programs() {
    local one missing=()
    for one in "$@"; do
        command -v "${one%%:*}" >/dev/null || missing+=("${one#*:}")
    done
    [ "${#missing[@]}" -eq 0 ] || ensure_packages "${missing[@]}"
}

ensure_optional() { ensure_packages "$@" || echo "Going on without: $*" >&2; }

# ensure_clang: installs a clang if no suitable one exists. The presets dev and release compile with it (cmake/LockdeskCompiler.cmake),
# or with GCC if there is none, which takes 1.3 to 1.5 times as long.
ensure_clang() {
    local version
    for version in "${clang_versions[@]}"; do
        ! command -v "clang++-$version" >/dev/null || return 0
    done
    for version in "${clang_versions[@]}"; do
        if apt-cache show "clang-$version" >/dev/null 2>&1; then
            ensure_optional "clang-$version"
            return 0
        fi
    done
    echo "No clang of these versions is known here (${clang_versions[*]}): GCC compiles, which takes longer." >&2
}

configure() { cmake --preset "$1" ${LOCKDESK_CMAKE_ARGS:-}; }

# compile PRESET [TARGET...]. One job for each processor: with ninja's two more, compilers push each other out of the caches, and on two
# processors a sixth more of their time took a fifteenth longer.
compile() {
    local preset=$1
    shift
    cmake --build --preset "$preset" --parallel "$(nproc)" ${1:+--target "$@"}
}

# build PRESET [TARGET...]: both.
build() {
    configure "$1"
    compile "$@"
}
