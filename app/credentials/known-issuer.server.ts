import { didDocument, type KnownIssuer } from '@certrace/verify';
import { asc, eq } from 'drizzle-orm';
import { uniqueName } from '#app/accounts/account-names.server.ts';
import { isReviewedIssuer } from '#app/accounts/issuers.server.ts';
import { env } from '#app/config/env.server.ts';
import { formatReportDate } from '#app/shared/format-dates.ts';
import { db } from '#db/client.ts';
import { issuerDecisions } from '#db/schema/accounts.ts';
import { organisations } from '#db/schema/organisations.ts';
import { t } from '#messages';
import { INSTALLATION, ownerOfKey, publicKeysOf } from './issuer-keys.server.ts';

const dayOf = (time: number) => new Date(time).toISOString().slice(0, 10);

/**
 * The owner of a DID of this installation. Ignores the host of a did:web and compares keys, so that a site that moved to
 * another host still recognises its certificates.
 */
function ownerOf(did: string): string | undefined {
  if (did.startsWith('did:key:')) return ownerOfKey(did.slice('did:key:'.length));
  const [web, issuerId] = /^did:web:[^:]+(?::issuers:([\w-]{1,64}))?$/.exec(did) ?? [];
  return web && (issuerId ?? INSTALLATION);
}

const keysOf = (did: string, owner: string) =>
  publicKeysOf(owner).filter(({ multikey }) => !did.startsWith('did:key:') || did === `did:key:${multikey}`);

/** Finds an issuer of this installation, or the installation itself, by its DID. */
export function knownIssuer(did: string): KnownIssuer | undefined {
  const owner = ownerOf(did);
  const keys = owner === undefined ? [] : keysOf(did, owner);
  if (owner === undefined || keys.length === 0) return undefined;
  const document = didDocument(did, keys);
  if (owner === INSTALLATION) {
    return {
      document,
      name: t('knownIssuer.thisSite', { host: env().appHost }),
      approvedSince: null,
      isOfCertrace: true,
    };
  }
  const issuer = db()
    .select({ name: organisations.name, username: organisations.username })
    .from(organisations)
    .where(eq(organisations.id, owner))
    .get();
  if (!issuer) return undefined;
  const decisions = db()
    .select({ decision: issuerDecisions.decision, at: issuerDecisions.decidedAt })
    .from(issuerDecisions)
    .where(eq(issuerDecisions.userId, owner))
    .orderBy(asc(issuerDecisions.seq))
    .all();
  const approved = decisions.find(({ decision }) => decision === 'approved');
  const last = decisions.at(-1);
  return {
    document,
    name: uniqueName(issuer),
    approvedSince: approved ? dayOf(approved.at) : null,
    isOfCertrace: true,
    ...(approved && { isReviewed: isReviewedIssuer(owner) }),
    ...(last?.decision === 'suspended' && {
      standing: t('knownIssuer.suspendedSince', { date: formatReportDate(dayOf(last.at)) }),
    }),
  };
}
