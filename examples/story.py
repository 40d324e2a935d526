"""A first certificate by program: register, follow the mailed link, log in, issue, look up, pay, download, receive the webhook.

Usage: CERTRACE_URL=http://localhost:3000 WEBHOOK_CERT=cert.pem WEBHOOK_KEY=key.pem python3 examples/story.py
The server must run with ISSUER_APPROVAL=auto and reach this machine: ALLOW_PRIVATE_WEBHOOKS=1, and NODE_EXTRA_CA_CERTS with the
certificate of the receiver.
"""

import base64
import hashlib
import hmac
import http.server
import json
import os
import ssl
import sys
import threading
import time
import urllib.error
import urllib.request
import uuid

URL = os.environ["CERTRACE_URL"].rstrip("/")


def call(method, path, body=None, token=None):
    """Makes a call, again after a while when the server is busy. The key makes sure that it takes effect once."""
    headers = {"Accept": "application/json", "Content-Type": "application/json"}
    if token:
        headers["Authorization"] = f"Bearer {token}"
        headers["Idempotency-Key"] = str(uuid.uuid4())
    data = None if body is None else json.dumps(body).encode()
    for _ in range(5):
        request = urllib.request.Request(f"{URL}/api/v1/{path}", data, headers, method=method)
        try:
            with urllib.request.urlopen(request) as response:
                return json.load(response)
        except urllib.error.HTTPError as error:
            wait = error.headers.get("Retry-After")
            if error.code not in (429, 503) or wait is None:
                sys.exit(f"{path}: {error.code} {error.read().decode()}")
            time.sleep(int(wait))
    sys.exit(f"{path}: the server is busy.")


def is_signed(body, headers, secret):
    """Whether a webhook has the signature of Standard Webhooks."""
    key = base64.b64decode(secret.removeprefix("whsec_"))
    signed = f"{headers['webhook-id']}.{headers['webhook-timestamp']}.".encode() + body
    wanted = "v1," + base64.b64encode(hmac.new(key, signed, hashlib.sha256).digest()).decode()
    is_new = abs(time.time() - int(headers["webhook-timestamp"])) < 300
    return is_new and any(hmac.compare_digest(wanted, given) for given in headers["webhook-signature"].split())


secret = ""
received = []
arrived = threading.Event()


class Receiver(http.server.BaseHTTPRequestHandler):
    def do_POST(self):
        body = self.rfile.read(int(self.headers["Content-Length"]))
        self.send_response(204)
        self.end_headers()
        event = json.loads(body)
        if is_signed(body, self.headers, secret) and event["type"] == "certificate.issued":
            received.append(event["id"])
            arrived.set()

    def log_message(self, *_):
        pass


# Register, and open the link that arrives by mail.
email = f"story-{time.time_ns()}@example.org"
password = "green-otter-by-the-lake"
call("POST", "users/register", {"name": "Story Institute", "email": email, "password": password, "role": "admin"})
print(f"Registered {email}. Paste the link from the mail:", flush=True)
call("GET", f"users/verify/{sys.stdin.readline().strip().rsplit('/', 1)[-1].split('?')[0]}")

# Log in. The token goes into the header of all further calls.
token = call("POST", "users/login", {"email": email, "password": password})["token"]
print("Logged in.")

# Receive webhooks. The secret is shown once, and checks that an event comes from the site.
server = http.server.ThreadingHTTPServer(("localhost", 0), Receiver)
context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
context.load_cert_chain(os.environ["WEBHOOK_CERT"], os.environ["WEBHOOK_KEY"])
server.socket = context.wrap_socket(server.socket, server_side=True)
threading.Thread(target=server.serve_forever, daemon=True).start()
hook = {"url": f"https://localhost:{server.server_port}/hook", "types": ["certificate.issued"]}
secret = call("POST", "webhooks", hook, token)["webhook"]["secret"]

# Issue a certificate, and look it up as anybody would who was shown its ID.
student = {
    "studentEmail": "ingrid@students.example",
    "studentName": "Ingrid Sørensen",
    "courseName": "Distributed Systems",
    "issueDate": "2026-02-28",
}
unique_id = call("POST", "certs/issue", student, token)["certificate"]["uniqueId"]
print(f"Issued {unique_id}.")
call("POST", "cert/verify", {"uniqueId": unique_id}, token)
print("Found it.")

# Pay for the verification with a test card, and download the certificate.
card = {"cardNumber": "4242 4242 4242 4242", "expiryMonth": "12", "expiryYear": "39", "cvCode": "123"}
cert = call("POST", "cert/verify/payment", {"uniqueId": unique_id, **card}, token)["cert"]
with urllib.request.urlopen(cert["pdfUrl"]) as response, open(f"{unique_id}.pdf", "wb") as file:
    file.write(response.read())
    print(f"Paid, and saved {unique_id}.pdf ({file.tell()} bytes).")

if not arrived.wait(60):
    sys.exit("No webhook arrived.")
print(f"Received the event {received[0]}.")
server.shutdown()
