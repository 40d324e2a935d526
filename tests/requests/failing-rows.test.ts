import { expect, it } from 'vitest';
import { storeSkeletonsStep } from '#app/accounts/backfill-skeletons.server.ts';
import { carryOutResets } from '#app/accounts/second-factor/carry-out-resets.server.ts';
import { mailLookUps } from '#app/holders/look-up-mails.server.ts';
import { sqlite } from '#db/client.ts';
import { makeIssuer, makeVerifier } from '#tests/support/factories.ts';

const count = (table: string, where: string) =>
  sqlite().prepare(`select count(*) from ${table} where ${where}`).pluck().get();

const refuse = (when: string, condition: string) =>
  sqlite().exec(
    `create temp trigger refused before ${when} when ${condition} begin select raise(abort, 'refused'); end`,
  );

type Loop = { prepare: () => Promise<void>; step: () => void; left: () => unknown };

const LOOPS: Record<string, Loop> = {
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

it.each(Object.entries(LOOPS))('%s go on past a row that fails', async (_, { prepare, step, left }) => {
  await prepare();
  for (let tries = 0; tries < 3; tries += 1) {
    try {
      step();
    } catch (error) {
      expect(String(error)).toContain('refused');
    }
  }
  expect(left()).toBe(0);
  sqlite().exec('drop trigger refused');
});
