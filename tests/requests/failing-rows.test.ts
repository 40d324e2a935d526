import { randomUUID } from 'node:crypto';
import { existsSync, mkdirSync, rmdirSync, writeFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { expect, it, vi } from 'vitest';
import { storeSkeletonsStep } from '#app/accounts/name-twins.server.ts';
import { carryOutResets } from '#app/accounts/second-factor/resets.server.ts';
import { indexSome } from '#app/certificates/search-index.server.ts';
import { env } from '#app/config/env.server.ts';
import { filesOfMedia, removeUnreferenced, retryRemovals } from '#app/files/media/files.server.ts';
import { localStore } from '#app/files/store/local-store.server.ts';
import { mailLookUps } from '#app/holders/look-up-mails.server.ts';
import { deleteDueAccounts } from '#app/privacy/account-deletion/delete-account.server.ts';
import { exportName, requestDataExport } from '#app/privacy/data-export/data-export.server.ts';
import { startMakingDataExports } from '#app/privacy/data-export/make-data-exports.server.ts';
import { sqlite } from '#db/client.ts';
import { makeCertificate, makeIssuer, makeVerifier } from '#tests/support/factories.ts';

const count = (table: string, where: string) =>
  sqlite().prepare(`select count(*) from ${table} where ${where}`).pluck().get();

const refuse = (when: string, condition: string) =>
  sqlite().exec(
    `create temp trigger refused before ${when} when ${condition} begin select raise(abort, 'refused'); end`,
  );

/** Lets reading the names of some certificates fail. */
const damageNames = (condition: string) =>
  sqlite().exec(
    `create temp view certificates as select seq, unique_id, student_email, course_name, issuer_id, searched_fields,
       iif(${condition}, json('refused'), student_name) as student_name from main.certificates`,
  );

type Loop = { prepare: () => Promise<void>; step: () => unknown; left: () => unknown };

/** Makes certificates and returns the number of the first one. */
async function makeCertificates() {
  const issuer = await makeIssuer();
  for (const studentName of ['Ada', 'Grace']) await makeCertificate(issuer, { studentName });
  return Number(sqlite().prepare('select min(seq) from certificates').pluck().get());
}

const LOOPS: Record<string, Loop> = {
  'the search index': {
    prepare: async () => {
      const first = await makeCertificates();
      damageNames(`seq = ${first}`);
    },
    step: indexSome,
    left: () => 1 - Number(count('certificate_search_docsize', 'true')),
  },
  'the search index of which the last certificate fails': {
    prepare: async () => {
      const first = await makeCertificates();
      damageNames(`seq > ${first}`);
    },
    step: indexSome,
    // It then says that nothing waits.
    left: () => Number(indexSome()) + 1 - Number(count('certificate_search_docsize', 'true')),
  },
  'mails about look-ups': {
    prepare: async () => {
      sqlite().exec(`insert into holder_settings (email, new_look_ups, mail_due_at)
        values ('bad@people.example', 1, 1), ('good@people.example', 1, 2)`);
      refuse('insert on main.outbox', "new.to_address = 'bad@people.example'");
    },
    step: mailLookUps,
    left: () => 1 - Number(count('outbox', "to_address = 'good@people.example'")),
  },
  'skeletons of names': {
    prepare: async () => {
      const [bad] = [await makeIssuer(), await makeIssuer()];
      sqlite().exec('delete from issuer_name_skeletons');
      refuse(
        'insert on main.issuer_name_skeletons',
        `new.user_seq = (select seq from users where id = '${bad.id}')`,
      );
    },
    step: () => storeSkeletonsStep(0),
    left: () => 1 - Number(count('(select distinct user_seq from issuer_name_skeletons)', 'true')),
  },
  'resets of second factors': {
    prepare: async () => {
      for (const { id } of [await makeVerifier(), await makeVerifier()])
        sqlite()
          .prepare(
            'insert into second_factor_resets (id, user_id, requested_by, reason, requested_at, effective_at) values (?, ?, ?, ?, 0, 0)',
          )
          .run(id, id, id, 'Lost');
      refuse('update on main.second_factor_resets', 'old.seq = (select min(seq) from second_factor_resets)');
    },
    step: carryOutResets,
    left: () => Number(count('second_factor_resets', 'done_at is null')) - 1,
  },
};

it.each(Object.entries(LOOPS))(
  '%s: a row that fails holds up no other',
  async (_, { prepare, step, left }) => {
    await prepare();
    for (let tries = 0; tries < 3; tries += 1) {
      try {
        await step();
      } catch (error) {
        expect(String(error)).toMatch(/refused|malformed JSON/);
      }
    }
    expect(left()).toBe(0);
    sqlite().exec('drop trigger if exists refused; drop view if exists temp.certificates');
  },
);

it('files of deleted rows are removed past one that cannot be', async () => {
  const [bad, good] = [randomUUID(), randomUUID()].map((id) =>
    join(env().UPLOADS_DIR, filesOfMedia(id, 'file')[0] ?? ''),
  ) as [string, string];
  // A folder is not removed as a file.
  mkdirSync(bad, { recursive: true });
  mkdirSync(dirname(good), { recursive: true });
  writeFileSync(good, 'x');
  await removeUnreferenced([bad, good].map((path) => basename(path)));
  expect([existsSync(bad), existsSync(good)]).toEqual([true, false]);
  rmdirSync(bad);
  await retryRemovals();
});

it('copies of data are made and removed past some that cannot be removed', async () => {
  const person = await makeVerifier();
  for (let n = 0; n < 12; n += 1) {
    const path = join(env().UPLOADS_DIR, exportName(`copy${n}`));
    // A folder is not removed as a file.
    if (n < 11) mkdirSync(path, { recursive: true });
    else writeFileSync(path, 'x');
    sqlite()
      .prepare(
        `insert into data_exports (id, user_id, requested_at, next_attempt_at, bytes, expires_at)
         select ?, id, 0, 0, 1, ? from users where id = ?`,
      )
      .run(`copy${n}`, n, person.id);
  }
  await requestDataExport(person.browser);
  const broken = vi.spyOn(localStore, 'list').mockImplementation(() => {
    throw new Error('refused');
  });
  const stop = startMakingDataExports();
  try {
    await expect.poll(() => count('data_exports', "id = 'copy11'")).toBe(0);
    await expect.poll(() => count('data_exports', "id not like 'copy%' and bytes is not null")).toBe(1);
  } finally {
    await stop();
    broken.mockRestore();
  }
});

it('accounts are deleted past 100 that wait for an open payment', async () => {
  const person = await makeVerifier();
  sqlite().exec(`
    insert into users (id, name, email, username, role, password_hash, created_at)
    with recursive n(i) as (select 1 union all select i + 1 from n where i < 100)
    select 'w' || i, 'W', 'w' || i || '@x.example', 'w' || i, 'individual', '', 0 from n;
    insert into payments (id, payer_id, gateway, state, amount_minor, currency, created_at, checked_at)
    select 'y' || id, id, 'sandbox', 'created', 100, 'USD', 0, 0 from users where id like 'w%';
    insert into account_deletions (user_id, requested_at, due_at) select id, 0, 0 from users where id like 'w%'`);
  sqlite()
    .prepare('insert into account_deletions (user_id, requested_at, due_at) values (?, 0, 1)')
    .run(person.id);
  await deleteDueAccounts();
  expect([count('account_deletions', 'due_at = 0'), count('account_deletions', 'due_at = 1')]).toEqual([
    100, 0,
  ]);
});
