# SPDX-FileCopyrightText: 2026 The Lockdesk developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""Fetches the clients of other libraries, in pinned versions, with their package managers: fetch.py FOLDER CLIENT...
Existing ones are kept."""

import concurrent.futures
import os
import shutil
import subprocess
import sys

HERE = os.path.dirname(os.path.abspath(__file__))


def needed(program, package):
    if shutil.which(program) is None:
        raise RuntimeError(f"{program} is not installed, and a client of another library needs it (Debian package {package})")


def up_to_date(folder, source):
    """Compares the description with the copy kept beside the fetched files."""
    kept = os.path.join(folder, ".fetched")
    return os.path.exists(kept) and open(kept).read() == open(source).read()


def keep(folder, source):
    shutil.copyfile(source, os.path.join(folder, ".fetched"))


def redis_py(place):
    folder, source = os.path.join(place, "venv"), os.path.join(HERE, "requirements.txt")
    if up_to_date(folder, source):
        return
    # Without a pip of its own, which takes longer to install than the client.
    subprocess.run([sys.executable, "-m", "venv", "--clear", "--without-pip", folder], check=True)
    packages = subprocess.run([os.path.join(folder, "bin", "python"), "-c", "import sysconfig; print(sysconfig.get_path('purelib'))"],
                              check=True, capture_output=True, text=True).stdout.strip()
    subprocess.run([sys.executable, "-m", "pip", "install", "-q", "--root-user-action=ignore", "--target", packages, "-r", source], check=True)
    keep(folder, source)


def node_redlock(place):
    folder, source = os.path.join(place, "node"), os.path.join(HERE, "node", "package-lock.json")
    needed("node", "nodejs")
    if up_to_date(folder, source):
        return
    needed("npm", "npm")
    os.makedirs(folder, exist_ok=True)
    for name in ("package.json", "package-lock.json"):
        shutil.copy(os.path.join(HERE, "node", name), folder)
    subprocess.run(["npm", "ci", "--no-audit", "--no-fund", "--ignore-scripts"], cwd=folder, check=True)
    keep(folder, source)


def java(place):
    folder, source = os.path.join(place, "java"), os.path.join(HERE, "java", "pom.xml")
    program = os.path.join(HERE, "java", "Client.java")
    needed("java", "default-jdk-headless")
    needed("javac", "default-jdk-headless")
    quick = "-XX:TieredStopAtLevel=1"  # a program of seconds is not worth a better compilation
    if not up_to_date(folder, source):
        needed("mvn", "maven")
        shutil.rmtree(folder, ignore_errors=True)
        os.makedirs(folder)
        subprocess.run(["mvn", "-q", "-B", "-f", source, "-Dmaven.repo.local=" + os.path.join(place, "m2"),
                        "-DoutputDirectory=" + os.path.join(folder, "lib"), "dependency:copy-dependencies"], check=True,
                       env={**os.environ, "MAVEN_OPTS": f"{quick} {os.environ.get('MAVEN_OPTS', '')}"})
        keep(folder, source)
    classes = os.path.join(folder, "classes")
    if not up_to_date(classes, program):
        subprocess.run(["javac", "-J" + quick, "-cp", os.path.join(folder, "lib", "*"), "-d", classes, program], check=True)
        keep(classes, program)


if __name__ == "__main__":
    os.makedirs(sys.argv[1], exist_ok=True)
    known = {"redis_py": redis_py, "node_redlock": node_redlock, "java": java}
    # Concurrently, since each waits for a different server.
    with concurrent.futures.ThreadPoolExecutor() as pool:
        running = [pool.submit(known[client], sys.argv[1]) for client in sys.argv[2:]]
    for one in running:
        one.result()
