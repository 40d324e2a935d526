#!/bin/bash
# A first certificate by program: register, follow the mailed link, log in, issue, look up, pay, download, receive the webhook.
# Usage: CERTRACE_URL=http://localhost:3000 WEBHOOK_CERT=cert.pem WEBHOOK_KEY=key.pem examples/story.sh
# It needs curl and openssl. The server must run with ISSUER_APPROVAL=auto and reach this machine: ALLOW_PRIVATE_WEBHOOKS=1, and
# NODE_EXTRA_CA_CERTS with the certificate of the receiver.
set -euo pipefail

api="${CERTRACE_URL%/}/api/v1"
work=$(mktemp -d)
receiver=''
trap '[ -z "$receiver" ] || kill "$receiver" 2>/dev/null || true; rm -rf "$work"' EXIT

# curl waits and tries again on 429 and 503, as long as Retry-After says.
call() { curl --silent --show-error --fail-with-body --retry 4 -H 'Content-Type: application/json' "$@"; }
# The value of a text field in JSON without nesting of the same name.
field() { sed -n "s/.*\"$1\":\"\([^\"]*\)\".*/\1/p"; }

# Register, and open the link that arrives by mail.
email="story-$$-$RANDOM@example.org"
password='green-otter-by-the-lake'
call "$api/users/register" \
  -d "{\"name\":\"Story Institute\",\"email\":\"$email\",\"password\":\"$password\",\"role\":\"admin\"}" >"$work/registered"
echo "Registered $email. Paste the link from the mail:"
read -r link || [ -n "$link" ]
link="${link%$'\r'}"
mailed="${link##*/}"
call "$api/users/verify/${mailed%%\?*}" >"$work/verified"

# Log in. The token goes into the header of all further calls.
token=$(call "$api/users/login" -d "{\"email\":\"$email\",\"password\":\"$password\"}" | field token)
echo 'Logged in.'
as_me() { call -H "Authorization: Bearer $token" "$@"; }

# Receive one webhook: openssl answers 204 and keeps the request.
port=$((20000 + RANDOM % 20000))
{ printf 'HTTP/1.1 204 No Content\r\nConnection: close\r\n\r\n'; while kill -0 $$; do sleep 1; done; } 2>"$work/waiting" |
  openssl s_server -quiet -naccept 1 -accept "$port" -cert "$WEBHOOK_CERT" -key "$WEBHOOK_KEY" >"$work/webhook" 2>"$work/receiver" &
receiver=$!
# The secret is shown once, and checks that an event comes from the site.
secret=$(as_me "$api/webhooks" -d "{\"url\":\"https://localhost:$port/hook\",\"types\":[\"certificate.issued\"]}" | field secret)

# Issue a certificate, and look it up as anybody would who was shown its ID. The key makes sure that it is issued once.
id=$(as_me -H "Idempotency-Key: story-$$-$RANDOM" "$api/certs/issue" -d '{
  "studentEmail": "ingrid@students.example",
  "studentName": "Ingrid Sørensen",
  "courseName": "Distributed Systems",
  "issueDate": "2026-02-28"
}' | field uniqueId)
echo "Issued $id."
as_me "$api/cert/verify" -d "{\"uniqueId\":\"$id\"}" >"$work/found"
echo 'Found it.'

# Pay for the verification with a test card, and download the certificate.
pdf=$(as_me "$api/cert/verify/payment" -d "{\"uniqueId\":\"$id\",\"cardNumber\":\"4242 4242 4242 4242\",
  \"expiryMonth\":\"12\",\"expiryYear\":\"39\",\"cvCode\":\"123\"}" | field pdfUrl)
curl --silent --show-error --fail -o "$id.pdf" "$pdf"
echo "Paid, and saved $id.pdf ($(wc -c <"$id.pdf") bytes)."

# The signature is the HMAC of the id, the time and the body (Standard Webhooks).
header() { sed -n "s/^$1: *\([^\r]*\).*/\1/Ip" "$work/webhook" | head -1; }
for _ in $(seq 60); do grep -q '^{' "$work/webhook" && break; sleep 1; done
event=$(header webhook-id)
body=$(sed -n '/^{/,$p' "$work/webhook")
key=$(printf '%s' "${secret#whsec_}" | openssl base64 -d -A | od -An -tx1 | tr -d ' \n')
wanted=$(printf '%s.%s.%s' "$event" "$(header webhook-timestamp)" "$body" |
  openssl dgst -sha256 -mac HMAC -macopt "hexkey:$key" -binary | openssl base64 -A)
case " $(header webhook-signature) " in
*" v1,$wanted "*) echo "Received the event $event." ;;
*) echo 'No webhook with the right signature arrived.' >&2; exit 1 ;;
esac
