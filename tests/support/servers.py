# SPDX-FileCopyrightText: 2026 The Lockdesk developers
# SPDX-License-Identifier: Apache-2.0
"""Private servers for tests: a free loopback port, a temporary folder, stopped at the end.

    with servers.Redis() as server:
        ... server.url ...

A server that cannot be started fails the test: nothing is skipped."""

import os
import pwd
import shutil
import signal
import socket
import struct
import subprocess
import tempfile
import time


def free_port():
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]


def await_true(what, condition, seconds=30.0):
    """Polls until the condition is true; fails at the deadline. Pauses grow with what a poll takes: one that starts a program
    would otherwise use half a processor, of the machine that the test waits for."""
    deadline = time.monotonic() + seconds
    while (began := time.monotonic()) < deadline:
        value = condition()
        if value:
            return value
        time.sleep(min(max(0.02, 8 * (time.monotonic() - began)), 0.25))
    raise AssertionError(f"{what}: not within {seconds} s")


def find_program(name, *places):
    for place in places:
        for folder in sorted(glob_versions(place), reverse=True):
            path = os.path.join(folder, name)
            if os.access(path, os.X_OK):
                return path
    path = shutil.which(name)
    if path is None:
        raise AssertionError(f"{name} is not installed; scripts/test installs it on Debian")
    return path


def glob_versions(place):
    if "*" not in place:
        return [place]
    base, rest = place.split("*", 1)
    if not os.path.isdir(base):
        return []
    return [os.path.join(base, version) + rest for version in os.listdir(base)]


def is_running(pid):
    """Returns True if any of its threads is neither stopped nor gone."""
    tasks = f"/proc/{pid}/task"
    try:
        for task in os.listdir(tasks):
            with open(f"{tasks}/{task}/stat") as stat:
                if stat.read().rsplit(")", 1)[1].split()[0] in "RSDI":
                    return True
    except (FileNotFoundError, ProcessLookupError):
        pass
    return False


def freeze(pid):
    """Sends SIGSTOP and returns once all threads have stopped: one handles it, and the others run until it has been
    scheduled."""
    os.kill(pid, signal.SIGSTOP)
    await_true(f"process {pid} stops", lambda: not is_running(pid))


def put_data(kind, folder, maker, *options):
    """Creates a data directory as `maker` makes it with these options, by copying an existing one; see server-data."""
    script = os.path.join(os.path.dirname(os.path.abspath(__file__)), "server-data")
    done = subprocess.run([script, kind, folder, maker, *options], capture_output=True, text=True)
    assert done.returncode == 0, f"{maker} failed: {done.stdout}{done.stderr}"


def process_tree(pid):
    out = [pid]
    try:
        with open(f"/proc/{pid}/task/{pid}/children") as children:
            for child in children.read().split():
                out += process_tree(int(child))
    except OSError:
        pass
    return out


class Server:
    """Started by the constructor, stopped by `stop` or at the end of `with`."""

    def __init__(self):
        self.port = free_port()
        self.dir = tempfile.mkdtemp(prefix="lockdesk-server-", dir=os.environ.get("LOCKDESK_TEST_SERVERS") or None)
        self.frozen = []
        try:
            self.process = self.start()
            await_true(f"{type(self).__name__} on port {self.port}", self.ready)
        except BaseException:
            self.stop()
            raise

    def __enter__(self):
        return self

    def __exit__(self, *unused):
        self.stop()

    def pids(self):
        return process_tree(self.process.pid)

    def freeze(self):
        # A server with several processes starts and ends some of them meanwhile.
        while left := [pid for pid in self.pids() if pid not in self.frozen]:
            for pid in left:
                self.frozen.append(pid)
                try:
                    freeze(pid)
                except ProcessLookupError:
                    pass

    def thaw(self):
        for pid in self.frozen:
            try:
                os.kill(pid, signal.SIGCONT)
            except ProcessLookupError:
                pass
        self.frozen = []

    def stop(self):
        process = getattr(self, "process", None)
        if process is not None:
            self.thaw()
            self.end()
            try:
                process.wait(10)
            except subprocess.TimeoutExpired:
                for pid in self.pids():
                    os.kill(pid, signal.SIGKILL)
                process.wait()
            self.process = None
            self.log_file.close()
        shutil.rmtree(self.dir, ignore_errors=True)

    def end(self):
        """Kills it: its data are deleted, and a clean shutdown takes some servers seconds."""
        for pid in self.pids():
            try:
                os.kill(pid, signal.SIGKILL)
            except ProcessLookupError:
                pass

    def log(self):
        with open(os.path.join(self.dir, "log"), errors="replace") as log:
            return log.read()


class Redis(Server):
    def __init__(self, *settings):
        self.settings = list(settings)
        super().__init__()
        self.url = f"redis://127.0.0.1:{self.port}/0"

    def start(self):
        log = self.log_file = open(os.path.join(self.dir, "log"), "w")
        return subprocess.Popen(
            [find_program("redis-server"), "--port", str(self.port), "--bind", "127.0.0.1", "--dir", self.dir,
             "--save", "", "--appendonly", "yes", "--daemonize", "no", *self.settings],
            stdout=log, stderr=log)

    def command(self, *words):
        with socket.create_connection(("127.0.0.1", self.port), 5) as link:
            words = [word if isinstance(word, bytes) else word.encode() for word in words]
            parts = [f"*{len(words)}\r\n".encode()]
            parts += [b"$%d\r\n%s\r\n" % (len(word), word) for word in words]
            link.sendall(b"".join(parts))
            return link.recv(65536)

    def ready(self):
        try:
            return self.command("PING").startswith((b"+PONG", b"-NOAUTH"))
        except OSError:
            if self.process.poll() is not None:
                raise AssertionError("redis-server ended: " + self.log())
            return False


class Postgres(Server):
    """The user postgres needs no password on loopback."""

    bin_dirs = ("/usr/lib/postgresql/*/bin",)

    def __init__(self, *settings):
        self.settings = [part for one in settings for part in ("-c", one)]
        super().__init__()
        self.url = f"postgresql://postgres@127.0.0.1:{self.port}/postgres"

    def as_postgres(self):
        """PostgreSQL refuses root."""
        return ["runuser", "-u", "postgres", "--"] if os.getuid() == 0 else []

    def start(self):
        data = os.path.join(self.dir, "data")
        if os.getuid() == 0:
            user = pwd.getpwnam("postgres")
            os.chown(self.dir, user.pw_uid, user.pw_gid)
        put_data("postgres", self.dir, find_program("initdb", *self.bin_dirs), "-U", "postgres", "--auth=trust", "--no-sync",
                 "-E", "UTF8", "--locale=C.UTF-8")
        return self.serve(data)

    def serve(self, data):
        log = self.log_file = open(os.path.join(self.dir, "log"), "a")
        return subprocess.Popen(
            [*self.as_postgres(), find_program("postgres", *self.bin_dirs), "-D", data, "-p", str(self.port), "-k", self.dir,
             "-c", "listen_addresses=127.0.0.1", "-c", "max_connections=200",
             "-c", "dynamic_shared_memory_type=mmap",  # removed with its folder when it is killed
             *self.settings],
            stdout=log, stderr=log, cwd="/")

    def ready(self):
        if self.process.poll() is not None:
            raise AssertionError("postgres ended: " + self.log())
        done = subprocess.run([find_program("pg_isready", *self.bin_dirs), "-q", "-h", "127.0.0.1", "-p", str(self.port)])
        return done.returncode == 0

    def signal(self, number):
        with open(os.path.join(self.dir, "data", "postmaster.pid")) as file:
            os.kill(int(file.readline()), number)

    def end(self):
        self.signal(signal.SIGQUIT)  # SIGKILL would leave a segment of shared memory

    def restart(self):
        """Ends every session (fast shutdown) and restarts on the same port with the same data."""
        self.signal(signal.SIGINT)
        self.process.wait(20)
        self.log_file.close()
        self.process = self.serve(os.path.join(self.dir, "data"))
        await_true("postgres is back", self.ready)

    def sql(self, text):
        done = subprocess.run([find_program("psql", *self.bin_dirs), "-X", "-qAt", "-v", "ON_ERROR_STOP=1", self.url, "-c", text],
                              check=True, capture_output=True, text=True)
        return done.stdout


class MariaDb(Server):
    """root needs no password on loopback."""

    # By default the log is most of the data directory, of which each server has one.
    log_size = "--innodb-log-file-size=32M"

    def __init__(self, *settings):
        self.settings = [f"--{one}" for one in settings]
        super().__init__()
        self.url = f"mariadb://root@127.0.0.1:{self.port}/lockdesk"

    def as_mysql(self):
        return ["runuser", "-u", "mysql", "--"] if os.getuid() == 0 else []

    def start(self):
        data = os.path.join(self.dir, "data")
        if os.getuid() == 0:
            user = pwd.getpwnam("mysql")
            os.chown(self.dir, user.pw_uid, user.pw_gid)
        log = self.log_file = open(os.path.join(self.dir, "log"), "w")
        put_data("mariadb", self.dir, find_program("mariadb-install-db"), "--auth-root-authentication-method=normal",
                 "--skip-test-db", self.log_size)
        with open(os.path.join(self.dir, "init.sql"), "w") as init:
            init.write("CREATE DATABASE IF NOT EXISTS lockdesk CHARACTER SET utf8mb4;\n")
        return subprocess.Popen(
            [*self.as_mysql(), find_program("mariadbd", "/usr/sbin"), "--no-defaults", f"--datadir={data}", f"--tmpdir={self.dir}",
             f"--port={self.port}", f"--socket={self.dir}/s", f"--pid-file={self.dir}/pid",
             f"--init-file={self.dir}/init.sql", "--bind-address=127.0.0.1", "--skip-name-resolve",
             "--innodb-buffer-pool-size=64M", self.log_size, "--max-connections=200", *self.settings],
            stdout=log, stderr=log, cwd="/")

    def ready(self):
        if self.process.poll() is not None:
            raise AssertionError("mariadbd ended: " + self.log())
        try:
            with socket.create_connection(("127.0.0.1", self.port), 5) as link:
                return b"MariaDB" in link.recv(200)
        except OSError:
            return False

    def sql(self, text):
        done = subprocess.run([find_program("mariadb"), "--no-defaults", "-h", "127.0.0.1", "-P", str(self.port), "-u", "root",
                               "-N", "-B", "lockdesk", "-e", text], check=True, capture_output=True, text=True)
        return done.stdout


def bson(document):
    """As much of BSON as commands need: integers, texts, documents and lists of them."""
    out = b""
    for key, value in document.items():
        name = key.encode() + b"\0"
        if isinstance(value, list):
            out += b"\x04" + name + bson({str(i): one for i, one in enumerate(value)})
        elif isinstance(value, dict):
            out += b"\x03" + name + bson(value)
        elif isinstance(value, int):
            out += b"\x10" + name + struct.pack("<i", value)
        else:
            text = value.encode() + b"\0"
            out += b"\x02" + name + struct.pack("<i", len(text)) + text
    return struct.pack("<i", len(out) + 5) + out + b"\0"


class MongoDb(Server):
    """A replica set of one member. scripts/fetch-mongod fetches the program."""

    # Collecting diagnostic data is a quarter of what an idle server does.
    quiet = ("--setParameter", "diagnosticDataCollectionEnabled=false")

    def __init__(self, *settings):
        self.settings = list(settings)
        super().__init__()
        self.url = f"mongodb://127.0.0.1:{self.port}/lockdesk?replicaSet=rs0"

    def program(self):
        here = os.path.dirname(os.path.abspath(__file__))
        fetched = os.path.join(here, "..", "..", "build", "test-servers", "mongodb", "fiftyone", "db", "bin", "mongod")
        path = os.environ.get("LOCKDESK_TEST_MONGOD") or fetched
        if os.access(path, os.X_OK):
            return path
        path = shutil.which("mongod")
        if path is None:
            raise AssertionError("mongod is missing: run scripts/fetch-mongod, or set LOCKDESK_TEST_MONGOD")
        return path

    def start(self):
        os.mkdir(os.path.join(self.dir, "data"))
        return self.serve()

    def serve(self):
        log = self.log_file = open(os.path.join(self.dir, "log"), "a")
        return subprocess.Popen(
            [self.program(), "--dbpath", os.path.join(self.dir, "data"), "--port", str(self.port), "--bind_ip", "127.0.0.1", "--nounixsocket",
             "--replSet", "rs0", "--wiredTigerCacheSizeGB", "0.25", *self.quiet, *self.settings],
            stdout=log, stderr=log)

    def demand_login(self):
        """Restarts with access control, for the users that exist."""
        key = os.path.join(self.dir, "key")  # of the members among each other; it turns access control on
        with open(os.open(key, os.O_WRONLY | os.O_CREAT, 0o600), "w") as file:
            file.write("lockdesk" * 4)
        self.settings += ["--keyFile", key]
        self.process.terminate()
        self.process.wait(30)
        self.log_file.close()
        self.process = self.serve()
        await_true("mongod is back", self.ready)

    def command(self, document, database="admin"):
        body = struct.pack("<iB", 0, 0) + bson({**document, "$db": database})
        with socket.create_connection(("127.0.0.1", self.port), 5) as link:
            link.settimeout(5)
            link.sendall(struct.pack("<iiii", len(body) + 16, 1, 0, 2013) + body)
            return link.recv(65536)

    def ready(self):
        if self.process.poll() is not None:
            raise AssertionError("mongod ended: " + self.log())
        try:
            state = self.command({"isMaster": 1})
            if b"isreplicaset" in state:
                member = {"_id": 0, "host": f"127.0.0.1:{self.port}"}
                self.command({"replSetInitiate": {"_id": "rs0", "members": [member]}})
            return b"ismaster\0\x01" in state and b"setName" in state
        except OSError:
            return False


class Proxy:
    """A TCP proxy that loses replies. After `arm(text)`, once a client has sent `text`, nothing from the server passes on
    that connection any more; the request itself does. With `close` the connection is closed as soon as the reply has
    arrived."""

    def __init__(self, port):
        import threading
        self.target = port
        self.text = None
        self.close = False
        self.lost = 0
        self.listener = socket.create_server(("127.0.0.1", 0))
        self.port = self.listener.getsockname()[1]
        self.lock = threading.Lock()
        threading.Thread(target=self.accept, daemon=True).start()

    def arm(self, text, close):
        with self.lock:
            self.text, self.close, self.lost = text.encode(), close, 0

    def accept(self):
        import threading
        while True:
            try:
                client, _ = self.listener.accept()
            except OSError:
                return
            threading.Thread(target=self.serve, args=(client, socket.create_connection(("127.0.0.1", self.target))), daemon=True).start()

    def serve(self, client, server):
        import threading
        state = {"lose": False}
        threading.Thread(target=self.requests, args=(client, server, state), daemon=True).start()
        self.replies(server, client, state)

    def requests(self, client, server, state):
        seen = b""
        try:
            while data := client.recv(65536):
                with self.lock:
                    seen = (seen + data)[-100000:]
                    if self.text is not None and self.text in seen:
                        state["lose"] = True
                        self.text = None
                server.sendall(data)
        except OSError:
            pass
        self.shut(client, server)

    def replies(self, server, client, state):
        try:
            while data := server.recv(65536):
                if not state["lose"]:
                    client.sendall(data)
                    continue
                with self.lock:
                    self.lost += 1
                if self.close:
                    break
        except OSError:
            pass
        self.shut(client, server)

    @staticmethod
    def shut(*links):
        for link in links:
            try:
                link.shutdown(socket.SHUT_RDWR)
            except OSError:
                pass
            link.close()

    def stop(self):
        self.listener.close()
