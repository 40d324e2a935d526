import {
  carryInPdf,
  encodeExtra,
  entryDigest,
  formatEntry,
  formatTlogProof,
  type Hash,
  hashLeaf,
  inclusionProof,
  rootHash,
  signCheckpoint,
} from '@certrace/verify';
import { describe, expect, it } from 'vitest';
import { signBadge } from '#app/credentials/badge.server.ts';
import { currentIssuerKey } from '#app/credentials/issuer-keys.server.ts';
import { beginNewOrigin } from '#app/credentials/new-origin.server.ts';
import { logPrivateKey, masterKey } from '#app/log/key-folder.server.ts';
import { completedNodes, currentLog, entriesOf, type Log } from '#app/log/log.server.ts';
import { authenticateOverApi, issued } from '#tests/support/authentication.ts';
import { badge, carriedFiles } from '#tests/support/carried-files.ts';
import { makeCertificate } from '#tests/support/factories.ts';

// Somebody has the master key, and with it the keys of an issuer and of the log. Neither makes an entry in the site's log.

const LONG_AGO = '2020-01-31T12:00:00Z';
const SALT = Buffer.alloc(16, 1);

/** A log proof of a document as the last entry of another tree, signed with the key of the site's log. */
function forgedProof({ origin }: Log, before: string[], document: Uint8Array): string {
  const nodes = new Map<string, Hash>();
  const read = (level: number, index: number) => nodes.get(`${level}/${index}`) as Hash;
  const entry = Buffer.from(formatEntry('issue', entryDigest(SALT, document), LONG_AGO));
  const leaves = [...before.map((each) => Buffer.from(each)), entry].map((each) => hashLeaf(each));
  for (const { level, index, hash } of completedNodes(0, leaves, read)) nodes.set(`${level}/${index}`, hash);
  const [index, size] = [before.length, before.length + 1];
  const privateKey = logPrivateKey(masterKey(), origin);
  return formatTlogProof({
    extra: encodeExtra(entry, SALT),
    index,
    hashes: inclusionProof(index, size, read),
    checkpoint: signCheckpoint({ origin, size, root: rootHash(size, read) }, { name: origin, privateKey }),
  });
}

/** A back-dated PDF of an issuer of this site, with a log proof of a tree with these entries before it. */
async function backDated(log: Log, issuer: { id: string; name: string }, before: string[]) {
  const key = currentIssuerKey(issuer.id);
  const own = {
    ...badge,
    issuer: { id: issuer.id, did: key.did, name: issuer.name },
    issueDate: '2020-01-31',
  };
  const credential = await signBadge(own, key, LONG_AGO);
  const proof = Buffer.from(forgedProof(log, before, credential));
  const { verificationMethod, privateKey } = key;
  const signer = { issuer: key.did, verificationMethod, privateKey };
  return carryInPdf((await carriedFiles()).shownPdf, { credential, proof }, signer, LONG_AGO);
}

function logOfSite(): Log {
  const log = currentLog();
  if (!log) throw new Error('no log');
  return log;
}

describe('a back-dated certificate, forged with the master key', () => {
  it.each([
    ['in a tree with one entry', () => []],
    ['in the place of the newest entry', (entries: string[]) => entries.slice(0, -1)],
    ['after the newest entry', (entries: string[]) => entries],
  ])('is not in the log %s, before and after a new origin', async (_what, before) => {
    const { issuer, file } = await issued();
    await makeCertificate(issuer, { allowDuplicate: true });
    const log = logOfSite();
    const [forged, genuine] = [await backDated(log, issuer, before(entriesOf(log))), await file('pdf')];
    for (const renew of [() => undefined, beginNewOrigin]) {
      renew();
      const report = await authenticateOverApi(forged);
      const of = Object.fromEntries(report.checks.map(({ id, passed }) => [id, passed]));
      expect(of).toMatchObject({ file: true, signature: true, issuer: true, log: false });
      expect(report.verdict).toBe('not-in-log');
      expect((await authenticateOverApi(genuine)).verdict).toBe('genuine');
    }
  });
});
