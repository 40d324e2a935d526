import { and, desc, eq, isNull } from 'drizzle-orm';
import { type Actor, requireBrowser, requireMember } from '#app/accounts/actor.server.ts';
import { limit } from '#app/accounts/rate-limits.server.ts';
import { recordAct } from '#app/audit/record-act.server.ts';
import { now } from '#app/shared/clock.server.ts';
import { AppError, forbidden, notFound } from '#app/shared/errors.server.ts';
import { newId } from '#app/shared/ids.server.ts';
import { db, type Transaction, transaction } from '#db/client.ts';
import { dataExports } from '#db/schema/privacy.ts';
import { t } from '#messages';

const { id, userId, requestedAt, bytes, expiresAt } = dataExports;

/** An account's copy of its data: being made, or ready until `expiresAt`. Times in ms UTC. */
export type DataExport = {
  id: string;
  requestedAt: number;
  /** Null while it is being made. */
  bytes: number | null;
  expiresAt: number | null;
};

export const exportStarted = () => t('dataExport.weArePreparingYourDataYouWill');

/** Name of a copy's file in the store. */
export const exportName = (exportId: string) => `exports/${exportId}.zip`;

/** The newest copy of an account's data that is being made or can still be downloaded, or null. */
export function dataExportOf(actor: Actor): DataExport | null {
  requireMember(actor);
  const newest = db()
    .select({ id, requestedAt, bytes, expiresAt })
    .from(dataExports)
    .where(eq(userId, actor.user.id))
    .orderBy(desc(dataExports.seq))
    .limit(1)
    .get();
  if (!newest || (newest.expiresAt !== null && newest.expiresAt <= now())) return null;
  return newest;
}

function requireNoneRunning(reader: Pick<Transaction, 'select'>, user: string) {
  const running = reader
    .select({ id })
    .from(dataExports)
    .where(and(eq(userId, user), isNull(bytes)))
    .get();
  if (running) throw new AppError('conflict', t('dataExport.yourDataIsBeingPreparedAlready'));
}

/**
 * Asks for a copy of everything held about the actor's account. It is made in the background, and a link is mailed. It replaces an
 * earlier copy.
 * @throws AppError unauthenticated; forbidden for an API token and for super admins; conflict while one is being made; rate-limited
 */
export async function requestDataExport(actor: Actor): Promise<{ message: string; dataExport: DataExport }> {
  requireBrowser(actor);
  if (actor.user.email === null) throw forbidden(t('dataExport.aSuperAdminHasNoAddressFor'));
  requireNoneRunning(db(), actor.user.id);
  await limit(actor, 'data-copies');
  const row = { id: newId(), userId: actor.user.id, requestedAt: now(), nextAttemptAt: now() };
  transaction((tx) => {
    requireNoneRunning(tx, actor.user.id);
    tx.insert(dataExports).values(row).run();
    recordAct(tx, actor, 'data.requested');
  });
  const { nextAttemptAt: _, userId: __, ...asked } = row;
  return { message: exportStarted(), dataExport: { ...asked, bytes: null, expiresAt: null } };
}

/**
 * The file of a copy of the actor's own data.
 * @param file the last segment of its path: '{id}.zip'
 * @throws AppError unauthenticated; not-found, also for another account's and after 24 hours
 */
export function readDataExport(actor: Actor, file: string) {
  requireMember(actor);
  const found = dataExportOf(actor);
  if (!found || `${found.id}.zip` !== file || found.bytes === null) throw notFound();
  return {
    name: exportName(found.id),
    contentType: 'application/zip',
    etag: `"${found.id}"`,
    modifiedAt: found.requestedAt,
  };
}
