import { beforeEach, describe, expect, it } from 'vitest';
import type { ActName, ObjectKind } from '#app/audit/acts.ts';
import { checkAudit, logNewestRow } from '#app/audit/check-audit.server.ts';
import { countAct, recordAct, sweepAudit } from '#app/audit/record-act.server.ts';
import { recordExport } from '#app/audit/record-export.server.ts';
import { sqlite, transaction } from '#db/client.ts';
import { stopClock } from '#tests/support/clock.ts';
import { testEnvironment } from '#tests/support/setup.ts';

const DAY_MS = 86_400_000;
const visitor = { kind: 'visitor', address: '192.0.2.7' } as const;

const record = (count = 1) => {
  for (let n = 0; n < count; n += 1)
    transaction((tx) =>
      recordAct(tx, visitor, 'login.failed', { object: ['account', `account-${n}`], after: { n } }),
    );
};

const seqs = () => sqlite().prepare('select seq from audit_rows order by seq').pluck().all();
const run = (sql: string) => sqlite().exec(sql);
/** Somebody with the database can drop its triggers. */
const dropTriggers = () => {
  for (const name of ['unchanged', 'continued', 'expired', 'kept']) run(`drop trigger audit_rows_${name}`);
};
const entries = () =>
  sqlite()
    .prepare("select entry from log_entries where type = 'audit' order by seq")
    .pluck()
    .all() as string[];
const problems = () => checkAudit().problems;

let forward: (ms: number) => void;
beforeEach(() => {
  forward = stopClock();
});

describe('a row', () => {
  it('is committed with its act or not at all', () => {
    expect(() =>
      transaction((tx) => {
        recordAct(tx, visitor, 'logout');
        throw new Error('the act failed');
      }),
    ).toThrow('the act failed');
    expect(seqs()).toEqual([]);
    expect(() => recordAct({} as never, visitor, 'logout')).toThrow('in the transaction');
  });

  it('is refused by the database when it would change, go, or not continue the chain', () => {
    record(3);
    expect(() => run("update audit_rows set act = 'logout' where seq = 2")).toThrow('do not change');
    expect(() => run('delete from audit_rows where seq = 1')).toThrow('are kept');
    const copy = (columns: string) =>
      `insert or replace into audit_rows (seq, at, act, actor_kind, previous, hash) select ${columns} from audit_rows where seq = 3`;
    expect(() => run(copy("3, at, 'logout', actor_kind, previous, hash"))).toThrow('continue its chain');
    expect(() => run(copy("4, at, 'logout', actor_kind, previous, hash"))).toThrow('continue its chain');
    // Declaring young rows as expired does not help either.
    expect(() =>
      transaction((tx) => recordAct(tx, visitor, 'audit.expired', { object: ['audit', '3'] })),
    ).toThrow('kept for 90 days');
    expect(problems()).toEqual([]);
  });
});

describe('fsck', () => {
  it.each([
    ['a changed column', "update audit_rows set actor_id = 'someone' where seq = 3", 'row 3 was changed'],
    [
      'a row that was inserted',
      `update audit_rows set seq = seq + 1000 where seq > 2; update audit_rows set seq = seq - 999 where seq > 1000;
       insert into audit_rows (seq, at, act, actor_kind, previous, hash) select 3, at, act, actor_kind, hash, hash from audit_rows where seq = 2`,
      'row 3 was changed',
    ],
    [
      'rows in another order',
      'update audit_rows set seq = 1000 where seq = 2; update audit_rows set seq = 2 where seq = 3; update audit_rows set seq = 3 where seq = 1000',
      'row 3 does not follow row 2',
    ],
    ['a row that is gone', 'delete from audit_rows where seq = 3', 'row 4 does not follow row 2'],
    ['the first rows', 'delete from audit_rows where seq < 3', 'the rows before row 3 are missing'],
    ['the newest rows', 'delete from audit_rows where seq > 3', 'row 5 was the newest one, and is missing'],
    ['all rows', 'delete from audit_rows', 'row 5 was the newest one, and is missing'],
    [
      'the newest rows, with the counter',
      "delete from audit_rows where seq > 3; update sqlite_sequence set seq = 3 where name = 'audit_rows'",
      "the row that the log's entry of",
    ],
    [
      'the newest rows, with the counter and their entry of the log',
      `delete from audit_rows where seq > 3; update sqlite_sequence set seq = 3 where name = 'audit_rows';
       delete from log_entries where type = 'audit'`,
      '1 of 1 entries are missing, which may have named rows of the trail',
    ],
    [
      'the same, with the size of the log',
      `delete from audit_rows where seq > 3; update sqlite_sequence set seq = 3 where name = 'audit_rows';
       delete from log_entries where type = 'audit'; update logs set size = 0`,
      '1 of 1 entries are missing, which may have named rows of the trail',
    ],
  ])('notices %s', (_what, sql, problem) => {
    record(5);
    expect(logNewestRow()).toBe(true);
    expect(checkAudit()).toEqual({ rows: 5, problems: [] });
    dropTriggers();
    run(sql);
    expect(problems()).toContainEqual(expect.stringContaining(problem));
  });

  it('notices rows that were written again with right hashes, by the log', () => {
    record(5);
    logNewestRow();
    dropTriggers();
    run("delete from audit_rows; update sqlite_sequence set seq = 0 where name = 'audit_rows'");
    forward(1);
    record(5);
    expect(problems()).toEqual([expect.stringContaining("the row that the log's entry of")]);
  });
});

describe('the log', () => {
  it('gets one entry a day with the newest hash', () => {
    expect(logNewestRow()).toBe(true);
    expect(entries()).toEqual([]);
    record(2);
    logNewestRow();
    record();
    logNewestRow();
    expect(entries()).toHaveLength(1);
    forward(DAY_MS);
    logNewestRow();
    logNewestRow();
    const newest = sqlite().prepare('select hash from audit_rows order by seq desc limit 1').pluck().get();
    expect(entries().map((entry) => JSON.parse(entry).digest)).toEqual([
      expect.any(String),
      (newest as Buffer).toString('base64'),
    ]);
  });
});

describe('after their retention', () => {
  it('rows go, and what is left still proves to be whole', () => {
    testEnvironment({ RETENTION_AUDIT_DAYS: '100' });
    record(3);
    logNewestRow();
    forward(100 * DAY_MS);
    record(2);
    logNewestRow();
    expect(sweepAudit(200)).toBe(0);
    forward(2 * DAY_MS);
    expect(sweepAudit(200)).toBe(3);
    expect(seqs()).toEqual([4, 5, 6]);
    expect(problems()).toEqual([]);
    logNewestRow();
    forward(101 * DAY_MS);
    // The newest row stays, and the others go in steps.
    expect(sweepAudit(1)).toBe(1);
    expect(sweepAudit(1)).toBe(1);
    expect(problems()).toEqual([]);
  });

  it('a row that says so does not hide rows that went too early', () => {
    testEnvironment({ RETENTION_AUDIT_DAYS: '100' });
    record();
    logNewestRow();
    forward(109 * DAY_MS);
    logNewestRow();
    forward(DAY_MS);
    record(2);
    logNewestRow();
    forward(DAY_MS);
    record();
    dropTriggers();
    const hash = sqlite().prepare('select hash from audit_rows where seq = 3').pluck().get() as Buffer;
    transaction((tx) =>
      recordAct(tx, { kind: 'system' }, 'audit.expired', {
        object: ['audit', '3'],
        after: { hash: hash.toString('hex') },
      }),
    );
    run('delete from audit_rows where seq <= 3');
    expect(problems()).toEqual([expect.stringContaining("the row that the log's entry of")]);
  });
});

describe('the acts of a day', () => {
  const member = (id: string, address: string) =>
    ({ kind: 'user', address, sessionId: null, user: { id }, organisation: null }) as const;
  const act = (who: ReturnType<typeof member>, name: ActName, object?: [ObjectKind, string]) =>
    transaction((tx) => recordAct(tx, who, name, object ? { object } : {}));
  const limited = expect.objectContaining({ code: 'rate-limited' });

  it('of an account are limited, from however many addresses, except logins and those that protect it', () => {
    for (let n = 0; n < 5_000; n += 1)
      countAct(member('busy', `198.51.100.${n % 100}`), 'design.changed', {});
    const busy = member('busy', '192.0.2.8');
    expect(() => act(busy, 'design.changed')).toThrow(limited);
    act(busy, 'login');
    act(busy, 'logout');
    act(busy, 'session.ended');
    act(busy, 'password.changed');
    act(member('other', '192.0.2.8'), 'design.changed');
    expect(seqs()).toHaveLength(5);
    forward(DAY_MS);
    act(busy, 'design.changed');
  });

  it('start again after a password reset', () => {
    const robbed = member('robbed', '192.0.2.9');
    for (let n = 0; n < 5_000; n += 1) countAct(robbed, 'design.changed', {});
    expect(() => act(robbed, 'design.changed')).toThrow(limited);
    transaction((tx) => recordAct(tx, visitor, 'password.reset', { object: ['account', 'robbed'] }));
    act(robbed, 'design.changed');
  });

  it('do not add up to a limit of their address or organisation', () => {
    const colleague = { ...member('colleague', '2001:db8::2'), organisation: { id: 'busy' } };
    for (let n = 0; n < 20_000; n += 1)
      countAct(
        { ...member(`account-${n % 100}`, '2001:db8::1'), organisation: { id: 'busy' } },
        'design.changed',
        {},
      );
    transaction((tx) => recordAct(tx, colleague, 'design.changed'));
  });

  it('have no limit with RATE_LIMITS=off', () => {
    testEnvironment({ RATE_LIMITS: 'off' });
    for (let n = 0; n < 5_001; n += 1) countAct(member('free', '192.0.2.10'), 'design.changed', {});
  });
});

describe('exports', () => {
  const user = (id: string, organisation: string | null = null) => ({
    kind: 'user' as const,
    address: '192.0.2.11',
    sessionId: null,
    user: { id },
    organisation: organisation === null ? null : { id: organisation },
  });
  const counts = () =>
    sqlite()
      .prepare(
        "select actor_id, object_id, count from audit_rows join audit_exports using (seq) where act = 'exported' order by seq",
      )
      .raw()
      .all();

  it('are one row a day and user, with a count', () => {
    for (let n = 1; n <= 200; n += 1) recordExport(user('ada'), `list-${n}.csv`);
    recordExport(user('bob'), 'list.csv');
    recordExport(user('ada', 'school'), 'list.csv');
    forward(DAY_MS);
    recordExport(user('ada'), 'later.csv');
    expect(counts()).toEqual([
      ['ada', 'list-1.csv', 200],
      ['bob', 'list.csv', 1],
      ['ada', 'list.csv', 1],
      ['ada', 'later.csv', 1],
    ]);
  });
});
