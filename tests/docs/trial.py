# SPDX-FileCopyrightText: 2026 The Lockdesk developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""The day of a stranger: installs the package into a prefix, and as a user with an empty home and a bare environment runs the guides'
own commands, on SQLite and on PostgreSQL. Under root the user is one that nobody else is; else whoever runs this."""

import http.server
import os
import re
import shutil
import subprocess
import sys
import tempfile
import threading
import unittest

sys.dont_write_bytecode = True
HERE = os.path.dirname(os.path.abspath(__file__))
ROOT = os.path.dirname(os.path.dirname(HERE))
sys.path.insert(0, os.path.join(ROOT, "tests", "support"))
import servers  # noqa: E402
from blocks import blocks_of, pattern  # noqa: E402

BUILD = os.environ["LOCKDESK_BUILD"]
STRANGER = 23456 if os.getuid() == 0 else None
FOREIGN = re.compile(r"\b(psql|mariadb|redis-cli|java|python3)\b")  # commands of other programs, which test_documents.py runs


def guide(name):
    path = f"docs/guides/{name}.md"
    with open(os.path.join(ROOT, path), encoding="utf-8") as file:
        blocks, mistakes = blocks_of(path, file.read())
    assert not mistakes, mistakes
    return blocks


def commands(blocks):
    """What a reader types, whichever store it stands for."""
    return [block for block in blocks if block.language == "sh" and "noexec" not in block.info and not FOREIGN.search(block.text)
            and not {"mariadb", "redis", "mongodb"} & set(block.info)]


class Receiver(http.server.BaseHTTPRequestHandler):
    def do_POST(self):
        body = self.rfile.read(int(self.headers["Content-Length"]))
        self.server.got.append((self.headers["Lockdesk-Message-Id"], self.headers["Authorization"], body))
        self.send_response(204)
        self.end_headers()

    def log_message(self, *unused):
        pass


class Trial(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.folder = tempfile.mkdtemp(prefix="lockdesk-trial-")
        cls.addClassCleanup(shutil.rmtree, cls.folder, ignore_errors=True)
        os.chmod(cls.folder, 0o755)
        cls.prefix = os.path.join(cls.folder, "prefix")
        for component in ("programs", "engine"):
            subprocess.run(["cmake", "--install", BUILD, "--prefix", cls.prefix, "--component", component], check=True,
                           stdout=subprocess.DEVNULL)
        cls.postgres = servers.Postgres()
        cls.addClassCleanup(cls.postgres.stop)

    def setUp(self):
        self.homes = 0

    def home(self):
        self.homes += 1
        path = os.path.join(self.folder, f"{self.id().rsplit('.', maxsplit=1)[-1]}-{self.homes}")
        os.mkdir(path)
        if STRANGER:
            os.chown(path, STRANGER, STRANGER)
        return path

    def start(self, text, home, store):
        env = {"HOME": home, "PATH": f"{self.prefix}/bin:/usr/bin:/bin", "LANG": "C.UTF-8", "LOCKDESK_STORE": store}
        return subprocess.Popen(["bash", "-ec", text], cwd=home, env=env, user=STRANGER, group=STRANGER, extra_groups=[] if STRANGER else None,
                                stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)

    def run_as_stranger(self, text, home, store, status=0):
        process = self.start(text, home, store)
        said, _ = process.communicate(timeout=120)
        self.assertEqual(process.returncode, status, f"{text}\n{said}")
        return said

    def each_store(self):
        """A store without a schema, and an empty home, of each kind."""
        for kind in ("sqlite", "postgresql"):
            home = self.home()
            if kind == "postgresql":
                self.postgres.sql("DROP SCHEMA public CASCADE")
                self.postgres.sql("CREATE SCHEMA public")
            with self.subTest(kind):
                yield home, f"sqlite://{home}/locks.db" if kind == "sqlite" else self.postgres.url

    def follow(self, blocks, home, store):
        for block in commands(blocks):
            said = self.run_as_stranger(block.text, home, store)
            if block.output is not None:
                self.assertIsNotNone(pattern(block.output).fullmatch(said), f"{block}: the output was\n{said}")

    def test_nightly_job_on_three_hosts(self):
        blocks = guide("nightly-job")
        line, = [line for block in blocks if block.language == "crontab" for line in block.text.splitlines() if line[0].isdigit()]
        for home, store in self.each_store():
            self.follow(blocks, home, store)
            hosts = [self.start(line.split(None, 5)[5], home, store) for _ in range(3)]
            said = [host.communicate(timeout=60)[0] for host in hosts]
            self.assertEqual([host.returncode for host in hosts], [0, 0, 0], said)
            self.assertEqual(sorted(said), ["", "", "report sent\n"])

    def test_queue_with_retries(self):
        for home, store in self.each_store():
            self.follow(guide("queue"), home, store)
            # The rule of the guide parks after three failures.
            self.run_as_stranger("""
                lockdeskctl task add mail --id mail-9 --phase Ready
                lockdesk-worker --kind mail --interval 50ms --advance Ready=Sent --exec 'echo no route >&2; exit 1' > /dev/null & worker=$!
                until lockdeskctl list tasks id:mail-9 | grep failed; do sleep 0.1; done
                kill $worker; wait $worker
                lockdeskctl task retry mail-9 --reason 'the route is back'
                lockdesk-worker --kind mail --interval 50ms --advance Ready=Sent --exec 'cat >> sent.txt' > /dev/null & worker=$!
                until lockdeskctl list tasks id:mail-9 phase:Sent | grep mail-9; do sleep 0.1; done
                kill $worker; wait $worker
                grep -c mail-9 sent.txt""", home, store)

    def test_outbox_with_a_webhook(self):
        blocks = guide("outbox")
        webhook, = [block.text for block in blocks if "https://" in block.text and block.language == "sh"]
        server = http.server.HTTPServer(("127.0.0.1", 0), Receiver)
        threading.Thread(target=server.serve_forever, daemon=True).start()
        self.addCleanup(server.server_close)
        self.addCleanup(server.shutdown)
        for home, store in self.each_store():
            server.got = []
            self.follow(blocks, home, store)
            command = webhook.replace("https://hooks.example/", f"http://127.0.0.1:{server.server_port}/")
            command = command.replace("/etc/lockdesk/hook-headers", f"{home}/hook-headers").strip() + " --until-empty --fail-on-dead"
            self.run_as_stranger("umask 077; echo 'Authorization: Bearer s3cret' > hook-headers\n"
                                 "lockdeskctl outbox add orders --id order-40 --payload '{\"order\":40}'\n" + command, home, store)
            self.assertEqual([(one[0], one[1]) for one in server.got], [("order-40", "Bearer s3cret")])
            self.assertIn(b'"order":40', server.got[0][2].replace(b"\\", b""))

    def test_thirty_lines_of_cpp(self):
        home = self.home()
        with open(os.path.join(ROOT, "docs", "embedding.md"), encoding="utf-8") as file:
            files = dict(re.findall(r"^```[a-z]+ ([A-Za-z.]+)\n(.*?)^```$", file.read(), re.S | re.M))
        self.assertLessEqual(len(files["nightly.cpp"].splitlines()), 40)
        for name, text in files.items():
            with open(os.path.join(home, name), "w", encoding="utf-8") as file:
                file.write(text)
        self.run_as_stranger(f"cmake -S . -B build -DCMAKE_PREFIX_PATH={self.prefix} -DCMAKE_BUILD_TYPE=Debug > /dev/null\n"
                             "cmake --build build --target nightly mill > log || { cat log; exit 1; }", home, "")
        mill = self.run_as_stranger(f"build/mill sqlite://{home}/mill.db", home, "")
        self.assertEqual(mill, "greased\nground sack-1, rang: the miller sleeps\n")
        self.postgres.sql("DROP SCHEMA public CASCADE")
        self.postgres.sql("CREATE SCHEMA public")
        self.assertEqual(self.run_as_stranger(f"build/nightly {self.postgres.url}", home, ""), "done with token 1\n")
        self.assertEqual(self.run_as_stranger(f"build/nightly {self.postgres.url}", home, ""), "another does it\n")

    def test_manual_and_completion_are_installed(self):
        home = self.home()
        said = self.run_as_stranger(f"""
            for page in lockdesk lockdeskctl lockdesk-worker; do
                groff -man -Tutf8 -ww -P-cbou {self.prefix}/share/man/man1/$page.1 | sed -n 1p
            done
            ls {self.prefix}/share/bash-completion/completions {self.prefix}/share/zsh/site-functions
            lockdeskctl version""", home, "")
        for word in ("LOCKDESK(1)", "LOCKDESKCTL(1)", "LOCKDESK-WORKER(1)", "lockdesk-worker\n", "_lockdesk", "lockdeskctl 0."):
            self.assertIn(word, said)


if __name__ == "__main__":
    unittest.main()
