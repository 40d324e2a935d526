import { appendFileSync, readFileSync, statSync, truncateSync } from 'node:fs';
import Database from 'better-sqlite3';
import { expect, it } from 'vitest';
import { appendEntry } from '#app/log/append-entry.server.ts';
import { catchUpLog } from '#app/log/catch-up.server.ts';
import { filedEntries, lastFiledCheckpoint } from '#app/log/log-files.server.ts';
import { bringFilesUpToDate, logState } from '#app/log/log-state.server.ts';
import { installDatabase, sqlite, transaction } from '#db/client.ts';
import { logFile, ownEntries, ownLog } from '#tests/support/own-log.ts';

const append = (document: string) => transaction((tx) => appendEntry(tx, 'issue', Buffer.from(document)));

/** Opens a copy of a database, by default of the current one, as a restart would. */
const restart = (copy = sqlite().serialize()) => installDatabase(new Database(copy));

it('the file of checkpoints does not grow with the number of commits', () => {
  for (let count = 0; count < 200; count += 1) append(`${count}`);
  expect(statSync(logFile('checkpoints')).size).toBeLessThanOrEqual(16_384);
  expect(lastFiledCheckpoint(ownLog())?.note).toBe(ownLog().checkpoint);
  restart();
  expect(lastFiledCheckpoint(ownLog())?.note).toBe(ownLog().checkpoint);
  expect(filedEntries(ownLog())).toEqual(ownEntries());
});

it('a start writes the checkpoint that a crash prevented when the file has its entries', () => {
  append('first');
  const before = statSync(logFile('checkpoints')).size;
  append('second');
  truncateSync(logFile('checkpoints'), before);
  restart();
  bringFilesUpToDate();
  expect(lastFiledCheckpoint(ownLog())?.note).toBe(ownLog().checkpoint);
});

it('a start skips a checkpoint that a crash left incomplete', () => {
  append('first');
  const first = ownLog().checkpoint;
  append('second');
  truncateSync(logFile('checkpoints'), statSync(logFile('checkpoints')).size - 20);
  restart();
  expect(logState()).toEqual({ kind: 'ok' });
  expect(lastFiledCheckpoint(ownLog())?.note).toBe(first);
  append('third');
  restart();
  expect(lastFiledCheckpoint(ownLog())?.note).toBe(ownLog().checkpoint);
  expect(filedEntries(ownLog())).toEqual(ownEntries());
});

it('a start replaces entries in the file that no checkpoint covers', async () => {
  append('first');
  const backup = sqlite().serialize();
  append('second');
  // A crash happened between the writes of the two files, and then an older database was restored.
  appendFileSync(logFile('entries'), '{"v":1,"type":"issue","digest":"never in a checkpoint","time":""}\n');
  restart(backup);
  expect(await catchUpLog()).toBe(1);
  append('third');
  expect(filedEntries(ownLog())).toEqual(ownEntries());
  expect(readFileSync(logFile('entries'), 'utf8').split('\n')).toHaveLength(4);
  restart();
  expect(logState()).toEqual({ kind: 'ok' });
});
