import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startServer } from '#tests/support/server.ts';
import { linkIn, startSmtp } from '#tests/support/smtp.ts';
import { receiverCertificate } from '#tests/support/webhook-receiver.ts';

const folder = mkdtempSync(join(tmpdir(), 'certrace-story-'));
const keyFile = join(folder, 'key.pem');
let smtp: Awaited<ReturnType<typeof startSmtp>>;
let server: Awaited<ReturnType<typeof startServer>>;

beforeAll(async () => {
  const { key, certFile } = receiverCertificate();
  writeFileSync(keyFile, key);
  smtp = await startSmtp();
  server = await startServer({
    env: {
      ISSUER_APPROVAL: 'auto',
      ALLOW_PRIVATE_WEBHOOKS: '1',
      NODE_EXTRA_CA_CERTS: certFile,
      SMTP_URL: smtp.url,
      MAIL_FROM: 'certrace@certs.example',
    },
  });
});

afterAll(async () => {
  await server.stop();
  await smtp.stop();
  rmSync(folder, { recursive: true, force: true });
});

/** Runs a program in an empty folder, gives it the link of the mail, and returns what it printed and saved. */
async function tell(command: string, args: string[]) {
  const home = mkdtempSync(join(folder, 'run-'));
  const program = spawn(command, args, {
    cwd: home,
    env: {
      PATH: process.env.PATH,
      HOME: process.env.HOME,
      CERTRACE_URL: server.url,
      WEBHOOK_CERT: receiverCertificate().certFile,
      WEBHOOK_KEY: keyFile,
    },
  });
  const lines: string[] = [];
  const errors: string[] = [];
  program.stderr.on('data', (chunk) => errors.push(String(chunk)));
  createInterface(program.stdout).on('line', async (line) => {
    lines.push(line);
    const [, email] = /^Registered (\S+)\./.exec(line) ?? [];
    // As at a terminal, the input stays open.
    if (email) program.stdin.write(`${linkIn((await smtp.mailTo(email)).text)}\r\n`);
  });
  const [code] = await once(program, 'close');
  const [pdf = ''] = readdirSync(home);
  return {
    code,
    lines,
    errors: errors.join(''),
    pdf,
    bytes: pdf ? readFileSync(join(home, pdf)) : Buffer.alloc(0),
  };
}

const root = process.cwd();

it.each([
  ['story.sh', 'bash'],
  ['story.ts', process.execPath],
  ['story.py', 'python3'],
])(
  'examples/%s tells the whole story',
  async (file, command) => {
    const { code, lines, errors, pdf, bytes } = await tell(command, [join(root, 'examples', file)]);
    expect([code, errors]).toEqual([0, '']);
    expect(lines).toEqual([
      expect.stringMatching(/^Registered story-\S+@example\.org\. Paste the link from the mail:$/),
      'Logged in.',
      expect.stringMatching(/^Issued [0-9A-Z]{4}(?:-[0-9A-Z]{4}){3}\.$/),
      'Found it.',
      `Paid, and saved ${pdf} (${bytes.length} bytes).`,
      expect.stringMatching(/^Received the event \S+\.$/),
    ]);
    expect(bytes.subarray(0, 5).toString()).toBe('%PDF-');
  },
  120_000,
);
