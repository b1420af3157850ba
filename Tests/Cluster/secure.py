"""NATS servers with TLS and accounts: who may join, and what is said where something is wrong."""

import json
import shutil
import urllib.request

from credentials import Authority, Operator
from members import wait
from processes import free_port
from program import run
from scenarios import judge
from store import Store

# A password with characters that an address elsewhere has to encode.
PASSWORD = "p@ss/w%rd:1?#"
# A wrong one, to be found where it is told.
WRONG = "wr@ng/w%rd:2?#"


class Secured(Store):
    """A server with TLS and accounts: with passwords, or an operator's with credentials."""

    def __init__(self, folder, **settings):
        super().__init__(folder)
        self._authority = Authority(folder / "tls", "radio")
        self.authority = self._authority.certificate
        self.settings = {"password": PASSWORD, "operator": None, "subject": "IP:127.0.0.1",
                         "has_tls": True, "jetstream": True, **settings}
        self.set()

    def set(self, **settings):
        """Changes its config, which takes a start or `reload`."""
        self.settings |= settings
        certificate, key = self._authority.sign("server", self.settings["subject"])
        tls = f"tls {{ cert_file: {certificate}, key_file: {key} }}\n"
        self.configure((tls if self.settings["has_tls"] else "") + self._accounts(),
                       self.settings["jetstream"])

    def _accounts(self):
        if operator := self.settings["operator"]:
            return operator.configuration
        password = self.settings["password"]
        jetstream = "jetstream: enabled, " if self.settings["jetstream"] else ""
        return (f"accounts {{ HUBS {{ {jetstream}users: "
                f"[{{ user: hub, password: {json.dumps(password)} }}] }} }}\n")

    def address(self, user=""):
        """Returns the address for members, with the user before the `@`."""
        return f"tls://{user and user + '@'}127.0.0.1:{self.port}"


def secure(new, report, _):
    """Members that may join do, and those that may not say why, and join when it is put right."""
    with new("passwords", store=Secured, names=()) as cluster:
        with_passwords(cluster, report)
    operator = Operator()
    with new("credentials", store=lambda folder: Secured(folder, operator=operator),
             names=()) as cluster:
        with_credentials(cluster, operator, report)
    for name, trouble in TROUBLES.items():
        with new(f"trouble-{name}", store=Secured, names=()) as cluster:
            put_right(cluster, report, name, *trouble(cluster, cluster.store))


def with_passwords(cluster, report):
    """A password in the address, in the environment, and an address that a file has."""
    store, tls = cluster.store, {"ca": str(cluster.store.authority)}
    store.start()
    add(cluster, "a", tls=tls, nats=[store.address(f"hub:{PASSWORD}")])
    add(cluster, "b", {"NPHUB_TEST": PASSWORD}, tls=tls, nats=[store.address("hub:${NPHUB_TEST}")])
    add(cluster, "c", tls=tls, nats=["file:nats-address"])
    (cluster.members["c"].folder / "nats-address").write_text(store.address(f"hub:{PASSWORD}"))
    cluster.start()
    judge(cluster, report, "join by passwords")
    report.check("cluster", "no password is told", told(cluster, PASSWORD))


def with_credentials(cluster, operator, report):
    """A file with the user's JWT and seed, and an operator's server."""
    token, seed = operator.credentials(cluster.folder / "hub.creds")
    cluster.store.start()
    for name in ("a", "b"):
        add(cluster, name, nats=[cluster.store.address()],
            credentials=str(cluster.folder / "hub.creds"), tls={"ca": str(cluster.store.authority)})
    cluster.start()
    judge(cluster, report, "join by credentials")
    report.check("cluster", "no key is told", told(cluster, token, seed))


def add(cluster, name, environment=None, **settings):
    """A member with a web server, which is not started yet."""
    web = {"listen": f"127.0.0.1:{free_port()}", "anonymous": True}
    return cluster.add(name, {"web": web}, environment, **settings)


def told(cluster, *secrets):
    """Returns the places that tell a secret."""
    return [f"{name} tells a secret in its {place}"
            for name, member in cluster.members.items()
            for place, text in outputs(member).items() if any(secret in text for secret in secrets)]


def outputs(member):
    """All that a member tells people and programs."""
    found = {command: run(command, "--socket", member.socket_path).decode()
             for command in ("status", "dump")}
    with urllib.request.urlopen(f"http://{member.sections['web']['listen']}/metrics") as answer:
        found["metrics"] = answer.read().decode()
    found["answer to `status`"] = json.dumps(member.ask("status"))
    found["log"] = member.errors
    assert all(found.values()), f"{member.name} tells nothing: {found}"
    return found


def put_right(cluster, report, name, words, mend):
    """A member of a cluster that it cannot join says so in one line, reads its stations alone, and
    joins when what is wrong was put right."""
    member = cluster.members["a"]
    cluster.start()
    wait(lambda: "without NATS" in member.errors, 10, lambda: f"nothing is said: {member.errors}")
    lines = [line for line in member.errors.splitlines() if "without NATS" in line]
    server = f"tls://127.0.0.1:{cluster.store.port}: "
    report.check("cluster", f"{name} is told", [
        *(f"{word!r} is missing in: {lines[0]}" for word in (server, *words)
          if word not in lines[0]),
        *told(cluster, PASSWORD, WRONG)], lines[0].partition("reason=")[2])
    cluster.settle()
    mend()
    wait(lambda: is_joined(member), 20, lambda: f"it does not join: {member.errors}")
    judge(cluster, report, f"{name} is put right")


def is_joined(member):
    """Returns true if a member has joined."""
    return (member.ask("status") or {}).get("cluster", {}).get("state") == "joined"


def wrong_password(cluster, store):
    store.start()
    add(cluster, "a", nats=[store.address(f"hub:{WRONG}")], tls={"ca": str(store.authority)})

    def mend():
        store.set(password=WRONG)
        store.reload()
    return ("refuses", "cluster.nats", "cluster.credentials"), mend


def wrong_authority(cluster, store):
    store.start()
    file = cluster.folder / "ca.pem"
    shutil.copy(Authority(cluster.folder / "tls", "another").certificate, file)
    add(cluster, "a", nats=[store.address(f"hub:{PASSWORD}")], tls={"ca": str(file)})
    return ("certificate", "cluster.tls.ca"), lambda: shutil.copy(store.authority, file)


def wrong_name(cluster, store):
    store.set(subject="DNS:nats.example")
    store.start()
    add(cluster, "a", nats=[store.address(f"hub:{PASSWORD}")], tls={"ca": str(store.authority)})

    def mend():
        store.set(subject="IP:127.0.0.1")
        store.reload()
    return ("mismatch", "cluster.nats"), mend


def no_credentials(cluster, store):
    operator, file = Operator(), cluster.folder / "hub.creds"
    store.set(operator=operator)
    store.start()
    add(cluster, "a", nats=[store.address()], credentials=str(file),
        tls={"ca": str(store.authority)})
    return (str(file), "No such file", "cluster.credentials"), lambda: operator.credentials(file)


def damaged_credentials(cluster, store):
    words, mend = no_credentials(cluster, store)
    (cluster.folder / "hub.creds").write_text("-----BEGIN NATS USER JWT-----\n")
    return (words[0], words[2]), mend


def no_tls(cluster, store):
    store.set(has_tls=False)
    store.start()
    add(cluster, "a", nats=[store.address(f"hub:{PASSWORD}")], tls={"ca": str(store.authority)})
    return ("no TLS", "nats://"), restart(store, has_tls=True)


def no_jetstream(cluster, store):
    store.set(jetstream=False)
    store.start()
    add(cluster, "a", nats=[store.address(f"hub:{PASSWORD}")], tls={"ca": str(store.authority)})
    return ("JetStream", "switch it on"), restart(store, jetstream=True)


def no_server(cluster, store):
    add(cluster, "a", nats=[store.address(f"hub:{PASSWORD}")], tls={"ca": str(store.authority)})
    return ("cannot be reached", "runs"), store.start


def too_many_replicas(cluster, store):
    """Put right by a restart of the member, since its own config is wrong."""
    store.start()
    settings = {"nats": [store.address(f"hub:{PASSWORD}")], "tls": {"ca": str(store.authority)}}
    member = add(cluster, "a", **settings, replicas=3)

    def mend():
        member.end()
        member.configure(settings)
        member.start()
    return ("replicas", "cluster.replicas"), mend


def restart(store, **settings):
    """Puts a server right that has to be started anew for it."""
    def mend():
        store.kill()
        store.set(**settings)
        store.start()
    return mend


TROUBLES = {"password": wrong_password, "authority": wrong_authority, "name": wrong_name,
            "credentials": no_credentials, "damaged": damaged_credentials, "tls": no_tls,
            "jetstream": no_jetstream, "server": no_server, "replicas": too_many_replicas}
