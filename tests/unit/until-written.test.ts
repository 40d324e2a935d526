import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { expect, it } from 'vitest';
import { openDatabase, sqlite, untilWritten } from '#db/client.ts';

it('a value is computed again only after a write by this or another process', () => {
  const folder = mkdtempSync(join(tmpdir(), 'certrace-test-'));
  const file = join(folder, 'some.sqlite');
  openDatabase(file);
  sqlite().exec('create table rows (id integer primary key)');
  let counted = 0;
  const count = untilWritten(() => {
    counted += 1;
    return sqlite().prepare('select count(*) from rows').pluck().get();
  });
  expect([count(), count(), counted]).toEqual([0, 0, 1]);
  sqlite().exec('insert into rows values (1)');
  expect([count(), count(), counted]).toEqual([1, 1, 2]);
  const other = new Database(file);
  other.exec('insert into rows values (2)');
  other.close();
  expect([count(), count(), counted]).toEqual([2, 2, 3]);
  sqlite().exec('update rows set id = 5 where id = 2');
  expect([count(), counted]).toEqual([2, 4]);
  sqlite().close();
  rmSync(folder, { recursive: true });
});
