"""Certificates for this machine, made by openssl."""

import hashlib
import ssl
import subprocess

NAMES = "subjectAltName=DNS:localhost,IP:127.0.0.1"


class Authority:
    """Signs certificates; its own is `folder/ca.pem`."""

    def __init__(self, folder):
        self.folder = folder
        self.path = folder / "ca.pem"
        self_signed(folder, "ca", "subjectAltName=DNS:authority.example")

    def issue(self, name, names=NAMES, days=1):
        """A server's settings with a certificate for some names."""
        key, request, certificate = (self.folder / f"{name}.{end}" for end in ("key", "csr", "pem"))
        openssl("req", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256", "-nodes",
                "-keyout", key, "-out", request, "-subj", f"/CN={name}")
        extensions = self.folder / f"{name}.ext"
        extensions.write_text(names)
        openssl("x509", "-req", "-in", request, "-CA", self.path, "-CAkey", self.folder / "ca.key",
                "-CAcreateserial", "-days", str(days), "-extfile", extensions, "-out", certificate)
        return server_settings(certificate, key)


def self_signed(folder, name, names=NAMES):
    """A server's settings with a certificate that no authority signed, and its fingerprint."""
    key, certificate = folder / f"{name}.key", folder / f"{name}.pem"
    openssl("req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256", "-nodes",
            "-keyout", key, "-out", certificate, "-days", "1", "-subj", f"/CN={name}",
            "-addext", names)
    encoded = ssl.PEM_cert_to_DER_cert(certificate.read_text())
    return server_settings(certificate, key), hashlib.sha256(encoded).hexdigest()


def server_settings(certificate, key):
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.load_cert_chain(certificate, key)
    return context


def openssl(*arguments):
    subprocess.run(
        ["openssl", *map(str, arguments)], check=True, capture_output=True,
        stdin=subprocess.DEVNULL)
