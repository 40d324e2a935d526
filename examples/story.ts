/**
 * A first certificate by program: register, follow the mailed link, log in, issue, look up, pay, download, receive the webhook.
 * Usage: CERTRACE_URL=http://localhost:3000 WEBHOOK_CERT=cert.pem WEBHOOK_KEY=key.pem node examples/story.ts
 * The server must run with ISSUER_APPROVAL=auto and reach this machine: ALLOW_PRIVATE_WEBHOOKS=1, and NODE_EXTRA_CA_CERTS with the
 * certificate of the receiver.
 */
import { once } from 'node:events';
import { readFileSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { createInterface } from 'node:readline/promises';
import { createCertrace, unwrap, verifyWebhook } from '@certrace/client';

const say = (text: string) => process.stdout.write(`${text}\n`);
const fromEnvironment = (name: string) => {
  const value = process.env[name];
  if (!value) throw new Error(`${name} is not set.`);
  return value;
};

const url = fromEnvironment('CERTRACE_URL');
const visitor = createCertrace({ url });
const email = `story-${Date.now()}@example.org`;
const password = 'green-otter-by-the-lake';

// Register, and open the link that arrives by mail.
unwrap(
  await visitor.POST('/users/register', {
    body: { name: 'Story Institute', email, password, role: 'admin' },
  }),
);
say(`Registered ${email}. Paste the link from the mail:`);
const terminal = createInterface({ input: process.stdin });
const link = await terminal.question('');
terminal.close();
const mailedToken = new URL(link.trim()).pathname.split('/').at(-1) ?? '';
unwrap(await visitor.GET('/users/verify/{token}', { params: { path: { token: mailedToken } } }));

// Log in. The token goes into the header of all further calls.
const { token } = unwrap(await visitor.POST('/users/login', { body: { email, password } }));
const certrace = createCertrace({ url, token });
say('Logged in.');

// Receive webhooks. The secret is shown once, and checks that an event comes from the site.
let secret = '';
const receiver = createServer({
  cert: readFileSync(fromEnvironment('WEBHOOK_CERT')),
  key: readFileSync(fromEnvironment('WEBHOOK_KEY')),
});
receiver.listen(0);
await once(receiver, 'listening');
const { port } = receiver.address() as AddressInfo;
const received = new Promise<string>((resolve, reject) => {
  receiver.on('request', async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    response.writeHead(204).end();
    try {
      const event = verifyWebhook(Buffer.concat(chunks).toString(), request.headers, secret);
      if (event.type === 'certificate.issued') resolve(event.id);
    } catch (error) {
      reject(error);
    }
  });
});
const { webhook } = unwrap(
  await certrace.POST('/webhooks', {
    body: { url: `https://localhost:${port}/hook`, types: ['certificate.issued'] },
  }),
);
secret = webhook.secret ?? '';

// Issue a certificate, and look it up as anybody would who was shown its ID.
const { certificate } = unwrap(
  await certrace.POST('/certs/issue', {
    body: {
      studentEmail: 'ingrid@students.example',
      studentName: 'Ingrid Sørensen',
      courseName: 'Distributed Systems',
      issueDate: '2026-02-28',
    },
  }),
);
const { uniqueId } = certificate;
say(`Issued ${uniqueId}.`);
unwrap(await certrace.POST('/cert/verify', { body: { uniqueId } }));
say('Found it.');

// Pay for the verification with a test card, and download the certificate.
const paid = unwrap(
  await certrace.POST('/cert/verify/payment', {
    body: { uniqueId, cardNumber: '4242 4242 4242 4242', expiryMonth: '12', expiryYear: '39', cvCode: '123' },
  }),
);
if (!('cert' in paid)) throw new Error(`This site takes cards on a page of its own: ${paid.checkoutUrl}`);
const pdf = Buffer.from(await (await fetch(paid.cert.pdfUrl)).arrayBuffer());
writeFileSync(`${uniqueId}.pdf`, pdf);
say(`Paid, and saved ${uniqueId}.pdf (${pdf.length} bytes).`);

say(`Received the event ${await received}.`);
receiver.close();
receiver.closeAllConnections();
