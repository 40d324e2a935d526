import { createWriteStream } from 'node:fs';
import { rm, stat } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { ReadableStream } from 'node:stream/web';
import { and, eq } from 'drizzle-orm';
import { accountLanguage } from '#app/accounts/account-language.server.ts';
import { otherAddresses } from '#app/accounts/addresses.server.ts';
import { ownedBy } from '#app/accounts/organisations/membership.server.ts';
import { bytesOfPictures } from '#app/certificates/field-pictures.server.ts';
import { partPath } from '#app/files/media/files.server.ts';
import { filesOf, hasSpaceFor } from '#app/files/media/storage.server.ts';
import { fileStore } from '#app/files/store/file-store.server.ts';
import { enqueueMail } from '#app/mail/outbox.server.ts';
import { dataFailedMail, dataReadyMail } from '#app/mail/privacy-mails.server.ts';
import { inLanguage } from '#app/messages/reader-language.server.ts';
import { every, forEachRowInTurn } from '#app/shared/background-work.server.ts';
import { now } from '#app/shared/clock.server.ts';
import { log } from '#app/shared/log.server.ts';
import { db, preparedSql, transaction } from '#db/client.ts';
import { users } from '#db/schema/accounts.ts';
import { dataExports } from '#db/schema/privacy.ts';
import { exportName } from './data-export.server.ts';
import { dataZip } from './data-zip.server.ts';
import { openOwnData } from './own-data.server.ts';

const POLL_MS = 2_000;
const LIFE_MS = 24 * 3_600_000;
const RETRY_MS = 60_000;
const MOST_ATTEMPTS = 5;
const LOOK_FOR_LEFTOVERS_MS = 3_600_000;

type Due = { id: string; userId: string; attempts: number; nextAttemptAt: number };

const due = preparedSql<Due>(
  `select id, user_id as userId, attempts, next_attempt_at as nextAttemptAt from data_exports
   where bytes is null and next_attempt_at <= ? order by next_attempt_at limit 1`,
);
/** Copies that a run removes. */
const REMOVED_AT_ONCE = 10;
const expired = preparedSql<{ id: string; at: number }>(
  `select id, expires_at as at from data_exports
   where bytes is not null and expires_at <= @now and (expires_at, id) > (@at, @id)
   order by expires_at, id limit ${REMOVED_AT_ONCE}`,
);
/** Where the last run ended, so that copies that cannot be removed hold up no others. */
const FIRST = { at: -1, id: '' };
let endedAt = FIRST;
/** A copy may have the size of all that the account uploaded, so only the newest one is kept. */
const endEarlier = preparedSql(
  'update data_exports set expires_at = min(expires_at, @at) where user_id = @userId and id <> @id and bytes is not null',
);
const known = preparedSql<{ id: string }>('select id from data_exports where id = ?');

const personOf = (userId: string) => db().select().from(users).where(eq(users.id, userId)).get();

/** Writes the ZIP of an account, places it in the store, and mails the link in the transaction that makes it available. */
const make = (due: Due, signal: AbortSignal) =>
  inLanguage(accountLanguage(personOf(due.userId)), () => makeOne(due, signal));

async function makeOne({ id, userId, nextAttemptAt }: Due, signal: AbortSignal) {
  const person = personOf(userId);
  if (!person?.email) return;
  const { name, email } = person;
  const path = partPath(`export-${id}`);
  try {
    const bytesOfFiles = ownedBy(userId).reduce((sum, id) => sum + filesOf(id) + bytesOfPictures(id), 0);
    const withFiles = await hasSpaceFor(bytesOfFiles);
    const data = openOwnData({ userId, emails: [email, ...otherAddresses(userId)] });
    try {
      // The types of the two web streams differ, the streams do not.
      const source = Readable.fromWeb(dataZip(data, { userId, withFiles }) as ReadableStream<Uint8Array>);
      await pipeline(source, createWriteStream(path, { flush: true }), { signal });
    } finally {
      data.close();
    }
    const { size } = await stat(path);
    await fileStore().place([{ from: path, name: exportName(id) }]);
    transaction((tx) => {
      const { changes } = tx
        .update(dataExports)
        .set({ bytes: size, expiresAt: now() + LIFE_MS })
        // An erasure moves the time, because this copy may contain erased data. Another copy is made then.
        .where(and(eq(dataExports.id, id), eq(dataExports.nextAttemptAt, nextAttemptAt)))
        .run();
      if (changes === 0) return;
      endEarlier().run({ userId, id, at: now() });
      enqueueMail(tx, dataReadyMail({ name, email }));
    });
  } finally {
    await rm(path, { force: true });
  }
}

/** Tries again later, or gives up and says so. */
function postpone({ id, userId, attempts }: Due) {
  transaction((tx) => {
    if (attempts + 1 < MOST_ATTEMPTS) {
      const nextAttemptAt = now() + RETRY_MS * 2 ** attempts;
      tx.update(dataExports)
        .set({ attempts: attempts + 1, nextAttemptAt })
        .where(eq(dataExports.id, id))
        .run();
      return;
    }
    const person = personOf(userId);
    tx.delete(dataExports).where(eq(dataExports.id, id)).run();
    if (person?.email) enqueueMail(tx, dataFailedMail({ name: person.name, email: person.email }));
  });
}

async function makeNext(signal: AbortSignal): Promise<boolean> {
  const next = due().get(now());
  if (!next) return false;
  try {
    await make(next, signal);
  } catch (error) {
    if (signal.aborted) return false;
    log.error({ err: error, dataExport: next.id }, 'a copy of personal data could not be made');
    postpone(next);
  }
  return true;
}

/** Deletes the files of expired copies, then their rows. */
function removeExpired() {
  const rows = expired().all({ now: now(), ...endedAt });
  endedAt = (rows.length === REMOVED_AT_ONCE && rows.at(-1)) || FIRST;
  return forEachRowInTurn(
    'expired copies',
    rows,
    ({ id }) => id,
    async ({ id }) => {
      await fileStore().remove([exportName(id)]);
      db().delete(dataExports).where(eq(dataExports.id, id)).run();
    },
  );
}

/** Deletes files without a row: those of deleted accounts. One that cannot be deleted holds up neither the others nor the copies. */
async function removeLeftovers() {
  try {
    const leftovers: string[] = [];
    for await (const { name } of fileStore().list('exports')) {
      const id = /^exports\/(.+)\.zip$/.exec(name)?.[1];
      if (id && !known().get(id)) leftovers.push(name);
    }
    await fileStore().remove(leftovers);
  } catch (error) {
    log.error({ err: error }, 'leftover copies of personal data not removed');
  }
}

/**
 * Makes the copies of personal data that were asked for, one at a time, and deletes them after 24 hours.
 * @returns a function that stops it; the next server repeats an unfinished copy
 */
export function startMakingDataExports(): () => Promise<void> {
  let lookedAt = Number.NEGATIVE_INFINITY;
  const step = async (stop: AbortSignal) => {
    if (performance.now() - lookedAt >= LOOK_FOR_LEFTOVERS_MS) {
      await removeLeftovers();
      lookedAt = performance.now();
    }
    await removeExpired();
    return makeNext(stop);
  };
  return every(POLL_MS, step, { betweenMs: 0 })('data exports');
}
