import { appendFileSync, readFileSync, statSync, truncateSync } from 'node:fs';
import Database from 'better-sqlite3';
import { expect, it } from 'vitest';
import { env } from '#app/env.server.ts';
import { appendEntry } from '#app/log/append-entry.server.ts';
import { catchUpLog } from '#app/log/catch-up.server.ts';
import { currentLog } from '#app/log/log.server.ts';
import { filedEntries, lastFiledCheckpoint } from '#app/log/log-files.server.ts';
import { bringFilesUpToDate, logState } from '#app/log/log-state.server.ts';
import { installDatabase, sqlite, transaction } from '#db/client.ts';

const append = (document: string) => transaction((tx) => appendEntry(tx, 'issue', Buffer.from(document)));

/** Opens a copy of a database, by default of the current one, as a restart would. */
const restart = (copy = sqlite.serialize()) => installDatabase(new Database(copy));

function log() {
  const found = currentLog();
  if (!found) throw new Error('no log');
  return found;
}

const fileOf = (kind: 'entries' | 'checkpoints') =>
  `${env.KEYS_DIR}/${sqlite.prepare('select id from installation').pluck().get()}.log-1.${kind}`;

const ownEntries = () => sqlite.prepare('select entry from log_entries order by seq').pluck().all();

it('the file of checkpoints does not grow with the number of commits', () => {
  for (let count = 0; count < 200; count += 1) append(`${count}`);
  expect(statSync(fileOf('checkpoints')).size).toBeLessThanOrEqual(16_384);
  expect(lastFiledCheckpoint(log())?.note).toBe(log().checkpoint);
  restart();
  expect(lastFiledCheckpoint(log())?.note).toBe(log().checkpoint);
  expect(filedEntries(log())).toEqual(ownEntries());
});

it('a start writes the checkpoint that a crash prevented when the file has its entries', () => {
  append('first');
  const before = statSync(fileOf('checkpoints')).size;
  append('second');
  truncateSync(fileOf('checkpoints'), before);
  restart();
  bringFilesUpToDate();
  expect(lastFiledCheckpoint(log())?.note).toBe(log().checkpoint);
});

it('a start skips a checkpoint that a crash left incomplete', () => {
  append('first');
  const first = log().checkpoint;
  append('second');
  truncateSync(fileOf('checkpoints'), statSync(fileOf('checkpoints')).size - 20);
  restart();
  expect(logState()).toEqual({ kind: 'ok' });
  expect(lastFiledCheckpoint(log())?.note).toBe(first);
  append('third');
  restart();
  expect(lastFiledCheckpoint(log())?.note).toBe(log().checkpoint);
  expect(filedEntries(log())).toEqual(ownEntries());
});

it('a start replaces entries in the file that no checkpoint covers', async () => {
  append('first');
  const backup = sqlite.serialize();
  append('second');
  // A crash happened between the writes of the two files, and then an older database was restored.
  appendFileSync(fileOf('entries'), '{"v":1,"type":"issue","digest":"never in a checkpoint","time":""}\n');
  restart(backup);
  expect(await catchUpLog()).toBe(1);
  append('third');
  expect(filedEntries(log())).toEqual(ownEntries());
  expect(readFileSync(fileOf('entries'), 'utf8').split('\n')).toHaveLength(4);
  restart();
  expect(logState()).toEqual({ kind: 'ok' });
});
