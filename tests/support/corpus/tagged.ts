import { carryInPdf, type Shown } from '@certrace/verify';
import { revokeCertificate } from '#app/certificates/revoke-certificate.server.ts';
import { timestamp } from '#app/credentials/issuer-keys.server.ts';
import { claimed } from '../carried-files.ts';
import { makeCertificate, makeDesign, makeIssuer } from '../factories.ts';
import { foreignBadge, foreignKey, signForeign } from '../foreign-badges.ts';
import type { Put } from './corpus.ts';
import { flipped, pdfWith, replaced } from './files.ts';
import { cosignLog, download, partsOf, siteSigner } from './site.ts';

const FIELDS = { courseName: 'Distributed Systems', issueDate: '2026-02-28', expiryDate: '2125-12-31' };

const SIGNATORIES = Object.fromEntries(
  ['Ada Byron', 'Grace Hopper', 'Alan Kay', 'Barbara Liskov', 'Tony Hoare', 'Radia Perlman'].flatMap(
    (name, index) => [
      [`signatory${index + 1}Name`, name],
      [`signatory${index + 1}Title`, 'Professor'],
    ],
  ),
);

/** Certificates as the site issues them. Returns two, from which others are made. */
async function putIssued(put: Put) {
  const university = await makeIssuer({ name: 'Corpus University', email: 'university@corpus.example' });
  const letter = { pageSize: 'letter', dateStyle: 'words', ...SIGNATORIES };
  const arabic = { name: 'Arabic', language: 'ar', dateStyle: 'words', title: 'شهادة إتمام' };
  const issue = (fields: object) => makeCertificate(university, { ...FIELDS, ...fields });
  const issued = {
    plain: await issue({}),
    other: await issue({ studentName: 'Astrid Sørensen' }),
    telugu: await issue({
      designId: makeDesign(university, letter),
      studentName: 'శ్రీనివాస్ కృష్ణమూర్తి',
      courseName: 'తెలుగు సాహిత్యం',
    }),
    arabic: await issue({
      designId: makeDesign(university, arabic),
      studentName: 'محمد بن عبد الله الأنصاري',
      courseName: 'هندسة البرمجيات',
    }),
    expired: await issue({ studentName: 'Alan Kay', issueDate: '2020-02-28', expiryDate: '2021-02-28' }),
    early: await issue({ studentName: 'Someone Later', issueDate: '2125-01-01' }),
    revoked: await issue({ studentName: 'Eve Adams' }),
  };
  cosignLog();
  const pdf = (name: keyof typeof issued) => download(university, issued[name].uniqueId, 'pdf');
  const [plain, other] = [await pdf('plain'), await pdf('other')];
  const long = 'It expires in a hundred years, when its last day has ended everywhere.';
  put('genuine.pdf', plain, 'genuine', long);
  put('genuine.png', await download(university, issued.plain.uniqueId, 'png'), 'genuine', long);
  const onLetter =
    'On US Letter, with names in Telugu, dates in words and six signatories, by a design of its issuer.';
  put('genuine-letter.pdf', await pdf('telugu'), 'genuine', onLetter);
  const inArabic = 'With names in Arabic and dates in words, by a design of its issuer in Arabic.';
  put('genuine-arabic.pdf', await pdf('arabic'), 'genuine', inArabic);
  const signed = await download(university, issued.other.uniqueId, 'pdf', 'ec');
  put('genuine-signed.pdf', signed, 'genuine', 'With a signature for PDF readers (PAdES).');
  put('expired.pdf', await pdf('expired'), 'expired', 'Its expiry date has ended everywhere.');
  const later = 'Its issue date has begun nowhere on earth.';
  put('not-yet-valid.pdf', await pdf('early'), 'not-yet-valid', later);
  put('revoked.pdf', await pdf('revoked'), 'revoked', 'Its issuer revoked it.');
  revokeCertificate(university.actor, issued.revoked.uniqueId, { reason: 'An error' });
  const marked = 'Drawn after its issuer revoked it, with a mark that says so.';
  put('revoked-marked.pdf', await pdf('revoked'), 'revoked', marked);
  return { plain, other, university };
}

/** Files in which a name, or another fact, is not the same in all of their parts. */
function putAltered(put: Put, { plain, other, university }: Awaited<ReturnType<typeof putIssued>>) {
  const [parts, others] = [partsOf(plain), partsOf(other)];
  const altered = (name: string, file: Uint8Array | string, why: string) =>
    put(`altered-${name}`, file, 'altered', why);
  altered('page.pdf', pdfWith(others.drawn, parts), 'Its page has the name of another student.');
  altered('text.pdf', flipped(plain, 'endstream', -40), 'One bit was changed in the parts of its page.');
  const title = (name: string) => Buffer.from(name, 'utf16le').swap16().toString('hex').toUpperCase();
  const retitled = replaced(plain, title('Ingrid'), title('Astrid'));
  altered('title.pdf', retitled, 'Its title has another name than its page.');
  const credential = Buffer.from(others.credential);
  altered(
    'credential.pdf',
    pdfWith(parts.drawn, { ...parts, credential }),
    'Its credential has another name.',
  );
  const inManifest = replaced(plain, '"studentName":"Ingrid', '"studentName":"Astrid');
  altered('manifest.pdf', inManifest, 'Its statement of what it shows has another name.');
  const telling = (shows: Partial<Shown>) => {
    const carried = { ...claimed(parts.credential), proof: Buffer.from(parts.proof) };
    const said = { ...(carried.shows as Shown), ...shows };
    return carryInPdf(parts.drawn, { ...carried, shows: said }, siteSigner(university.id), timestamp());
  };
  const both = 'Both keys signed a statement that it shows';
  altered('row-name.pdf', telling({ studentName: 'Mallory' }), `${both} another name.`);
  const rest = { courseName: 'Surgery', issuerName: 'Another University', issueDate: '2016-02-28' };
  altered(
    'row-facts.pdf',
    telling({ ...rest, expiryDate: null, uniqueId: '0000-0000-0000-0000' }),
    `${both} another course, issuer and ID, and other dates.`,
  );
  altered('student.json', replaced(parts.credential, 'Ingrid', 'Astrid'), 'Its name was changed.');
}

/** Badges of others that the first set has not. */
async function putBadges(put: Put) {
  const key = await foreignKey('ed25519');
  const list = 'https://badges.example.edu/status';
  const entry = (statusPurpose: string) => ({
    id: `${list}/${statusPurpose}#5`,
    type: 'BitstringStatusListEntry',
    statusPurpose,
    statusListIndex: '5',
    statusListCredential: `${list}/${statusPurpose}`,
  });
  const credentialStatus = [entry('revocation'), entry('suspension')];
  const badge = await signForeign(foreignBadge(key.did, { credentialStatus }), [key]);
  const why =
    'A badge of an issuer that the site does not know, with lists of revoked and of suspended badges.';
  put('foreign-suspension.json', JSON.stringify(badge), 'unknown-issuer', why);
  const selective = { ...badge, proof: { ...(badge.proof as object), cryptosuite: 'ecdsa-sd-2023' } };
  const kind = 'A badge with a signature of a kind that cannot be checked.';
  put('foreign-ecdsa-sd-2023.json', JSON.stringify(selective), 'unknown', kind);
}

/** The set of version 0.5: tagged PDFs with their exact texts, and manifests that say what the page shows. */
export async function putTagged(put: Put) {
  putAltered(put, await putIssued(put));
  await putBadges(put);
}
