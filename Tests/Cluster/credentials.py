"""The needs of a secured NATS server: certificates, and accounts as `nsc` makes them."""

import base64
import hashlib
import json
import subprocess
import time
from pathlib import Path

from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
from cryptography.hazmat.primitives.serialization import (Encoding, NoEncryption, PrivateFormat,
                                                          PublicFormat)

# The first byte of a key's name tells whose it is, and that of a seed also that it is one.
OPERATOR, ACCOUNT, USER, SEED = 14 << 3, 0, 20 << 3, 18 << 3
UNLIMITED = {"subs": -1, "data": -1, "payload": -1}


class Authority:
    """Signs certificates of servers."""

    def __init__(self, folder, name):
        folder.mkdir(parents=True, exist_ok=True)
        self._folder = folder
        self._key, self.certificate = folder / f"{name}.key", folder / f"{name}.pem"
        openssl("req", "-x509", "-newkey", "ed25519", "-nodes", "-days", 2, "-subj", f"/CN={name}",
                "-keyout", self._key, "-out", self.certificate)

    def sign(self, name, subject):
        """A server's certificate for `IP:127.0.0.1` or `DNS:name`; gives its file and its key's."""
        key, request, certificate = (
            self._folder / f"{name}.{kind}" for kind in ("key", "csr", "pem"))
        extension = self._folder / f"{name}.extension"
        extension.write_text(f"subjectAltName={subject}\n")
        openssl("req", "-newkey", "ed25519", "-nodes", "-subj", f"/CN={name}", "-keyout", key,
                "-out", request)
        openssl("x509", "-req", "-in", request, "-CA", self.certificate, "-CAkey", self._key,
                "-CAcreateserial", "-days", 2, "-extfile", extension, "-out", certificate)
        return certificate, key


def openssl(*arguments):
    """Runs openssl, and tells what it says if it fails."""
    result = subprocess.run(["openssl", *map(str, arguments)], capture_output=True, text=True)
    if result.returncode:
        raise AssertionError(f"openssl {arguments[0]}: {result.stderr}")


class Key:
    """A pair of keys in the form of NATS' nkeys."""

    def __init__(self, kind):
        self._kind = kind
        self._private = Ed25519PrivateKey.generate()
        public = self._private.public_key().public_bytes(Encoding.Raw, PublicFormat.Raw)
        self.name = encoded(bytes([kind]) + public)

    @property
    def seed(self):
        """The secret one."""
        secret = self._private.private_bytes(Encoding.Raw, PrivateFormat.Raw, NoEncryption())
        # Five bits tell that it is a seed, and the next five whose.
        return encoded(bytes([SEED | self._kind >> 5, (self._kind & 31) << 3]) + secret)

    def token(self, issuer, kind, name, **claims):
        """A JWT about this key, signed by another."""
        body = {"iat": int(time.time()), "iss": issuer.name, "name": name, "sub": self.name,
                "nats": {"type": kind, "version": 2, **claims}}
        digest = hashlib.new("sha512_256", json.dumps(body).encode()).digest()
        body["jti"] = base64.b32encode(digest).decode().rstrip("=")
        text = ".".join(web(json.dumps(part).encode())
                        for part in ({"typ": "JWT", "alg": "ed25519-nkey"}, body))
        return f"{text}.{web(issuer._private.sign(text.encode()))}"


class Operator:
    """An operator with an account for hubs, which is its servers' whole config of accounts."""

    def __init__(self):
        self._key, self._system, self._account = Key(OPERATOR), Key(ACCOUNT), Key(ACCOUNT)

    @property
    def configuration(self):
        """Lines of a server's config."""
        storage = {"mem_storage": -1, "disk_storage": -1, "streams": -1, "consumer": -1}
        limits = {**UNLIMITED, "imports": -1, "exports": -1, "wildcards": True, "conn": -1,
                  "leaf": -1}
        accounts = {
            self._system.name: self._system.token(self._key, "account", "SYS", limits=limits),
            self._account.name: self._account.token(
                self._key, "account", "HUBS", limits={**limits, **storage})}
        own = self._key.token(self._key, "operator", "radio", system_account=self._system.name)
        preload = "\n".join(f"  {name}: {token}" for name, token in accounts.items())
        return f"operator: {own}\nresolver: MEMORY\nresolver_preload: {{\n{preload}\n}}\n"

    def credentials(self, path):
        """Writes a file of credentials for a user of the account, as `nsc` does."""
        user = Key(USER)
        token = user.token(self._account, "user", "hub", **UNLIMITED)
        Path(path).write_text(
            f"-----BEGIN NATS USER JWT-----\n{token}\n------END NATS USER JWT------\n\n"
            f"-----BEGIN USER NKEY SEED-----\n{user.seed}\n------END USER NKEY SEED------\n")
        return token, user.seed


def web(data):
    """Bytes as JWTs have them."""
    return base64.urlsafe_b64encode(data).decode().rstrip("=")


def encoded(data):
    """A key's bytes with their checksum, as nkeys have them."""
    check = 0
    for byte in data:
        check ^= byte << 8
        for _ in range(8):
            check = (check << 1 ^ (0x1021 if check & 0x8000 else 0)) & 0xFFFF
    return base64.b32encode(data + check.to_bytes(2, "little")).decode().rstrip("=")
