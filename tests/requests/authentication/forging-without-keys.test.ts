import { readFileSync } from 'node:fs';
import {
  attachmentsOf,
  attachToPdf,
  encodeBase64,
  incrementalUpdate,
  type JsonObject,
  parseJsonObject,
  readFile,
  readPdfEnd,
} from '@certrace/verify';
import { beforeEach, expect, it } from 'vitest';
import { publishIssuers } from '#app/credentials/issuer-list.server.ts';
import { authenticateOverApi } from '#tests/support/authentication.ts';
import { flipped, pngWith, withComment } from '#tests/support/corpus/files.ts';
import { makeCertificate, makeIssuer } from '#tests/support/factories.ts';
import {
  download,
  fetched,
  openWitnessedSite,
  otherVerifiers,
  policyOfSite,
  witnessLog,
} from '#tests/support/witnessed-site.ts';

// Somebody without any key changes a genuine certificate, or its log proof.

const verifiers = otherVerifiers();
const { save, byCommand } = verifiers;

type Kit = {
  pdf: Buffer;
  png: Buffer;
  json: Buffer;
  document: JsonObject;
  proof: string;
  /** The same of another certificate of the issuer. */
  other: Pick<Kit, 'pdf' | 'png' | 'json' | 'document' | 'proof'>;
};

beforeEach(openWitnessedSite);

async function kit() {
  const issuer = await makeIssuer();
  const made = await makeCertificate(issuer, { studentName: 'Ada Lovelace', expiryDate: '2125-12-31' });
  const another = await makeCertificate(issuer, { studentName: 'Eve Adams' });
  await publishIssuers();
  witnessLog(Date.now());
  const filesOf = async (id: string) => {
    const json = await download(issuer, id, 'json');
    return {
      pdf: await download(issuer, id, 'pdf'),
      png: await download(issuer, id, 'png'),
      json,
      document: JSON.parse(json.toString()) as JsonObject,
      proof: (await download(issuer, id, 'tlog-proof')).toString(),
    };
  };
  return { ...(await filesOf(made.uniqueId)), other: await filesOf(another.uniqueId) };
}

type Verdicts = { site: string; others: string };

/** What the site says, and what the command and the browser say with its policy, issuers and status list. */
async function verdictsOn(file: Uint8Array, { document }: Kit, proof?: string): Promise<Verdicts> {
  const [{ statusListCredential }] = [document.credentialStatus].flat() as [JsonObject];
  const list = await fetched('/.well-known/issuers.json');
  const status = await fetched(new URL(String(statusListCredential)).pathname);
  const others = await byCommand(
    save('file', file),
    ...['--policy', save('policy', policyOfSite())],
    ...['--trust', save('issuers.json', list)],
    ...['--status-list', save('status.json', status)],
    ...(proof === undefined ? [] : ['--proof', save('proof', proof)]),
    '--offline',
  );
  const { authenticate, offlineTrust, parsePolicy, readTrustList } = verifiers.browser;
  const pins = {
    policy: parsePolicy(policyOfSite()),
    list: await readTrustList(list),
    statusLists: [parseJsonObject(status, 1_000_000) as JsonObject],
  };
  const { verdict } = await authenticate(file, offlineTrust(pins, Date.now()), proof);
  expect(verdict).toBe(others);
  return { site: (await authenticateOverApi(file)).verdict, others };
}

type Try = [what: string, change: (kit: Kit) => Uint8Array | string, verdict: string];

/** The credential with some members changed. */
const edited =
  (change: (document: JsonObject, kit: Kit) => unknown) =>
  (kit: Kit): string => {
    const document = structuredClone(kit.document);
    change(document, kit);
    return JSON.stringify(document);
  };
const respelled =
  (from: string, to: string) =>
  ({ json }: Kit): string => {
    expect(json.toString()).toContain(from);
    return json.toString().replace(from, to);
  };
const first = (value: unknown) => [value].flat()[0] as JsonObject;
const subjectOf = (document: JsonObject) => document.credentialSubject as JsonObject;
const token = (header: object, { json }: Kit, signature: string) =>
  [JSON.stringify(header), json.toString()].map((text) => Buffer.from(text).toString('base64url')).join('.') +
  `.${signature}`;

const CREDENTIALS: Try[] = [
  ['an earlier date', respelled('"validFrom":"20', '"validFrom":"19'), 'altered'],
  ['a date in another spelling', respelled('T00:00:00Z"', 'T00:00:00.000Z"'), 'altered'],
  ['a date with look-alike digits', respelled('"validFrom":"20', '"validFrom":"２０'), 'altered'],
  ['a name with a look-alike letter', respelled('Ada', 'Аda'), 'altered'],
  ['a name with an invisible letter', respelled('Ada', 'Ada\u200b'), 'altered'],
  ['a member twice', respelled('{', '{"validFrom":"2020-01-01T00:00:00Z",'), 'unreadable'],
  [
    'a member twice, once with an escape',
    respelled('{', '{"valid\\u0046rom":"2020-01-01T00:00:00Z",'),
    'unreadable',
  ],
  ['no expiry date', edited((document) => delete document.validUntil), 'altered'],
  ['no entry for revocation', edited((document) => delete document.credentialStatus), 'altered'],
  [
    'the entry for revocation of another',
    edited((document, { other }) =>
      Object.assign(document, { credentialStatus: other.document.credentialStatus }),
    ),
    'altered',
  ],
  [
    'an index as a number',
    edited((document) =>
      Object.assign(first(document.credentialStatus), {
        statusListIndex: Number(first(document.credentialStatus).statusListIndex),
      }),
    ),
    'altered',
  ],
  [
    'an index with a leading zero',
    edited((document) =>
      Object.assign(first(document.credentialStatus), {
        statusListIndex: `0${first(document.credentialStatus).statusListIndex}`,
      }),
    ),
    'altered',
  ],
  [
    'its expiry date in a part with its id',
    edited((document) => {
      const { id, type, validUntil } = document;
      delete document.validUntil;
      document.evidence = [{ id, type: [...(type as string[]), 'Evidence'], validUntil }];
    }),
    'altered',
  ],
  [
    'its expiry date under its full name',
    edited((document) => {
      document['https://www.w3.org/2018/credentials#validUntil'] = document.validUntil;
      delete document.validUntil;
    }),
    'altered',
  ],
  [
    'a context that redefines a term',
    edited((document) => (document['@context'] as unknown[]).push({ validUntil: null })),
    'altered',
  ],
  [
    'a context in a part',
    edited((document) => Object.assign(subjectOf(document), { '@context': { identifier: null } })),
    'altered',
  ],
  ['the context of another version', respelled('context-3.0.3.json', 'context-3.0.1.json'), 'altered'],
  [
    'a context twice',
    edited((document) => (document['@context'] as unknown[]).push((document['@context'] as unknown[])[0])),
    'not-in-log',
  ],
  [
    'a term that no context defines',
    edited((document) => Object.assign(document, { shown: 'x' })),
    'altered',
  ],
  ['an empty value', edited((document) => Object.assign(document, { evidence: null })), 'altered'],
  ['an empty list', edited((document) => Object.assign(document, { evidence: [] })), 'altered'],
  [
    'the type of a receipt',
    edited((document) => (document.type as string[]).push('PaidVerification')),
    'altered',
  ],
  [
    'two issuers',
    edited((document) =>
      Object.assign(document, { issuer: [document.issuer, { id: 'did:web:evil.example' }] }),
    ),
    'altered',
  ],
  [
    'an issuer in other letters',
    respelled('did:web:certs.example.org', 'did:web:CERTS.example.org'),
    'unknown-issuer',
  ],
  [
    'an issuer at another port',
    respelled('did:web:certs.example.org', 'did:web:certs.example.org%3A8443'),
    'unknown-issuer',
  ],
  [
    'an issuer at no host',
    edited((document) => Object.assign(document, { issuer: 'did:web:1.2.3.999' })),
    'unknown-issuer',
  ],
  [
    'the signature of another',
    edited((document, { other }) => Object.assign(document, { proof: other.document.proof })),
    'altered',
  ],
  [
    'its signature twice',
    edited((document) => Object.assign(document, { proof: [first(document.proof), first(document.proof)] })),
    'not-in-log',
  ],
  [
    'a signature of another kind',
    respelled('"cryptosuite":"eddsa-rdfc-2022"', '"cryptosuite":"eddsa-jcs-2022"'),
    'altered',
  ],
  ['a signature for another purpose', respelled('assertionMethod', 'authentication'), 'altered'],
  ['an earlier date of its signature', respelled('"created":"20', '"created":"19'), 'altered'],
  ['a text after its end', ({ json }) => `${json}{}`, 'unreadable'],
  ['the beginning of a PDF', ({ json }) => `%PDF-1.4\n${json}`, 'unreadable'],
  ['an SVG around it', ({ json }) => `<svg><![CDATA[${json}]]></svg>`, 'unreadable'],
  ['a token without a signature around it', (own) => token({ alg: 'none' }, own, 'AA'), 'altered'],
  [
    'a token with a shared secret around it',
    (own) => token({ alg: 'HS256' }, own, 'A'.repeat(43)),
    'altered',
  ],
  [
    'a token with another signature around it',
    (own) => token({ alg: 'EdDSA', kid: first(own.document.proof).verificationMethod }, own, 'A'.repeat(86)),
    'altered',
  ],
];

const shownOf = (pdf: Buffer) => pdf.subarray(0, readFile(pdf).manifest?.members.length);
const textsOf = (file: Buffer) => {
  const { credential, proof, manifest } = readFile(file);
  return {
    credential: Buffer.from(credential),
    proof: proof ?? '',
    manifest: Buffer.from(manifest?.bytes ?? []),
  };
};
const around = (pdf: Buffer, file: Buffer) => {
  const { credential, proof, manifest } = textsOf(file);
  return attachToPdf(shownOf(pdf), attachmentsOf({ credential, proof: Buffer.from(proof) }, manifest)).bytes;
};
const drawnOf = (png: Buffer) => {
  const length = readFile(png).manifest?.members.length ?? 0;
  return Buffer.concat([png.subarray(0, length - 12), png.subarray(-12)]);
};

const FILES: Try[] = [
  ['PDF with a comment after its end', ({ pdf }) => Buffer.concat([pdf, Buffer.from('% x\n')]), 'altered'],
  ['PDF with a line break after its end', ({ pdf }) => Buffer.concat([pdf, Buffer.from('\n')]), 'altered'],
  ['PDF without its last bytes', ({ pdf }) => pdf.subarray(0, -7), 'altered'],
  ['PDF with a byte before it', ({ pdf }) => Buffer.concat([Buffer.from(' '), pdf]), 'unreadable'],
  ['PDF with a changed bit in the page', ({ pdf }) => flipped(pdf, 'endstream', -40), 'altered'],
  ['PDF with the page of another', ({ pdf, other }) => around(other.pdf, pdf), 'altered'],
  [
    'PDF with an update of its page',
    ({ pdf }) =>
      incrementalUpdate(pdf, readPdfEnd(shownOf(pdf)), [{ number: 1, parts: ['<</Type /Page>>'] }]).bytes,
    'altered',
  ],
  ['PNG with a text', ({ png }) => withComment(png), 'altered'],
  ['PNG with a page after its end', ({ png }) => Buffer.concat([png, Buffer.from('<html>')]), 'altered'],
  ['PNG with a PDF after its end', ({ png, pdf }) => Buffer.concat([png, pdf]), 'altered'],
  [
    'PNG with the picture of another',
    ({ png, other }) => pngWith(drawnOf(other.png), textsOf(png)),
    'altered',
  ],
  ['PNG without its last bytes', ({ png }) => png.subarray(0, -5), 'unreadable'],
  ['PNG with the beginning of a PDF', ({ png }) => Buffer.concat([Buffer.from('%PDF-'), png]), 'unreadable'],
];

const PROOFS: [what: string, change: (proof: string, kit: Kit) => string, verdict: string][] = [
  ['of another certificate', (_, { other }) => other.proof, 'not-in-log'],
  ['that was cut', (proof) => proof.slice(0, -40), 'not-in-log'],
  [
    'with one hash more',
    (proof) => proof.replace('\n\n', `\n${encodeBase64(Buffer.alloc(32))}\n\n`),
    'not-in-log',
  ],
  ['without its hashes', (proof) => proof.replace(/(index \d+\n)[\s\S]*?\n\n/, '$1\n'), 'not-in-log'],
  ['with another index', (proof) => proof.replace(/index \d+/, 'index 0'), 'not-in-log'],
  [
    'with a larger tree',
    (proof) => proof.replace(/(\/log\n)(\d+)/, (_, before, size) => `${before}${Number(size) + 1}`),
    'not-in-log',
  ],
  ['with a line more in its checkpoint', (proof) => proof.replace(/=\n\n— /, '=\nmore\n\n— '), 'not-in-log'],
  ['without the cosignature', (proof) => proof.replace(/— witness.*\n/, ''), 'unknown'],
  ['without the signature of the log', (proof) => proof.replace(/— certs.*\n/, ''), 'not-in-log'],
  [
    'with a hundred signatures more',
    (proof) => `${proof}${'— e/w AAAAAAAAAAAAAAAA\n'.repeat(100)}`,
    'not-in-log',
  ],
  ['with a signature of a stranger more', (proof) => `${proof}— e/w AAAAAAAAAAAAAAAA\n`, 'genuine'],
];

const bytesOf = (content: Uint8Array | string) => Buffer.from(content);

it('a credential is genuine on the site, and elsewhere with its log proof', async () => {
  const own = await kit();
  expect(await verdictsOn(own.json, own, own.proof)).toEqual({ site: 'genuine', others: 'genuine' });
  for (const file of [own.pdf, own.png]) {
    expect(await verdictsOn(file, own)).toEqual({ site: 'genuine', others: 'genuine' });
  }
});

it('no changed credential is genuine', async () => {
  const own = await kit();
  const found: [string, Verdicts][] = [];
  for (const [what, change] of CREDENTIALS)
    found.push([what, await verdictsOn(bytesOf(change(own)), own, own.proof)]);
  expect(found).toEqual(CREDENTIALS.map(([what, , verdict]) => [what, { site: verdict, others: verdict }]));
});

it('no changed file is genuine', async () => {
  const own = await kit();
  const found: [string, Verdicts][] = [];
  for (const [what, change] of FILES) found.push([what, await verdictsOn(bytesOf(change(own)), own)]);
  expect(found).toEqual(FILES.map(([what, , verdict]) => [what, { site: verdict, others: verdict }]));
});

it('no changed log proof makes a credential genuine, unless it has more signatures', async () => {
  const own = await kit();
  const found: [string, string][] = [];
  for (const [what, change] of PROOFS) {
    const changed = change(own.proof, own);
    expect([what, changed]).not.toEqual([what, own.proof]);
    found.push([what, (await verdictsOn(own.json, own, changed)).others]);
  }
  expect(found).toEqual(PROOFS.map(([what, , verdict]) => [what, verdict]));
});

it('docs/forging.md lists these tries', () => {
  const rows = [
    ...CREDENTIALS.map(([what, , verdict]) => ['a JSON credential', what, verdict]),
    ...FILES.map(([what, , verdict]) => ['a file', what, verdict]),
    ...PROOFS.map(([what, , verdict]) => ['a log proof', what, verdict]),
  ].map((cells) => `| ${cells.join(' | ')} |`);
  const table = ['| what | change | verdict |', '|---|---|---|', ...rows].join('\n');
  expect(readFileSync('docs/forging.md', 'utf8')).toContain(`\n${table}\n`);
});
