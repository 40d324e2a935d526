import { and, asc, count, eq, gt, isNull } from 'drizzle-orm';
import {
  credentialOf,
  type PreparedCredential,
  prepareCredential,
  releaseCredential,
  storeCredential,
} from '#app/credentials/certificate-credential.server.ts';
import { logRevocation } from '#app/credentials/log-revocation.server.ts';
import { db, type Transaction, transaction } from '#db/client.ts';
import { certificateRevocations, certificates } from '#db/schema/certificates.ts';
import { certificateCredentials } from '#db/schema/credentials.ts';
import { formatUniqueId } from './unique-id.ts';

const BATCH = 64;

/** How many certificates have no credential because they were issued before credentials existed. */
export function certificatesWithoutCredential(): number {
  const total = db.select({ count: count() }).from(certificates).get()?.count ?? 0;
  const done = db.select({ count: count() }).from(certificateCredentials).get()?.count ?? 0;
  return total - done;
}

const batchAfter = (seq: number) =>
  db
    .select({ certificate: certificates })
    .from(certificates)
    .leftJoin(certificateCredentials, eq(certificateCredentials.certificateSeq, certificates.seq))
    .where(and(gt(certificates.seq, seq), isNull(certificateCredentials.certificateSeq)))
    .orderBy(asc(certificates.seq))
    .limit(BATCH)
    .all();

const isRevoked = (tx: Transaction, seq: number) =>
  tx
    .select({ seq: certificateRevocations.certificateSeq })
    .from(certificateRevocations)
    .where(eq(certificateRevocations.certificateSeq, seq))
    .get() !== undefined;

type Ready = { certificate: typeof certificates.$inferSelect; credential: PreparedCredential };

/**
 * Stores the credentials of a batch, and logs the revocations of those that are revoked by now.
 * @returns how many lacked theirs still: another process may have stored some meanwhile
 */
const storeBatch = (ready: Ready[]): number =>
  transaction((tx) => {
    const lacking = ready.filter(({ certificate }) => credentialOf(certificate.seq) === undefined);
    for (const { certificate, credential } of lacking) {
      storeCredential(tx, certificate.seq, credential);
      if (isRevoked(tx, certificate.seq)) logRevocation(tx, certificate);
    }
    return lacking.length;
  });

/**
 * Creates the missing credentials and log entries in durable batches. It may be interrupted and run again.
 * @param onProgress receives how many are done so far
 */
export async function backfillCredentials(onProgress: (done: number) => void = () => {}): Promise<number> {
  let done = 0;
  let after = 0;
  for (let batch = batchAfter(after); batch.length > 0; batch = batchAfter(after)) {
    const ready = await Promise.all(
      batch.map(async ({ certificate }) => ({
        certificate,
        credential: await prepareCredential({
          ...certificate,
          uniqueId: formatUniqueId(certificate.uniqueId),
        }),
      })),
    );
    done += storeBatch(ready);
    for (const { credential } of ready) releaseCredential(credential);
    after = batch.at(-1)?.certificate.seq ?? after;
    onProgress(done);
  }
  return done;
}
