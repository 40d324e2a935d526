import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { now, setClock } from '#app/shared/clock.server.ts';
import { sweepStep } from '#app/start/sweeps.server.ts';
import { sqlite } from '#db/client.ts';
import { fetchPage } from '#tests/support/handler.ts';
import { testEnvironment } from '#tests/support/setup.ts';

const DAY_MS = 86_400_000;

const textOf = async (path: string) => (await (await fetchPage(path)).text()).replaceAll('<!-- -->', '');

it('/privacy states the periods that are configured', async () => {
  expect(await textOf('/privacy')).toContain('730 days after they were handled');
  testEnvironment({ RETENTION_SUPPORT_MESSAGE_DAYS: '11', RETENTION_MAIL_DAYS: '1', BACKUP_EVERY: '1d' });
  const html = await textOf('/privacy');
  expect(html).toContain('11 days after they were handled');
  expect(html).toContain('1 day; the text until it is delivered');
  expect(html).toContain('the newest 7 are kept');
});

it('/terms states the fee, and whether issuers are reviewed', async () => {
  expect(await textOf('/terms')).toContain('A super admin reviews an issuer');
  testEnvironment({ ISSUER_APPROVAL: 'auto', VERIFICATION_FEE_CENTS: '1250' });
  const html = await textOf('/terms');
  expect(html).toContain('does not review issuers');
  expect(html).toContain('$12.50 for each certificate');
});

it('visitors find both pages in the footer', async () => {
  const html = await textOf('/faq');
  expect(html).toContain('href="/privacy"');
  expect(html).toContain('href="/terms"');
});

it('a handled message is deleted after the configured time, and an open one stays', () => {
  testEnvironment({ RETENTION_SUPPORT_MESSAGE_DAYS: '10' });
  const insert = sqlite().prepare(
    `insert into support_messages (id, topic, name, email, subject, body, created_at, handled_at)
     values (?, 'contact', 'Zoë', 'zoe@people.example', 's', 'b', ?, ?)`,
  );
  insert.run('open', now(), null);
  insert.run('handled', now(), now());
  const ids = () => sqlite().prepare('select id from support_messages order by id').pluck().all();
  const later = (days: number) => {
    const at = now() + days * DAY_MS;
    setClock(() => at);
  };
  later(9);
  sweepStep();
  expect(ids()).toEqual(['handled', 'open']);
  later(2);
  sweepStep();
  expect(ids()).toEqual(['open']);
});

it('shows the operator’s own Markdown, without its HTML and images', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'certrace-legal-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  writeFileSync(
    join(folder, 'privacy.md'),
    '# Our officer\n\nWrite to **Ines**. <script>alert(1)</script> [here](javascript:alert(1)) ![x](https://t.example/x.png)',
  );
  testEnvironment({ LEGAL_DIR: folder });
  const html = await textOf('/privacy');
  expect(html).toContain('<h2>Our officer</h2>');
  expect(html).toContain('<strong>Ines</strong>');
  expect(html).toContain('&lt;script&gt;alert(1)');
  expect(html).not.toContain('<script>alert');
  expect(html).not.toContain('href="javascript:');
  expect(html).not.toContain('<img src="https://t.example');
  expect(await textOf('/terms')).not.toContain('Our officer');
  expect(() => testEnvironment({ LEGAL_DIR: join(folder, 'none') })).toThrow(/^LEGAL_DIR: /);
});

it('refuses a text of the operator that is huge, elsewhere, or no file', () => {
  const folder = mkdtempSync(join(tmpdir(), 'certrace-legal-'));
  const elsewhere = mkdtempSync(join(tmpdir(), 'certrace-legal-'));
  onTestFinished(() => {
    for (const one of [folder, elsewhere]) rmSync(one, { recursive: true });
  });
  const path = join(folder, 'privacy.md');
  const use = () => testEnvironment({ LEGAL_DIR: folder });
  writeFileSync(path, 'x'.repeat(200_001));
  expect(use).toThrow('more than 200 kB');
  rmSync(path);
  writeFileSync(join(elsewhere, 'secret.md'), 'A secret');
  symlinkSync(join(elsewhere, 'secret.md'), path);
  expect(use).toThrow('outside the folder');
  rmSync(path);
  mkdirSync(path);
  expect(use).toThrow('is not a file');
  rmSync(path, { recursive: true });
  // As Kubernetes mounts a ConfigMap.
  mkdirSync(join(folder, '..data'));
  writeFileSync(join(folder, '..data', 'privacy.md'), 'Ours');
  symlinkSync(join('..data', 'privacy.md'), path);
  expect(use).not.toThrow();
});
