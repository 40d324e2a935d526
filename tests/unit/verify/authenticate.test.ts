import {
  attachToPdf,
  authenticate,
  bakePng,
  parseVerifierKey,
  type Report,
  readAttachments,
} from '@certrace/verify';
import { beforeAll, describe, expect, it } from 'vitest';
import { certificatePdf } from '#app/drawing/pdf.server.ts';
import { certificatePng } from '#app/drawing/png.server.ts';
import { carriedFiles, trustIn } from '#tests/support/carried-files.ts';
import { memoryLog } from '#tests/support/memory-log.ts';
import { limitHere, partsOf } from '#tests/support/processor-time.ts';
import { signedPdfs } from '#tests/support/signed-pdfs.ts';

let files: Awaited<ReturnType<typeof carriedFiles>>;
beforeAll(async () => {
  files = await carriedFiles();
});

const verify = (file: Uint8Array, overrides = {}) => authenticate(file, trustIn(files.log.vkey, overrides));
const of = (report: Report, id: string) => report.checks.find((check) => check.id === id);
const failed = ({ checks }: Report) => checks.filter(({ passed }) => passed === false).map(({ id }) => id);

/** Returns the file with one bit changed at the first occurrence of a text, or at an offset from it. */
function withBitChanged(file: Uint8Array, text: string, offset = 0): Uint8Array {
  const copy = Buffer.from(file);
  const at = copy.indexOf(text);
  if (at === -1) throw new Error(`${text} is not in the file`);
  copy[at + offset] = (copy[at + offset] as number) ^ 1;
  return copy;
}

/** The texts of a PNG, for another picture. */
const textsIn = (png: Uint8Array) =>
  ['openbadgecredential', 'certraceproof', 'certracefile'].map((keyword) => {
    const bytes = Buffer.from(png);
    const start = bytes.indexOf(`${keyword}\0`) + keyword.length + 5;
    const length = bytes.readUInt32BE(bytes.indexOf(`${keyword}\0`) - 8);
    return { keyword, text: bytes.subarray(start, start + length - keyword.length - 5) };
  });

describe('an unchanged certificate', () => {
  it.each(['pdf', 'png'] as const)('passes every check as %s', async (kind) => {
    const report = await verify(files[kind]);
    expect(report.checks.filter(({ passed }) => passed !== true)).toEqual([]);
    expect(report.verdict).toBe('genuine');
    expect(report.certificate).toEqual({
      studentName: 'Ada Lovelace',
      courseName: 'Analytical Engines',
      issuer: 'Example University',
      issueDate: '2026-01-31',
      expiryDate: '2030-01-31',
    });
    expect(of(report, 'issuer')?.message).toContain('approved since 2026-01-01');
    expect(of(report, 'log')?.message).toContain('entry 5');
  });

  it('is genuine as JSON with its log proof, which counts where a log is pinned', async () => {
    const bare = await verify(files.json);
    expect([bare.verdict, of(bare, 'log')?.passed]).toEqual(['not-in-log', false]);
    const unpinned = await verify(files.json, { logKeys: [] });
    expect([unpinned.verdict, of(unpinned, 'log')?.passed]).toEqual(['genuine', null]);
    const proven = await authenticate(files.json, trustIn(files.log.vkey), files.proof);
    expect([proven.verdict, of(proven, 'log')?.passed]).toEqual(['genuine', true]);
  });

  it('begins with the exact bytes of the drawn PDF', () => {
    expect(Buffer.compare(files.pdf.subarray(0, files.shownPdf.length), files.shownPdf)).toBe(0);
  });
});

describe('one changed byte', () => {
  it.each([
    ['the page', '/Type /Page', 2, 'altered', 'file'],
    ['the credential', 'Ada Lovelace","identityType', 0, 'altered', 'signature'],
    ['the signature', 'proofValue":"z', 20, 'altered', 'signature'],
    ['the manifest', 'CertificateFile', 0, 'altered', 'file'],
    ['the manifest’s hash', '"visible":"', 12, 'altered', 'file'],
    ['the update’s catalog', '/AFRelationship', 2, 'altered', 'file'],
    ['the log proof’s checkpoint', '— certs.example.org/log', 40, 'altered', 'log'],
  ])('in %s of the PDF is detected', async (_, text, offset, verdict, check) => {
    const report = await verify(withBitChanged(files.pdf, text, offset));
    expect([report.verdict, failed(report)]).toEqual([verdict, expect.arrayContaining([check])]);
  });

  it.each([
    ['the picture', 'IDAT', 5_000, ['file']],
    ['the credential', 'Ada Lovelace","identityType', 0, ['file', 'signature', 'log']],
    ['the manifest', '"visible":"', 12, ['file']],
  ])('in %s of the PNG is detected', async (_, text, offset, checks) => {
    const report = await verify(withBitChanged(files.png, text, offset));
    expect([report.verdict, failed(report)]).toEqual(['altered', checks]);
  });

  it.each([
    ['index', (proof: string) => proof.replace('index 5', 'index 6')],
    ['checkpoint', (proof: string) => proof.replace('\n13\n', '\n14\n')],
    ['root', (proof: string) => proof.replace(/\n13\n./, '\n13\n/')],
    ['entry', (proof: string) => proof.replace(/^extra ./m, 'extra f')],
  ])('in the %s of a log proof gives the verdict not-in-log', async (_, change) => {
    expect(change(files.proof)).not.toBe(files.proof);
    const report = await authenticate(files.json, trustIn(files.log.vkey), change(files.proof));
    expect([report.verdict, failed(report)]).toEqual(['not-in-log', ['log']]);
  });
});

describe('a PDF with a genuine credential and a different page', () => {
  const forged = () => ({ ...files.drawing, studentName: 'Mallory' });

  it('is altered when a newly drawn page has the original attachments', async () => {
    const [credential, manifest, proof] = readAttachments(files.pdf) as [Buffer, Buffer, Buffer];
    const names = ['credential.json', 'file.json', 'log-proof.txt'];
    const attachments = [credential, manifest, proof].map((bytes, place) => ({
      name: names[place] as string,
      mimeType: 'application/json',
      description: 'x',
      bytes,
    }));
    const page = new Uint8Array(certificatePdf(forged()));
    const report = await verify(attachToPdf(page, attachments).bytes);
    expect([report.verdict, failed(report)]).toEqual(['altered', ['file']]);
    expect(of(report, 'file')?.message).toContain('page was changed, not the credential');
    expect(of(report, 'signature')?.passed).toBe(true);
  });

  it('is altered when the manifest is missing', async () => {
    const without = attachToPdf(files.shownPdf, [
      { name: 'credential.json', mimeType: 'application/vc', description: 'x', bytes: files.json },
    ]).bytes;
    const report = await verify(without);
    expect([report.verdict, of(report, 'file')?.message]).toEqual([
      'altered',
      expect.stringContaining('lacks'),
    ]);
  });

  it('is altered when something is appended, such as another page', async () => {
    const update = Buffer.from('\n3 0 obj\n<</Type /Page /Contents 99 0 R>>\nendobj\n');
    const report = await verify(Buffer.concat([files.pdf, update]));
    expect([report.verdict, failed(report)]).toEqual(['altered', ['file']]);
  });

  it('is altered, and the reason says so, when another program saved it again', async () => {
    const rewritten = Buffer.concat([
      Buffer.from('%PDF-1.7\n%\xe2\xe3\xcf\xd3\n', 'latin1'),
      files.pdf.subarray(15),
    ]);
    const report = await verify(rewritten);
    expect([report.verdict, of(report, 'file')?.message]).toEqual([
      'altered',
      expect.stringMatching(
        /^It was saved again by another program, so that its page can no longer be compared/,
      ),
    ]);
    const changed = Buffer.from(
      rewritten.toString('latin1').replace('Ada Lovelace","id', 'Eve Lovelace","id'),
      'latin1',
    );
    expect(of(await verify(changed), 'file')?.message).not.toContain('saved again');
  });

  it('is altered, and the reason says so, when a program added to it as it saved it', async () => {
    const signed = signedPdfs(files, '2026-01-31T12:00:00Z').find(({ name }) => name === 'ec whole');
    for (const whole of [files.pdf, signed?.file ?? Buffer.alloc(0)]) {
      const report = await verify(Buffer.concat([whole, Buffer.from('\n9 0 obj\n<<>>\nendobj\n%%EOF\n')]));
      expect([report.verdict, of(report, 'file')?.message]).toEqual([
        'altered',
        expect.stringMatching(/^It was saved again: something was added after the file that was issued/),
      ]);
    }
  });

  it('is altered when a newly drawn picture has the original text chunks', async () => {
    const report = await verify(bakePng(certificatePng(forged()), textsIn(files.png)));
    expect([report.verdict, failed(report)]).toEqual(['altered', ['file']]);
    expect(of(report, 'file')?.message).toContain('picture was changed, not the credential');
  });
});

describe('the verdict', () => {
  it('is unknown-issuer for a key without a trusted issuer', async () => {
    expect(await verify(files.pdf, { findIssuer: async () => undefined })).toMatchObject({
      verdict: 'unknown-issuer',
    });
  });

  it('is revoked, expired or not-in-log', async () => {
    const revoked = await verify(files.pdf, { findStatus: async () => ({ revoked: true }) });
    expect(revoked.verdict).toBe('revoked');
    expect((await verify(files.pdf, { now: Date.parse('2030-02-01T12:00:00Z') })).verdict).toBe('expired');
    expect((await verify(files.pdf, { now: Date.parse('2030-02-01T11:59:59.999Z') })).verdict).toBe(
      'genuine',
    );
    const other = await carriedFiles({ salt: 'another salt of the tests' });
    const foreign = await authenticate(other.json, trustIn(files.log.vkey), files.proof);
    expect(foreign.verdict).toBe('not-in-log');
  });

  it.each([
    ['the revocation', { findStatus: async () => ({ reason: 'It cannot be reached.' }) }, false],
    [
      'the issuer or the revocation',
      { findIssuer: async () => ({ reason: 'It cannot be reached.' }) },
      false,
    ],
    ['the log', { findLogProof: async () => ({ passed: null, reason: 'It was lost.' }) }, true],
  ])('is unknown when %s could not be checked', async (what, overrides, asJson) => {
    const report = await verify(asJson ? files.json : files.pdf, overrides);
    expect(report).toMatchObject({
      verdict: 'unknown',
      reason: `We could not check ${what}, so this is not a yes.`,
    });
  });

  it('is genuine without a known revocation only if that is accepted', async () => {
    const unreachable = { findStatus: async () => ({ reason: 'It cannot be reached.' }) };
    const accepted = await verify(files.pdf, { ...unreachable, acceptsUnknownRevocation: true });
    expect([accepted.verdict, accepted.reason]).toEqual(['genuine', undefined]);
    const expired = { ...unreachable, now: Date.parse('2030-02-01T12:00:00Z') };
    expect((await verify(files.pdf, expired)).verdict).toBe('expired');
  });

  it('accepts a file of any of several logs', async () => {
    const other = memoryLog('other.example.org/log').vkey;
    const keys = [other, files.log.vkey].map(parseVerifierKey).filter((key) => key !== null);
    expect((await verify(files.pdf, { logKeys: keys })).verdict).toBe('genuine');
    expect((await verify(files.pdf, { logKeys: keys.slice(0, 1) })).verdict).not.toBe('genuine');
  });

  it('is not-yet-valid until the issue date begins at UTC+14', async () => {
    const begins = Date.parse('2026-01-30T10:00:00Z');
    const early = await verify(files.pdf, { now: begins - 1 });
    expect([early.verdict, failed(early)]).toEqual(['not-yet-valid', ['start']]);
    expect(of(early, 'start')?.message).toBe('It is not valid before 2026-01-31.');
    expect((await verify(files.pdf, { now: begins })).verdict).toBe('genuine');
    const revoked = { now: begins - 1, findStatus: async () => ({ revoked: true }) };
    expect((await verify(files.pdf, revoked)).verdict).toBe('revoked');
  });

  it('for an unknown issuer needs no request for its status list', async () => {
    const report = await verify(files.pdf, {
      findIssuer: async () => undefined,
      findStatus: () => expect.unreachable(),
    });
    expect(of(report, 'revocation')?.passed).toBeNull();
  });

  it('trusts the issuers of a pinned log, and no others', async () => {
    const pinned = {
      findIssuer: async () => ({ reason: 'No issuer was given.' }),
      logVouchesForIssuer: true,
    };
    expect((await verify(files.pdf, pinned)).verdict).toBe('genuine');
    expect((await verify(files.pdf, { ...pinned, logKeys: [] })).verdict).toBe('unknown');
    const forged = JSON.parse(Buffer.from(files.json).toString());
    forged.issuer.name = 'Another University';
    expect((await verify(Buffer.from(JSON.stringify(forged)), pinned)).verdict).toBe('altered');
  });
});

describe('the verdict takes less than two seconds for', () => {
  const deep = '['.repeat(10_000) + ']'.repeat(10_000);
  const credential = (change: (document: Record<string, unknown>) => void) => () => {
    const document = JSON.parse(Buffer.from(files.json).toString());
    change(document);
    return Buffer.from(JSON.stringify(document));
  };
  const cases: [string, () => Uint8Array, string, RegExp][] = [
    ['an empty file', () => Buffer.alloc(0), 'unreadable', /empty/],
    [
      'a file of another kind',
      () => Buffer.from('PK\u0003\u0004 a zip'),
      'unreadable',
      /not a PDF, PNG, SVG or JSON/,
    ],
    ['11 MB', () => Buffer.alloc(11_000_000, 0x20), 'unreadable', /larger than 10 MB/],
    ['JSON of depth 10,000', () => Buffer.from(`{"a":${deep}}`), 'unreadable', /nested too deeply/],
    [
      'a string that does not end',
      () => Buffer.from(`{"a":"${'x'.repeat(500_000)}`),
      'unreadable',
      /not valid/,
    ],
    ['a JSON of 9 MB', () => Buffer.from(`{"a":"${'x'.repeat(9_000_000)}"}`), 'unreadable', /larger than/],
    ['JSON that is no certificate', () => Buffer.from('{"a":1}'), 'unreadable', /not a certificate/],
    [
      'a credential with a foreign context',
      credential((it) => {
        it['@context'] = ['https://www.w3.org/ns/credentials/v2', 'https://evil.example/context.json'];
      }),
      'altered',
      /context is not known here/,
    ],
    [
      'a credential with one context a thousand times',
      credential((it) => {
        it['@context'] = Array(500).fill(it['@context']).flat();
      }),
      'altered',
      /too many JSON-LD contexts/,
    ],
    [
      'a credential with a context of its own',
      credential((it) => {
        (it['@context'] as unknown[]).push({ name: 'https://example.org/other' });
      }),
      'altered',
      /context is not known here/,
    ],
    [
      'a credential of a foreign DID',
      credential((it) => {
        it.issuer = { id: 'did:web:evil.example', type: ['Profile'], name: 'Evil' };
      }),
      'unknown-issuer',
      /not known here/,
    ],
    [
      'a term that no context defines',
      credential((it) => {
        it.studentGrade = 'A+';
      }),
      'altered',
      /No context defines its property/,
    ],
    [
      '3,000 values more',
      credential((it) => {
        it.evidence = Array.from({ length: 3_000 }, (_, id) => id);
      }),
      'altered',
      /too many values/,
    ],
    [
      'blank nodes that look alike',
      credential((it) => {
        it.evidence = Array.from({ length: 300 }, () => ({ type: ['Evidence'] }));
      }),
      'altered',
      /./,
    ],
    [
      'a PNG with two credentials',
      () => bakePng(files.png, [{ keyword: 'openbadgecredential', text: files.json }]),
      'unreadable',
      /two texts/,
    ],
    ['a PNG that is cut short', () => files.png.subarray(0, 40_000), 'unreadable', /truncated/],
    ['a PNG without a credential', () => files.shownPng, 'unreadable', /no credential/],
    ['a PDF without attachments', () => files.shownPdf, 'unreadable', /no credential/],
    [
      'a PDF with two credentials',
      () =>
        attachToPdf(files.pdf.subarray(0, files.shownPdf.length), [
          { name: 'a', mimeType: 'a/b', description: 'x', bytes: files.json },
          { name: 'b', mimeType: 'a/b', description: 'x', bytes: files.json },
        ]).bytes,
      'unreadable',
      /two credentials/,
    ],
    [
      'a proof of 9 MB',
      () =>
        attachToPdf(files.shownPdf, [
          { name: 'a', mimeType: 'a/b', description: 'x', bytes: files.json },
          {
            name: 'b',
            mimeType: 'a/b',
            description: 'x',
            bytes: Buffer.from(`c2sp.org/tlog-proof@v1\n${'x'.repeat(900_000)}`),
          },
        ]).bytes,
      'unreadable',
      /too long/,
    ],
    [
      'a PDF of 100,000 attachments that do not end',
      () => Buffer.from(`%PDF-1.7\n${'<</Type /EmbeddedFile /Length 5 0 R>> stream\n'.repeat(200_000)}`),
      'unreadable',
      /no credential/,
    ],
  ];

  it.each(cases)('%s', async (_, file, verdict, message) => {
    const bytes = file();
    const { all } = await partsOf(async () => {
      const report = await verify(bytes);
      expect(report.verdict).toBe(verdict);
      expect(report.checks.map((check) => check.message).join('\n')).toMatch(message);
    });
    expect(all).toBeLessThan(limitHere(2_000));
  });

  it('attachments are read up to a total of four megabytes', async () => {
    const { deflateSync } = await import('node:zlib');
    const values = deflateSync(JSON.stringify({ type: Array(130_000).fill('') }));
    const head = `%PDF-1.7\n1 0 obj\n<</Type /EmbeddedFile /Filter /FlateDecode /Length ${values.length}>>\nstream\n`;
    const pdf = Buffer.concat([Buffer.from(head), values, Buffer.from('\nendstream\nendobj\n')]);
    const read = readAttachments(Buffer.concat(Array(64).fill(pdf)));
    expect(read.length).toBeGreaterThan(8);
    expect(read.reduce((sum, { length }) => sum + length, 0)).toBeLessThan(5 * 1_048_576);
  });

  it('a decompressed attachment has a maximum size', async () => {
    const { deflateSync } = await import('node:zlib');
    const bomb = deflateSync(Buffer.alloc(50_000_000));
    const pdf = Buffer.concat([
      Buffer.from(
        `%PDF-1.7\n1 0 obj\n<</Type /EmbeddedFile /Filter /FlateDecode /Length ${bomb.length}>>\nstream\n`,
      ),
      bomb,
      Buffer.from('\nendstream\nendobj\n'),
    ]);
    const many = Buffer.concat(Array.from({ length: 100 }, () => pdf));
    const { all } = await partsOf(async () => expect((await verify(many)).verdict).toBe('unreadable'));
    expect(all).toBeLessThan(limitHere(2_000));
  });
});
