import { authenticate, type CheckId, carryInPdf, carryInPng, readFile, type Shown } from '@certrace/verify';
import { beforeAll, expect, it } from 'vitest';
import { certificatePdf } from '#app/drawing/pdf.server.ts';
import { carriedFiles, claimed, trustIn } from '#tests/support/carried-files.ts';
import {
  baked,
  flipped,
  pdfWith,
  pngWith,
  replaced,
  withComment,
  withoutChunk,
} from '#tests/support/corpus/files.ts';
import { bytesOf, jwsKey, signAsToken } from '#tests/support/foreign-badges.ts';

// What was changed is what the reasons name: the whole sentences of the checks that fail.

const TIME = '2026-01-31T12:00:00Z';

type Files = Awaited<ReturnType<typeof carriedFiles>>;
type Parts = Parameters<typeof pdfWith>[1];
let files: Files;
let other: Files;
let parts: { pdf: Parts; png: Parts; other: Parts };
const partsIn = (file: Uint8Array): Parts => {
  const { credential, manifest, proof } = readFile(file);
  return { credential, manifest: manifest?.bytes ?? null, proof };
};
beforeAll(async () => {
  files = await carriedFiles();
  other = await carriedFiles({ studentName: 'Mallory', statusIndex: 5 });
  parts = { pdf: partsIn(files.pdf), png: partsIn(files.png), other: partsIn(other.pdf) };
});

const pdf = () => Buffer.from(files.pdf);
const png = () => Buffer.from(files.png);
const json = () => Buffer.from(files.json);
const pdfOf = (changed: Partial<Parts>) => pdfWith(files.shownPdf, { ...parts.pdf, ...changed });
const unsigned = () => {
  const { proof: _, ...document } = JSON.parse(json().toString());
  return JSON.stringify(document);
};
const token = (header: object, signature: string) => {
  const parts = [JSON.stringify(header), json().toString()].map((text) =>
    Buffer.from(text).toString('base64url'),
  );
  return `${parts.join('.')}.${signature}`;
};

/** As a site signs a page after its database was changed. */
const telling = (shows: Partial<Shown>) => ({
  ...files.carried,
  shows: { ...(claimed(files.json).shows as Shown), ...shows },
});

const PAGE = 'The page was changed, not the credential in it: this is not the file that was issued.';
const PICTURE = 'The picture was changed, not the credential in it: this is not the file that was issued.';
const PICTURE_ATTACHED =
  'The picture or what is attached to it was changed, not the credential: this is not the file that was issued.';
const PARTS = 'The parts of the picture are not those of a certificate';
const ATTACHED =
  'The page or what is attached to it was changed, not the credential: this is not the file that was issued.';
const NOT_ISSUED = 'This is not the file that was issued.';
const APART = `${NOT_ISSUED} The credential in it and the statement of what it shows do not belong together.`;
const LACKING = `${NOT_ISSUED} It lacks the issuer’s statement of what it shows.`;
const CHANGED = 'The credential was changed after it was signed.';
const OTHER_PROOF = 'The log proof belongs to another document.';
const NO_PROOF = 'It came without its log proof.';
const DIFFERS = 'What it shows differs from the credential in it:';

const CASES: [what: string, file: () => unknown, reasons: Partial<Record<CheckId, string>>][] = [
  ['a PDF with a bit of its page changed', () => flipped(pdf(), 'endstream', -40), { file: PAGE }],
  [
    'a PDF with the page of another',
    () => pdfWith(new Uint8Array(certificatePdf({ ...files.drawing, studentName: 'Mallory' })), parts.pdf),
    { file: PAGE },
  ],
  [
    'a PDF with another name in its credential',
    () => replaced(pdf(), 'Ada Lovelace","id', 'Eve Lovelace","id'),
    { file: APART, signature: CHANGED, log: OTHER_PROOF },
  ],
  [
    'a PDF with the credential of another',
    () => pdfOf({ credential: parts.other.credential }),
    { file: APART, log: OTHER_PROOF },
  ],
  ['a PDF with the statement of another', () => pdfOf({ manifest: parts.other.manifest }), { file: APART }],
  [
    'a PDF with a bit of its statement changed',
    () => flipped(pdf(), '"visible":"', 12),
    { file: `${NOT_ISSUED} The statement of what it shows is not the issuer’s.` },
  ],
  ['a PDF without its statement', () => pdfOf({ manifest: null }), { file: LACKING }],
  [
    'a PDF with the statement of its picture',
    () => pdfOf({ manifest: parts.png.manifest }),
    { file: LACKING },
  ],
  ['a PDF without its log proof', () => pdfOf({ proof: null }), { file: ATTACHED, log: NO_PROOF }],
  [
    'a PDF with the lengths of what is attached in other objects',
    () => {
      let objects = '';
      const text = pdf()
        .toString('latin1')
        .replaceAll(/(\/EmbeddedFile\n[\s\S]*?\/Length) (\d+)/g, (_, before, length, at) => {
          objects += `\n${at} 0 obj\n${length}\nendobj\n`;
          return `${before} ${at} 0 R`;
        });
      return Buffer.from(`${text}${objects}`, 'latin1');
    },
    { file: ATTACHED },
  ],
  [
    'a PDF without its last bytes',
    () => pdf().subarray(0, -20),
    { file: 'Its end is missing: the file was cut short.' },
  ],
  [
    'the first half of a PDF',
    () => pdf().subarray(0, pdf().length / 2),
    {
      file: 'It contains no credential. It may have been made or saved again by another program. Its end is missing: the file was cut short.',
    },
  ],
  [
    'a PDF that is encrypted and cannot be read',
    () => replaced(Buffer.from(files.shownPdf), '/Size ', '/Encrypt 9 0 R\n/Size '),
    {
      file: 'The PDF is encrypted, so no credential can be read in it. It may have been made or saved again by another program.',
    },
  ],
  [
    'a PDF with something after its end',
    () => Buffer.concat([pdf(), Buffer.from('\n')]),
    {
      file: 'It was saved again: something was added after the file that was issued, which is complete in it, so it may show something else.',
    },
  ],
  [
    'a PDF whose statement has another name',
    () => carryInPdf(files.shownPdf, telling({ studentName: 'Mallory' }), files.signer, TIME),
    { file: `${DIFFERS} the name.` },
  ],
  [
    'a PDF whose statement has another course and other dates',
    () =>
      carryInPdf(
        files.shownPdf,
        telling({ courseName: 'Surgery', issueDate: '2016-01-31', expiryDate: null }),
        files.signer,
        TIME,
      ),
    { file: `${DIFFERS} the course, the issue date, and the expiry date.` },
  ],
  [
    'a PDF from before there were such statements, with another name in its title',
    () =>
      carryInPdf(
        new Uint8Array(certificatePdf({ ...files.drawing, studentName: 'Mallory' })),
        files.carried,
        files.signer,
        TIME,
      ),
    { file: `${DIFFERS} the name.` },
  ],
  [
    'a PNG with a bit of its picture changed',
    () => flipped(png(), 'IDAT', 5_000),
    { file: `${PICTURE} The picture is damaged: the checksum of its IDAT chunk is wrong.` },
  ],
  ['a PNG with a comment', () => withComment(png()), { file: `${PICTURE} ${PARTS} (tEXt).` }],
  [
    'a PNG without its colour space',
    () => withoutChunk(png(), 'sRGB'),
    { file: `${PICTURE} ${PARTS} (pHYs).` },
  ],
  [
    'a PNG without its log proof',
    () => pngWith(files.shownPng, { ...parts.png, proof: null }),
    { file: PICTURE_ATTACHED, log: NO_PROOF },
  ],
  [
    'a PNG with something after its end',
    () => Buffer.concat([png(), Buffer.from('more')]),
    { file: `${PICTURE} Something was added after the end of the picture.` },
  ],
  [
    'a PNG with its credential alone',
    () => baked(Buffer.from(files.shownPng), json().toString()),
    { file: LACKING, log: NO_PROOF },
  ],
  [
    'a PNG with the statement of another',
    () => pngWith(files.shownPng, { ...parts.png, manifest: partsIn(other.png).manifest }),
    { file: APART },
  ],
  [
    'a PNG whose statement has another issuer and ID',
    () =>
      carryInPng(
        files.shownPng,
        telling({ issuerName: 'Other', uniqueId: '0000-0000-0000-0000' }),
        files.signer,
        TIME,
      ),
    { file: `${DIFFERS} the ID and the issuer.` },
  ],
  ['JSON with another name', () => replaced(json(), 'Ada', 'Eve'), { signature: CHANGED, log: NO_PROOF }],
  [
    'JSON with a property more',
    () => replaced(json(), '"validFrom"', '"grade":"A","validFrom"'),
    {
      signature: 'The credential is not as it was signed. No context defines its property grade.',
      log: NO_PROOF,
    },
  ],
  [
    'JSON without its signature',
    unsigned,
    { signature: 'It has no signature of the kind that can be checked here.', log: NO_PROOF },
  ],
  [
    'a token without a signature',
    () => token({ alg: 'none' }, 'AA'),
    { signature: 'It has a signature of a kind that cannot be checked here: none.', log: NO_PROOF },
  ],
  [
    'a token with the signature of a stranger',
    async () => {
      const key = await jwsKey('EdDSA');
      return signAsToken(JSON.parse(json().toString()), key, {
        kid: String(files.signer.verificationMethod),
      });
    },
    { signature: CHANGED, log: NO_PROOF },
  ],
];

it.each(CASES)('%s', async (what, make, reasons) => {
  const report = await authenticate(bytesOf(await make()), trustIn(files.log.vkey));
  const failed = report.checks.filter(({ passed }) => passed === false);
  expect(Object.fromEntries(failed.map(({ id, message }) => [id, message]))).toEqual(reasons);
  expect(report.verdict).toBe(/^the first half|cannot be read$/.test(what) ? 'unreadable' : 'altered');
});

it('are not said of the files as they were issued', async () => {
  for (const file of [files.pdf, files.png, carryInPdf(files.shownPdf, telling({}), files.signer, TIME)]) {
    const { verdict, checks } = await authenticate(file, trustIn(files.log.vkey));
    expect([verdict, checks.filter(({ passed }) => passed !== true)]).toEqual(['genuine', []]);
  }
});
