import { randomBytes } from 'node:crypto';
import { SALT_BYTES, saltedDigest } from '@certrace/verify';
import { issueSchema } from '#app/certificates/certificate.schema.ts';
import { contentOf } from '#app/certificates/fields.ts';
import {
  releaseCertificate,
  signCertificate,
  storeCertificate,
} from '#app/certificates/new-certificate.server.ts';
import { replaceCertificate } from '#app/certificates/replace-certificate.server.ts';
import { revokeCertificate } from '#app/certificates/revoke-certificate.server.ts';
import { formatUniqueId } from '#app/certificates/unique-id.ts';
import { currentIssuerKey, rotateIssuerKeys } from '#app/credentials/issuer-keys.server.ts';
import { parseInput } from '#app/shared/parse.server.ts';
import { sqlite, transaction } from '#db/client.ts';
import { certificateInput, makeCertificate, makeDesign, makeIssuer, type Person } from '../factories.ts';
import { keyFor, signForeign } from '../foreign-badges.ts';
import type { Put } from './corpus.ts';
import { cosignLog, download } from './site.ts';

const LONG_AGO = Date.parse('2020-01-31T12:00:00Z');
const FIELDS = { courseName: 'Distributed Systems', issueDate: '2026-02-28', expiryDate: '' };

const issue = (issuer: Person, fields: Record<string, string> = {}) =>
  makeCertificate(issuer, { ...FIELDS, ...fields });

/** Issues a certificate as versions before 0.5 did, whose credential names the end of its last day in UTC. Returns its ID. */
async function issueUntilUtc(issuer: Person, fields: Record<string, string>): Promise<string> {
  const input = parseInput(issueSchema, certificateInput({ ...FIELDS, ...fields }));
  const signed = await signCertificate(
    { id: issuer.id, name: issuer.name, username: issuer.username ?? '' },
    {
      ...contentOf(input),
      designVersionId: null,
    },
  );
  if (!('bytes' in signed.credential)) throw new Error('awaits a running number');
  const { proof: _, ...document } = JSON.parse(Buffer.from(signed.credential.bytes).toString());
  const { did, privateKey } = currentIssuerKey(issuer.id);
  const older = { ...document, validUntil: `${input.expiryDate}T23:59:59Z` };
  const bytes = Buffer.from(JSON.stringify(await signForeign(older, [await keyFor(did, privateKey)])));
  const credential = { ...signed.credential, bytes, digest: saltedDigest(randomBytes(SALT_BYTES), bytes) };
  transaction((tx) => storeCertificate(tx, { ...signed, credential }));
  releaseCertificate(signed);
  return formatUniqueId(signed.certificate.uniqueId);
}

/** Certificates of one issuer: valid, expired, not yet valid, revoked and replaced. */
async function putCertificates(put: Put, university: Person) {
  const pdf = (id: string) => download(university, id, 'pdf');
  const png = (id: string) => download(university, id, 'png');
  const plain = await issue(university);
  const expiring = await issueUntilUtc(university, { studentName: 'Ada Lovelace', expiryDate: '2125-12-31' });
  const scripts = { studentName: '李雷 Ünal‑Øster', courseName: 'Ιστορία & «Logic» <1>' };
  const named = await issue(university, scripts);
  const design = makeDesign(university);
  const designed = await issue(university, { designId: design, studentName: 'Grace Hopper' });
  const signed = await issue(university, { studentName: 'Barbara Liskov' });
  const past = { issueDate: '2020-02-28', expiryDate: '2021-02-28' };
  const expired = await issue(university, { ...past, studentName: 'Alan Kay' });
  const early = await issue(university, { issueDate: '2125-01-01', studentName: 'Someone Later' });
  const revoked = await issue(university, { studentName: 'Eve Adams' });
  const mistaken = await issue(university, { studentName: 'Ingrid Sorensen' });
  cosignLog();

  const whole = { pdf: await pdf(plain.uniqueId), png: await png(plain.uniqueId) };
  put('genuine.pdf', whole.pdf, 'genuine', 'As it was issued.');
  put('genuine.png', whole.png, 'genuine', 'As it was issued.');
  const untilUtc =
    'It expires in a hundred years. Its credential names the end of the day in UTC, as before version 0.5.';
  put('genuine-expiring.pdf', await pdf(expiring), 'genuine', untilUtc);
  const names = 'Its names have letters of several scripts and marks of markup.';
  put('genuine-names.pdf', await pdf(named.uniqueId), 'genuine', names);
  const inDesign = 'Drawn in a design of its issuer.';
  put('genuine-design.pdf', await pdf(designed.uniqueId), 'genuine', inDesign);
  const pades = 'With a signature for PDF readers (PAdES), by';
  const ec = await download(university, signed.uniqueId, 'pdf', 'ec');
  put('genuine-signed-ec.pdf', ec, 'genuine', `${pades} an ECDSA key.`);
  const rsa = await download(university, signed.uniqueId, 'pdf', 'rsa');
  put('genuine-signed-rsa.pdf', rsa, 'genuine', `${pades} an RSA key.`);
  put('expired.pdf', await pdf(expired.uniqueId), 'expired', 'Its expiry date has passed.');
  const later = 'Its issue date has begun nowhere on earth.';
  put('not-yet-valid.pdf', await pdf(early.uniqueId), 'not-yet-valid', later);
  const other = await pdf(mistaken.uniqueId);
  put('revoked-replaced.pdf', other, 'revoked', 'Another certificate replaced it.');
  put('revoked.pdf', await pdf(revoked.uniqueId), 'revoked', 'Its issuer revoked it.');
  put('revoked.png', await png(revoked.uniqueId), 'revoked', 'Its issuer revoked it.');

  revokeCertificate(university.actor, revoked.uniqueId, { reason: 'An error' });
  const corrected = certificateInput({ ...FIELDS, studentName: 'Ingrid Sørensen', allowDuplicate: true });
  const input = parseInput(issueSchema, corrected);
  const correct = await replaceCertificate(university.actor, mistaken.uniqueId, input);
  cosignLog();
  put('genuine-replacement.pdf', await pdf(correct.uniqueId), 'genuine', 'It replaces another certificate.');
  return { whole, other, signed: ec };
}

/** Certificates of an issuer whose key ended, drawn before that. */
async function certificateOf(name: string) {
  const issuer = await makeIssuer({ name, email: `${name.toLowerCase().replace(' ', '.')}@corpus.example` });
  const { uniqueId } = await issue(issuer, { studentName: 'Karen Jones' });
  cosignLog();
  return { issuer, uniqueId, pdf: await download(issuer, uniqueId, 'pdf') };
}

async function putEndedKeys(put: Put) {
  const [rotated, leaky, late] = [
    await certificateOf('Rotated College'),
    await certificateOf('Leaky College'),
    await certificateOf('Late College'),
  ];
  rotateIssuerKeys(rotated.issuer.id);
  rotateIssuerKeys(leaky.issuer.id, true);
  rotateIssuerKeys(late.issuer.id, true);
  // The key of the third turned out to have leaked long before.
  sqlite()
    .prepare('update issuer_keys set revoked_at = @at, retired_at = @at where owner = @owner and version = 1')
    .run({ at: LONG_AGO, owner: late.issuer.id });
  cosignLog();
  const before = 'and the log had it before';
  put('genuine-old-key.pdf', rotated.pdf, 'genuine', `A key that has expired since signed it, ${before}.`);
  put('genuine-revoked-key.pdf', leaky.pdf, 'genuine', `A key that was revoked since signed it, ${before}.`);
  const redrawn = await download(leaky.issuer, leaky.uniqueId, 'png');
  put('genuine-redrawn.png', redrawn, 'genuine', 'Drawn again after the key of its credential was revoked.');
  const refused = 'Signed with a key that was revoked before the log had it.';
  put('revoked-key.pdf', late.pdf, 'unknown-issuer', refused);
}

/** Files that the site issued. Returns some of them, from which others are made. */
export async function putIssued(put: Put) {
  const university = await makeIssuer({ name: 'Corpus University', email: 'university@corpus.example' });
  const files = await putCertificates(put, university);
  await putEndedKeys(put);
  return { university, ...files };
}

export type IssuedFiles = Awaited<ReturnType<typeof putIssued>>;
