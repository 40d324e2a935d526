import { createHash, generateKeyPairSync, verify } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { resetPasswordMail } from '#app/mail/account-mails.server.ts';
import { createDelivery } from '#app/mail/delivery.server.ts';
import { enqueueMail } from '#app/mail/outbox.server.ts';
import { createMailTransport } from '#app/mail/transport.server.ts';
import { transaction } from '#db/client.ts';
import { testEnvironment } from '#tests/support/setup.ts';
import { startSmtp } from '#tests/support/smtp.ts';

/** Canonicalizes a header field by the relaxed algorithm of RFC 6376, section 3.4. */
const relaxedField = (name: string, value: string) =>
  `${name.toLowerCase()}:${value
    .replace(/\r\n/g, '')
    .replace(/[ \t]+/g, ' ')
    .trim()}`;
const relaxedBody = (body: string) =>
  body
    .split('\r\n')
    .map((line) => line.replace(/[ \t]+/g, ' ').replace(/ $/, ''))
    .join('\r\n')
    .replace(/(?:\r\n)*$/, '\r\n');

/** Returns the tags of a message's signature, and whether its body hash and its signature are valid. */
function checkSignature(raw: Buffer, publicKey: Parameters<typeof verify>[2]) {
  const [head = '', ...rest] = raw.toString('latin1').split('\r\n\r\n');
  const fields = head
    .split(/\r\n(?![ \t])/)
    .map((line) => [line.slice(0, line.indexOf(':')), line.slice(line.indexOf(':') + 1)] as const);
  const field = (name: string) => fields.findLast(([key]) => key.toLowerCase() === name)?.[1] ?? '';
  const signature = field('dkim-signature');
  const tags = Object.fromEntries(
    signature.split(';').map((tag) => {
      const [key = '', ...value] = tag.trim().split('=');
      return [key, value.join('=').replace(/\s/g, '')];
    }),
  );
  const signed = [
    ...(tags.h ?? '').split(':').map((name) => `${relaxedField(name, field(name))}\r\n`),
    relaxedField('dkim-signature', signature.replace(/(;\s*b=)[\s\S]*$/, '$1')),
  ].join('');
  const hash = createHash('sha256')
    .update(relaxedBody(rest.join('\r\n\r\n')), 'latin1')
    .digest('base64');
  const isSigned = verify(
    'sha256',
    Buffer.from(signed, 'latin1'),
    publicKey,
    Buffer.from(tags.b ?? '', 'base64'),
  );
  return { ...tags, bodyMatches: hash === tags.bh, isSigned };
}

it('messages are signed for the domain DKIM_DOMAIN, and unsigned without this variable', async () => {
  const { publicKey, privateKey } = generateKeyPairSync('rsa', { modulusLength: 1024 });
  const folder = mkdtempSync(join(tmpdir(), 'certrace-dkim-'));
  const file = join(folder, 'dkim.pem');
  writeFileSync(file, privateKey.export({ type: 'pkcs8', format: 'pem' }));
  const smtp = await startSmtp();
  const send = async () => {
    transaction((tx) => enqueueMail(tx, resetPasswordMail('zoe@people.example', 'a-token')));
    const transport = createMailTransport(smtp.url);
    await createDelivery(transport).deliverDue();
    transport.close();
  };
  await send();
  testEnvironment({ DKIM_DOMAIN: 'certrace.example', DKIM_SELECTOR: 's1', DKIM_PRIVATE_KEY_FILE: file });
  await send();
  const [plain, signed] = smtp.mails;
  await smtp.stop();
  rmSync(folder, { recursive: true });
  expect(plain?.raw.toString()).not.toContain('DKIM-Signature');
  expect(checkSignature(signed?.raw as Buffer, publicKey)).toMatchObject({
    v: '1',
    d: 'certrace.example',
    s: 's1',
    h: expect.stringMatching(/^from:.*subject:.*to/),
    bodyMatches: true,
    isSigned: true,
  });
});
