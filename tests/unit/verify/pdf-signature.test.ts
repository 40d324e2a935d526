import { execFile, execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import {
  attachmentsOf,
  attachToPdf,
  authenticate,
  type Carried,
  carryInPdf,
  confirmTimestamp,
  type DocumentSigner,
  hexHash,
  incrementalUpdate,
  MAX_TOKEN_BYTES,
  parseVerifierKey,
  pdfSignatureValue,
  type Report,
  readAttachments,
  type Trust,
  timestampPdf,
  witnessKeyOf,
} from '@certrace/verify';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { parseEnvironment } from '#app/config/env.server.ts';
import { closeRenderer, renderCertificate } from '#app/drawing/render.server.ts';
import { carriedFiles, trustIn } from '#tests/support/carried-files.ts';
import { olderPdf, stranger, withCosignature } from '#tests/support/older-files.ts';
import {
  SIGNING_PASSPHRASE,
  signedBy,
  signedPdfs,
  signerFrom,
  timestampToken,
} from '#tests/support/signed-pdfs.ts';
import { verifyCommand } from '../../../packages/verify/src/command.ts';

const PASSPHRASE = SIGNING_PASSPHRASE;
const TIME = '2026-01-31T12:00:00Z';
const pathOf = (name: string) => `tests/assets/signing/${name}.p12`;
const signerOf = signerFrom;

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
    expect(Buffer.compare(pdf.subarray(0, files.shownPdf.length), files.shownPdf)).toBe(0);
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
    const signature = pdf.subarray(pdf.indexOf('%%EOF', pdf.indexOf('/EmbeddedFiles')) + 6);
    expect(signature.indexOf('/Type /Sig')).toBeGreaterThan(0);
    expect(await verdict(Buffer.concat([pdf, signature]))).toEqual(['altered', false]);
    expect(await verdict(Buffer.concat([pdf, Buffer.from('\n')]))).toEqual(['altered', false]);
    expect(await verdict(pdf.subarray(0, -1))).toEqual(['altered', false]);
  });
});

const isSaid = ({ checks }: Report) => checks.find(({ id }) => id === 'file')?.message ?? '';
const hashesOf = ({ certificates }: DocumentSigner) => new Set(certificates.map(hexHash));
const check = (pdf: Uint8Array, overrides: Partial<Trust> = {}) =>
  authenticate(pdf, trustIn(files.log.vkey, overrides));

const signedAgain = (pdf: Buffer, signer: DocumentSigner) => signedBy(pdf, files, TIME, signer);

describe('a PDF that states who signed it', () => {
  it('names the signer in the check', async () => {
    const report = await check(signed(signerOf('rsa')));
    expect(isSaid(report)).toMatch(/unaltered since it was drawn\. It carries the signature of \S/);
  });

  it('is altered when a stranger signed it again, added a signature, or removed it', async () => {
    const [rsa, ec] = [signed(signerOf('rsa')), signerOf('ec')];
    const stripped = rsa.subarray(0, rsa.indexOf('%%EOF\n', rsa.indexOf('/EmbeddedFiles')) + 6);
    const signedByStranger = signedAgain(rsa, ec);
    expect(signedByStranger.subarray(0, stripped.length).equals(stripped)).toBe(true);
    for (const pdf of [signedByStranger, stripped, signedAgain(Buffer.from(files.pdf), ec)]) {
      // A certificate of the site is no exception: the manifest names another one, or none.
      const report = await check(pdf, { signingCertificates: hashesOf(ec) });
      expect(report.verdict).toBe('altered');
      expect(isSaid(report)).toMatch(/signature for PDF readers was removed, replaced or damaged/);
    }
  });

  it('gets its verdict and the reason from the command too, for each way to alter the signature', async () => {
    const path = join(folder, 'signed.pdf');
    for (const { name, file, isAltered } of signedPdfs(files, TIME)) {
      writeFileSync(path, file);
      const lines: string[] = [];
      const options = ['--key', files.log.vkey, '--offline', '--accept-unknown-revocation'];
      const code = await verifyCommand([path, ...options], (line) => lines.push(line));
      const text = lines.join('\n');
      expect([name, code, text.split('\n').at(-1)]).toEqual(
        isAltered ? [name, 1, 'altered'] : [name, 0, 'genuine'],
      );
      const reason = isAltered ? /NO {3}file .*signature for PDF readers/ : /yes {2}file .*the signature of/;
      expect(text, name).toMatch(reason);
    }
  });

  it('names the time of its timestamp', async () => {
    const stamped = signedPdfs(files, TIME).find(({ name }) => name === 'rsa with a timestamp');
    const report = await check(stamped?.file ?? Buffer.alloc(0));
    expect([report.verdict, isSaid(report)]).toEqual([
      'genuine',
      expect.stringMatching(/the signature of .+, with a timestamp of 2026-01-31 12:00:00 UTC\.$/),
    ]);
  });

  it.skipIf(!isHere)(
    'has a signature that pdfsig accepts, with a timestamp and with space for one',
    async () => {
      for (const { name, file } of signedPdfs(files, TIME).filter(({ isAltered }) => !isAltered)) {
        const report = await pdfsig(file);
        expect(report, name).toContain('Signature Validation: Signature is Valid.');
        expect(report, name).toContain('Total document signed');
      }
    },
  );

  it('is altered when the chain of certificates in the signature changes', async () => {
    const rsa = signerOf('rsa');
    const pdf = signed(rsa);
    const longer = { ...rsa, certificates: [...rsa.certificates, ...signerOf('ec').certificates] };
    const shorter = { ...rsa, certificates: rsa.certificates.slice(0, 1) };
    for (const signer of [longer, shorter]) {
      expect((await check(signedAgain(pdf, signer))).verdict).toBe('altered');
    }
    expect((await check(signedAgain(pdf, rsa))).verdict).toBe('genuine');
  });

  it('is altered when its log proof gets a signature line of a stranger', async () => {
    const carried = { ...files.carried, proof: withCosignature(files.proof) };
    const attachments = readAttachments(signed(signerOf('rsa')));
    const manifest = attachments[1];
    if (!manifest) throw new Error('the PDF has no manifest');
    const report = await check(attachToPdf(files.shownPdf, attachmentsOf(carried, manifest)).bytes);
    expect([report.verdict, report.checks.find(({ id }) => id === 'log')?.passed]).toEqual(['altered', true]);
  });
});

describe('the space for a timestamp', () => {
  it.each(['rsa', 'ec'])('takes the longest token, with the key in %s.p12', async (name) => {
    const pdf = signed({ ...signerOf(name), isTimestamped: true });
    const empty = timestampToken(TIME).length;
    // Longer lengths of the values around it take some bytes.
    const token = timestampToken(TIME, 'x'.repeat(MAX_TOKEN_BYTES - empty - 12));
    expect(MAX_TOKEN_BYTES - token.length).toBeLessThan(12);
    const value = pdfSignatureValue(pdf) ?? Buffer.alloc(0);
    const stamped = timestampPdf(pdf, confirmTimestamp(value, token, files.signer.privateKey));
    expect(await verdict(stamped)).toEqual(['genuine', true]);
    expect(stamped.length).toBe(pdf.length);
  });

  it('is not there in a PDF without a signature, or signed without TSA_URL', () => {
    const timestamp = { token: timestampToken(TIME), confirmation: Buffer.alloc(64) };
    expect(pdfSignatureValue(files.pdf)).toBeNull();
    expect(() => timestampPdf(files.pdf, timestamp)).toThrow('no signature');
    expect(() => timestampPdf(signed(signerOf('ec')), timestamp)).toThrow('no space');
  });
});

describe('a PDF of an earlier version, which does not state who signed it', () => {
  const older = (signer?: DocumentSigner, carried: Carried = files.carried) =>
    olderPdf(files.shownPdf, carried, files.signer, TIME, signer);

  it('is genuine without a signature, and with one that this site has made', async () => {
    const ec = signerOf('ec');
    expect((await check(older())).verdict).toBe('genuine');
    const report = await check(older(ec), { signingCertificates: hashesOf(ec) });
    expect([report.verdict, isSaid(report)]).toEqual(['genuine', expect.stringContaining('unaltered since')]);
  });

  it('is altered on this site with the signature of a stranger', async () => {
    const report = await check(older(signerOf('ec')), { signingCertificates: hashesOf(signerOf('rsa')) });
    expect(report.verdict).toBe('altered');
    expect(isSaid(report)).toMatch(/It carries the signature of .+, which is not vouched for/);
  });

  it('is not genuine elsewhere, which cannot judge the signature', async () => {
    const report = await check(older(signerOf('ec')));
    expect(report.verdict).toBe('unknown');
    expect(isSaid(report)).toMatch(/It carries the signature of .+, which is not vouched for/);
    expect(isSaid(report)).not.toContain('unaltered since');
  });

  it('is not genuine with a log proof that an unknown witness cosigned', async () => {
    const cosigned = older(undefined, { ...files.carried, proof: withCosignature(files.proof) });
    const report = await check(cosigned);
    expect(report.verdict).toBe('unknown');
    expect(isSaid(report)).toContain('signature of witness.example, which is not known here');
    const key = parseVerifierKey(witnessKeyOf(stranger));
    expect((await check(cosigned, { witnessKeys: key ? [key] : [] })).verdict).toBe('genuine');
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

  it('with TSA_URL has URLs of authorities, and signatures leave space for their timestamps', () => {
    const withTsa = (TSA_URL: string) =>
      parseEnvironment({
        NODE_ENV: 'test',
        SIGNING_P12: pathOf('ec'),
        SIGNING_P12_PASSPHRASE: PASSPHRASE,
        TSA_URL,
      });
    const { timestampUrls, pdfSigner } = withTsa(' http://tsa.example/a , https://other.example ');
    expect(timestampUrls).toEqual(['http://tsa.example/a', 'https://other.example/']);
    expect([pdfSigner?.isTimestamped, parse(pathOf('ec')).pdfSigner?.isTimestamped]).toEqual([true, false]);
    for (const wrong of [
      'nonsense',
      'ftp://tsa.example',
      'http://a.example,b',
      'https://me:secret@tsa.example',
    ]) {
      expect(() => withTsa(wrong)).toThrow(/^TSA_URL: must be a list of http or https URLs[^\n]*$/);
      expect(() => withTsa(wrong)).not.toThrow(/secret/);
    }
    expect(() => parseEnvironment({ NODE_ENV: 'test', TSA_URL: 'http://tsa.example' })).toThrow(
      /^SIGNING_P12: is missing; TSA_URL/,
    );
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
