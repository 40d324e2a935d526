import type { KeyObject } from 'node:crypto';
import { carryInPdf, carryInPng, privateKeyFromSeed, signJson } from '@certrace/verify';
import { env } from '#app/config/env.server.ts';
import { signBadge } from '#app/credentials/badge.server.ts';
import { currentIssuerKey, signingKey, timestamp } from '#app/credentials/issuer-keys.server.ts';
import { entriesOf } from '#app/log/log.server.ts';
import { logPrivateKey, masterKey } from '#app/log/log-key.server.ts';
import { badge, carriedFiles, claimed } from '../carried-files.ts';
import { forgedProof, LONG_AGO } from '../forged-proof.ts';
import { memoryLog } from '../memory-log.ts';
import type { Put } from './corpus.ts';
import { flipped, replaced, withoutTexts } from './files.ts';
import type { IssuedFiles } from './issued.ts';
import { manifestSigner, ownLog, partsOf, siteSigner } from './site.ts';

const strangersKey = privateKeyFromSeed(Buffer.alloc(32, 3));

const neverIssued = (id: string, name: string) => ({
  ...badge,
  id: `${env().APP_URL}/certificates/0000-0000-0000-0000.json`,
  issuer: { id, did: currentIssuerKey(id).did, name },
  issueDate: '2020-01-31',
  expiryDate: null,
  statusList: `${env().APP_URL}/credentials/status/1`,
  statusIndex: 7,
});

/** What an issuer of the site signed, and the site never issued. */
async function putNeverIssued(put: Put, { university, whole }: IssuedFiles) {
  const [key, signer, log] = [currentIssuerKey(university.id), manifestSigner(university.id), ownLog()];
  const credential = await signBadge(neverIssued(university.id, university.name), key, LONG_AGO);
  const parts = partsOf(whole.pdf);
  const withProof = (proof: string | null) =>
    carryInPdf(
      parts.drawn,
      { ...claimed(credential), proof: proof === null ? null : Buffer.from(proof) },
      signer,
      LONG_AGO,
    );
  const fork = (origin: string, privateKey: KeyObject, before: string[] = []) =>
    withProof(forgedProof({ origin, privateKey, before }, credential));
  const FORGED = 'Its issuer’s key signed it, but the site never issued it';
  const forged = (name: string, file: Uint8Array, why: string) =>
    put(name, file, 'not-in-log', `${FORGED}. ${why}`);
  forged('never-issued.pdf', withProof(null), 'It has no log proof.');
  const picture = carryInPng(
    withoutTexts(whole.png),
    { ...claimed(credential), proof: null },
    signer,
    LONG_AGO,
  );
  forged('never-issued.png', picture, 'It has no log proof.');
  const other = withProof(parts.proof);
  forged('never-issued-other-proof.pdf', other, 'Its log proof is that of another certificate.');
  const made = 'Somebody made its log proof with';
  forged('fork-issuer-key.pdf', fork(log.origin, key.privateKey), `${made} the issuer’s key.`);
  const derived = logPrivateKey(masterKey(), log.origin);
  const master = `${made} a key that is derived from the site’s master key.`;
  forged('fork-master-key.pdf', fork(log.origin, derived), master);
  const own = `${made} a key of their own`;
  const after = fork(log.origin, strangersKey, entriesOf(log));
  forged('fork-own-key.pdf', after, `${own}, after all entries of the log.`);
  const second = fork(`${log.origin}/2`, strangersKey);
  forged('fork-second-log.pdf', second, `${own}, for a second log of the site.`);
  forged(
    'fork-other-log.pdf',
    fork('other.example/log', strangersKey),
    `${own}, for a log that nobody knows.`,
  );

  const { privateKey: logKey } = siteSigner(university.id).log;
  // Whoever does not have the log can only say that the witness has not seen this tree.
  const unseen = (name: string, before: string[], where: string) => {
    const why = `${FORGED}. ${made} the log’s own key, ${where}. The witness of the policy has not cosigned it, so it is not a yes; the site itself has its log and knows that it is not in it.`;
    put(name, fork(log.origin, logKey, before), 'unknown', why, 'not-in-log');
  };
  unseen('fork-log-key.pdf', [], 'in a tree with one entry');
  unseen('fork-log-key-newest.pdf', entriesOf(log).slice(0, -1), 'in the place of the newest entry');
  unseen('fork-log-key-after.pdf', entriesOf(log), 'after the newest entry');
}

/** Certificates of the site that their issuer drew with another log proof. */
function putOtherProofs(put: Put, { university, whole }: IssuedFiles) {
  const { drawn, credential, proof } = partsOf(whole.pdf);
  const signer = manifestSigner(university.id);
  const drawnWith = (name: string, text: string, why: string) => {
    if (text === proof) throw new Error(`${name} has the log proof of the site`);
    const file = carryInPdf(drawn, { credential, proof: Buffer.from(text) }, signer, timestamp());
    put(`not-in-log-${name}.pdf`, file, 'not-in-log', `Its issuer drew it with a log proof ${why}.`);
  };
  const other = memoryLog('other.example/log');
  other.issue(credential);
  drawnWith('other-log', other.proof(0), 'of a log that nobody knows');
  const next = proof.replace(/^index (\d+)/m, (_, at) => `index ${Number(at) + 1}`);
  drawnWith('index', next, 'that has another index');
  const changed = (letter: string | undefined) => (letter === 'A' ? 'B' : 'A');
  const root = proof.replace(/(\n\n[^\n]+\n\d+\n)(.)/, (_, before, first) => `${before}${changed(first)}`);
  drawnWith('root', root, 'that has another root');
  drawnWith('entry', proof.replace(/^extra ./m, 'extra f'), 'whose entry is damaged');
  const unsigned = proof.replace(/(\/log .{20})(.)/, (_, before, letter) => `${before}${changed(letter)}`);
  drawnWith('signature', unsigned, 'that the log did not sign');
}

/** Other pages and pictures around a genuine certificate, which its issuer's key signed. */
function putOtherPages(put: Put, { university, whole, other }: IssuedFiles) {
  const { credential, proof } = partsOf(whole.pdf);
  const carried = { credential, proof: Buffer.from(proof) };
  const signer = manifestSigner(university.id);
  const stranger = { ...signer, log: { name: ownLog().origin, privateKey: strangersKey } };
  const around = 'A genuine certificate with its log proof. Its issuer’s key signed';
  const page = carryInPdf(partsOf(other).drawn, carried, signer, LONG_AGO);
  put('altered-signed-page.pdf', page, 'altered', `${around} another page, and the log’s key did not.`);
  const named = carryInPdf(partsOf(other).drawn, carried, stranger, LONG_AGO);
  const why = `${around} another page, and somebody’s own key in the name of the log.`;
  put('altered-signed-page-own-key.pdf', named, 'altered', why);
  const picture = carryInPng(withoutTexts(whole.png), carried, signer, LONG_AGO);
  put('altered-signed-picture.png', picture, 'altered', `${around} its picture, and the log’s key did not.`);

  // The site's own keys, as a server of version 0.4.0 signed pages after somebody had changed a row of its database.
  const byBoth = siteSigner(university.id);
  const both = 'A genuine certificate with its log proof. Both keys signed';
  const another = carryInPdf(partsOf(other).drawn, carried, byBoth, timestamp());
  put(
    'altered-row.pdf',
    another,
    'altered',
    `${both} another page, whose title names another student or course.`,
  );
  const said = claimed(credential).shows;
  if (!said) throw new Error('The credential does not say what to show');
  const shows = { ...said, studentName: 'Mallory' };
  const told = carryInPng(withoutTexts(whole.png), { ...carried, shows }, byBoth, timestamp());
  put('altered-row.png', told, 'altered', `${both} a statement that it shows another student.`);
}

/** What somebody signed in the name of others, and what others signed. */
async function putStrangers(put: Put, { university, whole }: IssuedFiles) {
  const { did } = currentIssuerKey(university.id);
  const stranger = { ...signingKey(Buffer.alloc(32, 8), env().APP_URL, university.id, 1), did };
  const credential = await signBadge(neverIssued(university.id, university.name), stranger, LONG_AGO);
  const { verificationMethod, privateKey } = stranger;
  const { drawn, proof } = partsOf(whole.pdf);
  const signer = { issuer: did, verificationMethod, privateKey };
  const pdf = carryInPdf(drawn, { ...claimed(credential), proof: Buffer.from(proof) }, signer, LONG_AGO);
  const own = 'Somebody signed it with a key of their own, in the name of an issuer of the site.';
  put('impostor.json', credential, 'unknown-issuer', own);
  put('impostor.pdf', pdf, 'unknown-issuer', own);
  const unsigned = { type: 'PaidVerification', issuer: did, time: LONG_AGO };
  const receipt = signJson(unsigned, verificationMethod, privateKey, LONG_AGO);
  const receiptOfStranger =
    'A receipt that somebody signed with a key of their own, in the name of an issuer of the site.';
  put('impostor-receipt.json', JSON.stringify(receipt), 'unknown-issuer', receiptOfStranger);

  const { json, ...files } = await carriedFiles();
  const elsewhere = 'A certificate of another site';
  put('other-site.pdf', files.pdf, 'unknown-issuer', `${elsewhere}.`);
  put('other-site.json', json, 'unknown-issuer', `${elsewhere}.`);
  put('other-site-altered.json', replaced(json, 'Ada', 'Eve'), 'altered', `${elsewhere}, with another name.`);
  const page = flipped(files.pdf, 'endstream', -40);
  put('other-site-altered.pdf', page, 'altered', `${elsewhere}, with another page.`);
}

/** Files that somebody made with a key: of an issuer, of the site, or of their own. */
export async function putForged(put: Put, files: IssuedFiles) {
  await putNeverIssued(put, files);
  putOtherProofs(put, files);
  putOtherPages(put, files);
  await putStrangers(put, files);
}
