import { execFile, execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { authenticate, carryInPdf, type DocumentSigner, incrementalUpdate } from '@certrace/verify';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { closeRenderer, renderCertificate } from '#app/certificates/drawing/render.server.ts';
import { parseEnvironment } from '#app/env.server.ts';
import { readPkcs12 } from '#app/pkcs12.server.ts';
import { carriedFiles, trustIn } from '#tests/support/carried-files.ts';

const PASSPHRASE = 'swordfish';
const TIME = '2026-01-31T12:00:00Z';
const pathOf = (name: string) => `tests/assets/signing/${name}.p12`;
const signerOf = (name: string) => readPkcs12(readFileSync(pathOf(name)), PASSPHRASE);

function hasPdfsig(): boolean {
  try {
    execFileSync('pdfsig', ['-v'], { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
}
const isHere = hasPdfsig();
if (!isHere) process.stdout.write('skipped: pdfsig (poppler-utils) is not installed\n');

let folder: string;
let files: Awaited<ReturnType<typeof carriedFiles>>;
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'certrace-pdfsig-'));
  files = await carriedFiles();
});
afterAll(async () => {
  rmSync(folder, { recursive: true, force: true });
  await closeRenderer();
});

const signed = (signer: DocumentSigner) =>
  Buffer.from(carryInPdf(files.shownPdf, files.carried, files.signer, TIME, signer));
const verdict = async (pdf: Uint8Array) => {
  const { verdict, checks } = await authenticate(pdf, trustIn(files.log.vkey));
  return [verdict, checks.find(({ id }) => id === 'file')?.passed];
};

async function pdfsig(pdf: Uint8Array): Promise<string> {
  const file = join(folder, 'certificate.pdf');
  writeFileSync(file, pdf);
  const run = promisify(execFile)('pdfsig', ['-nocert', file]);
  return run.then(
    ({ stdout }) => stdout,
    ({ stdout }: { stdout: string }) => stdout,
  );
}

describe.each(['rsa', 'ec'])('a PDF signed with the key in %s.p12', (name) => {
  it('is genuine, and begins with the exact bytes of the drawn page', async () => {
    const pdf = signed(signerOf(name));
    expect(await verdict(pdf)).toEqual(['genuine', true]);
    expect(Buffer.compare(pdf.subarray(0, files.pdf.length), files.pdf)).toBe(0);
    expect(pdf.toString('latin1')).toContain('/SubFilter /ETSI.CAdES.detached');
    // signing-certificate-v2, which baseline-B asks for.
    expect(pdf.toString('latin1')).toContain(
      Buffer.from('060b2a864886f70d010910022f', 'hex').toString('hex'),
    );
  });

  it.skipIf(!isHere)('has a signature that pdfsig accepts', async () => {
    const report = await pdfsig(signed(signerOf(name)));
    expect(report).toContain('Signature Validation: Signature is Valid.');
    expect(report).toContain('Signature Type: ETSI.CAdES.detached');
    expect(report).toContain('Total document signed');
    expect(report).toContain('Signing Hash Algorithm: SHA-256');
  });

  it('is altered when a byte changes in the signature or in the objects that signing adds', async () => {
    const pdf = signed(signerOf(name));
    const places: [string, number][] = [
      ['/Contents <', 400],
      ['/M (D:', 8],
      ['/Rect [0 0 0 0]', 6],
      ['/ByteRange [', 20],
      ['/AcroForm', 3],
    ];
    for (const [text, offset] of places) {
      const changed = Buffer.from(pdf);
      const at = changed.lastIndexOf(text) + offset;
      changed[at] = (changed[at] as number) ^ 1;
      expect(await verdict(changed), text).toEqual(['altered', false]);
    }
  });
});

describe('a PDF with an update after the signature', () => {
  it('is altered, whether the update redefines the page or repeats the signature', async () => {
    const pdf = signed(signerOf('rsa'));
    const start = Number(/startxref\n(\d+)\n%%EOF\n$/.exec(pdf.toString('latin1'))?.[1]);
    const end = {
      startXref: start,
      size: 60,
      rootNumber: 27,
      catalog: '<</Type /Catalog',
      info: '/Info 1 0 R',
      id: '0'.repeat(32),
    };
    const page = { number: 2, parts: ['<</Type /Page>>'] };
    expect(await verdict(incrementalUpdate(pdf, end, [page]).bytes)).toEqual(['altered', false]);
    const signature = pdf.subarray(files.pdf.length);
    expect(await verdict(Buffer.concat([pdf, signature]))).toEqual(['altered', false]);
    expect(await verdict(Buffer.concat([pdf, Buffer.from('\n')]))).toEqual(['altered', false]);
    expect(await verdict(pdf.subarray(0, -1))).toEqual(['altered', false]);
  });
});

it('the drawing thread signs certificates', async () => {
  const pdf = await renderCertificate(files.drawing, 'pdf', {
    carried: files.carried,
    signer: files.signer,
    time: TIME,
    documentSigner: signerOf('rsa'),
  });
  expect(Buffer.from(pdf).toString('latin1')).toContain('/Type /Sig');
  expect(await verdict(pdf)).toEqual(['genuine', true]);
});

describe('SIGNING_P12', () => {
  const parse = (SIGNING_P12: string, SIGNING_P12_PASSPHRASE = PASSPHRASE) =>
    parseEnvironment({ NODE_ENV: 'test', SIGNING_P12, SIGNING_P12_PASSPHRASE });

  it('contains the key, its certificate and its chain', () => {
    expect(parse(pathOf('rsa')).pdfSigner?.certificates).toHaveLength(2);
    expect(parse(pathOf('ec')).pdfSigner?.certificates).toHaveLength(1);
    expect(parseEnvironment({ NODE_ENV: 'test' }).pdfSigner).toBeNull();
  });

  it.each([
    ['a wrong passphrase', pathOf('rsa'), 'guess', /^SIGNING_P12_PASSPHRASE: does not open /],
    ['a missing file', pathOf('none'), PASSPHRASE, /^SIGNING_P12: cannot be read: /],
    ['another file', 'package.json', PASSPHRASE, /^SIGNING_P12: is not a PKCS #12 file/],
    [
      'a file without a key',
      pathOf('no-key'),
      PASSPHRASE,
      /^SIGNING_P12: (has no private key|is not a PKCS #12)/,
    ],
    [
      'an outdated cipher',
      pathOf('legacy'),
      PASSPHRASE,
      /^SIGNING_P12: is encrypted in an outdated way; export/,
    ],
    [
      'a key that PDF readers do not know',
      pathOf('ed25519'),
      PASSPHRASE,
      /^SIGNING_P12: must have an EC key/,
    ],
  ])('refuses %s with one line', (_, file, passphrase, line) => {
    expect(() => parse(file, passphrase)).toThrow(line);
    expect(() => parse(file, passphrase)).toThrow(/^[^\n]+$/);
  });
});
