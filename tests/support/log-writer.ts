// Writes to the log of a database that a test process writes too. It reads commands line by line and confirms each:
// `commit TYPE COUNT`, `fail TYPE COUNT`, and `commit-only TYPE COUNT`, which waits for a line before it writes the checkpoint file.
import { readSync } from 'node:fs';
import type { EntryType } from '@certrace/verify';
import { loadEnvironment } from '#app/config/env.server.ts';
import { appendEntry } from '#app/log/append-entry.server.ts';
import { logEachCommit } from '#app/log/log-state.server.ts';
import { openDatabase, sqlite, transaction } from '#db/client.ts';

const say = (line: string) => process.stdout.write(`${line}\n`);

/** Reads a line. Returns '' at the end of the input. */
function readLine(): string {
  const bytes: number[] = [];
  const byte = Buffer.alloc(1);
  while (readSync(0, byte) === 1 && byte[0] !== 0x0a) bytes.push(byte[0] as number);
  return Buffer.from(bytes).toString();
}

function commit(type: EntryType, count: number, fails = false) {
  transaction((tx) => {
    for (let entry = 0; entry < count; entry += 1) appendEntry(tx, type, Buffer.from(`${type} ${entry}`));
    if (!fails) return;
    sqlite().pragma('defer_foreign_keys = ON');
    sqlite()
      .prepare("insert into certificate_revocations values ('none', 9, 'nobody', 'x', 'nobody', 0)")
      .run();
  });
}

const COMMANDS: Record<string, (type: EntryType, count: number) => void> = {
  commit,
  fail(type, count) {
    try {
      commit(type, count, true);
    } catch (error) {
      if (!/FOREIGN KEY/.test(String(error))) throw error;
    }
  },
  'commit-only'(type, count) {
    const exec = sqlite().exec.bind(sqlite());
    sqlite().exec = (source) => {
      sqlite().exec = exec;
      say('committed');
      readLine();
      return exec(source);
    };
    commit(type, count);
  },
};

loadEnvironment();
logEachCommit();
openDatabase(process.env.DATABASE_FILE ?? '');
say('ready');
for (let line = readLine(); line !== ''; line = readLine()) {
  const [what = '', type, count] = line.split(' ');
  COMMANDS[what]?.(type as EntryType, Number(count));
  say('done');
}
