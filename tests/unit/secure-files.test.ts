import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { SYSTEM } from '#app/accounts/actor.server.ts';
import { register } from '#app/accounts/register.server.ts';
import { compose } from '#app/mail/compose.server.ts';
import { createDelivery } from '#app/mail/delivery.server.ts';
import { enqueueMail } from '#app/mail/outbox.server.ts';
import { createMailTransport } from '#app/mail/transport.server.ts';
import { newToken } from '#app/shared/ids.server.ts';
import { emptyWal, openDatabase, sqlite, transaction } from '#db/client.ts';
import { makePrivateFolder } from '#db/files.ts';
import { migrateDatabase } from '#db/migrate.ts';
import { PASSWORD } from '#tests/support/factories.ts';
import { startSmtp } from '#tests/support/smtp.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'certrace-files-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));
const mode = (path: string) => (statSync(path).mode & 0o777).toString(8);

/** A message with a link and a text that occurs nowhere else. */
const message = (address: string, token: string, text: string) =>
  compose(address, () => ({
    name: '',
    subject: 'Hello',
    lines: [text],
    action: ['Open', `/reset-password/${token}`],
    token,
  }));

it('no file of the database contains a token, or the text of a delivered message', async () => {
  const file = join(folder, 'data', 'certrace.sqlite');
  openDatabase(file);
  migrateDatabase();
  const tokens = Array.from({ length: 200 }, newToken);
  const texts = Array.from({ length: 200 }, newToken);
  const smtp = await startSmtp();
  const transport = createMailTransport(smtp.url);
  const delivery = createDelivery(transport);
  // Several rounds with other rows in between fill, split and free pages.
  for (let round = 0; round < 4; round += 1) {
    transaction((tx) => {
      for (const [index, token] of tokens.slice(round * 50, round * 50 + 50).entries())
        enqueueMail(tx, message(`zoe${round}-${index}@a.example`, token, texts[round * 50 + index] ?? ''));
    });
    if (round === 1) sqlite().pragma('wal_checkpoint(PASSIVE)');
    await register(SYSTEM, {
      name: 'Zoë',
      email: `z${round}@a.example`,
      password: PASSWORD,
      role: 'individual',
    });
    await delivery.deliverDue();
  }
  transport.close();
  await smtp.stop();
  expect(smtp.mails).toHaveLength(204);
  const found = (words: string[]) =>
    ['', '-wal', '-shm']
      .map((suffix) => file + suffix)
      .filter(existsSync)
      .flatMap((path) => {
        const bytes = readFileSync(path, 'latin1');
        return words.filter((word) => bytes.includes(word));
      });
  expect(found(texts).length).toBeGreaterThan(0);
  expect(found(tokens)).toEqual([]);
  emptyWal();
  expect(found([...texts, ...tokens])).toEqual([]);
  expect([mode(file), mode(`${file}-wal`), mode(`${file}-shm`), mode(join(folder, 'data'))]).toEqual([
    '600',
    '600',
    '600',
    '700',
  ]);
});

it('the WAL is truncated, but not while Litestream reads it', () => {
  const file = join(folder, 'certrace.sqlite');
  openDatabase(file);
  migrateDatabase();
  const walBytes = () => statSync(`${file}-wal`).size;
  mkdirSync(join(folder, '.certrace.sqlite-litestream'));
  emptyWal();
  expect(walBytes()).toBeGreaterThan(0);
  rmSync(join(folder, '.certrace.sqlite-litestream'), { recursive: true });
  emptyWal();
  expect(walBytes()).toBe(0);
});

it('files and folders become private to this user, but a folder with other files does not', () => {
  const own = join(folder, 'own');
  mkdirSync(own, { mode: 0o755 });
  const file = join(own, 'certrace.sqlite');
  for (const suffix of ['', '-wal']) writeFileSync(file + suffix, '', { mode: 0o644 });
  openDatabase(file);
  expect([mode(file), mode(own)]).toEqual(['600', '700']);
  sqlite().close();
  mkdirSync(join(folder, 'shared'), { mode: 0o755 });
  writeFileSync(join(folder, 'shared', 'notes.txt'), '');
  openDatabase(join(folder, 'shared', 'certrace.sqlite'));
  expect([mode(join(folder, 'shared')), mode(join(folder, 'shared', 'certrace.sqlite'))]).toEqual([
    '755',
    '600',
  ]);
  const uploads = join(folder, 'uploads');
  mkdirSync(join(uploads, 'videos'), { recursive: true, mode: 0o755 });
  makePrivateFolder(uploads);
  expect([mode(uploads), mode(join(uploads, 'videos'))]).toEqual(['700', '700']);
});
