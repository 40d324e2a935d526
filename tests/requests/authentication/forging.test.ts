import type { KeyObject } from 'node:crypto';
import { readFileSync } from 'node:fs';
import {
  attachmentsOf,
  attachToPdf,
  carryInPdf,
  entryDigest,
  formatEntry,
  formatTlogProof,
  hexHash,
  type JsonObject,
  type ManifestSigner,
  type NoteSigner,
  parseTlogProof,
  privateKeyFromSeed,
  publicKeyOf,
  readFile,
  signJson,
  toMultikey,
} from '@certrace/verify';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { signBadge } from '#app/credentials/badge.server.ts';
import { currentIssuerKey, rotateIssuerKeys, signingKey } from '#app/credentials/issuer-keys.server.ts';
import { publishIssuers } from '#app/credentials/issuer-list.server.ts';
import { beginNewOrigin } from '#app/credentials/new-origin.server.ts';
import type { SigningKey } from '#app/credentials/sign-document.server.ts';
import { entriesOf, insertLogEntry, type Log, verifierKeys } from '#app/log/log.server.ts';
import { logPrivateKey, masterKey, privateKeyOf } from '#app/log/log-key.server.ts';
import { entryAt, proveEntry } from '#app/log/prove-entry.server.ts';
import { setClock } from '#app/shared/clock.server.ts';
import { transaction } from '#db/client.ts';
import { authenticateOverApi } from '#tests/support/authentication.ts';
import { badge, carriedFiles, claimed } from '#tests/support/carried-files.ts';
import { makeCertificate, makeIssuer } from '#tests/support/factories.ts';
import { forgedProof, LONG_AGO, SALT } from '#tests/support/forged-proof.ts';
import { fetchRaw } from '#tests/support/handler.ts';
import { beginDerivedLog, logSigner, ownLog } from '#tests/support/own-log.ts';
import {
  cosigned,
  download,
  fetched,
  openWitnessedSite,
  otherVerifiers,
  policyOfSite,
  witnessLog,
} from '#tests/support/witnessed-site.ts';

// A day of forging: somebody has one of the site's secrets, and everybody who checks relies on its log with one witness. Each try
// is a certificate that claims to be of 2020, with its verdict on the site, by the command with and without a connection, and in
// the browser.

const HOUR = 3_600_000;
const STRANGER = Buffer.alloc(32, 9);

const verifiers = otherVerifiers();
const { save, byCommand } = verifiers;

/** Lets the command reach this site, and nobody else. */
const connect = () =>
  vi.stubGlobal('fetch', async (url: string | URL) => {
    const { host, pathname } = new URL(url);
    return host === 'certs.example.org' ? fetchRaw(pathname) : new Response(null, { status: 404 });
  });

beforeEach(() => {
  openWitnessedSite();
  connect();
});
afterEach(() => {
  setClock();
  vi.unstubAllGlobals();
});

/** A site whose log has certificates of the last two days, each with the witness's cosignature, and one of these as a PDF. */
async function site() {
  const issuer = await makeIssuer();
  let genuine: Buffer | undefined;
  for (const hours of [48, 30, 3, 2]) {
    const time = Date.now() - hours * HOUR;
    setClock(() => time);
    const certificate = await makeCertificate(issuer, { allowDuplicate: true });
    witnessLog(time + 1_000);
    genuine = await download(issuer, certificate.uniqueId);
  }
  setClock();
  await publishIssuers();
  witnessLog(Date.now());
  if (!genuine) throw new Error('no certificate');
  return { issuer, log: ownLog(), genuine };
}
type Site = Awaited<ReturnType<typeof site>>;

type Tree = { log: Log; logKey: KeyObject; before: string[]; isWitnessed: boolean; time?: string };

/** A log proof of a document as the last entry of a tree, signed with a key; and cosigned if the witness saw this tree first. */
const proofIn = ({ log, logKey, before, isWitnessed, time }: Tree, document: Uint8Array): string =>
  forgedProof(
    {
      origin: log.origin,
      privateKey: logKey,
      before,
      ...(time !== undefined && { time }),
      ...(isWitnessed && {
        cosign: (checkpoint: string) => checkpoint + cosigned(checkpoint, Date.now()),
      }),
    },
    document,
  );

/** A certificate of 2020 that a key signed, and that no list can revoke. */
async function credentialOf(key: SigningKey, { issuer }: Site): Promise<Buffer> {
  const own = {
    ...badge,
    issuer: { id: issuer.id, did: key.did, name: issuer.name },
    issueDate: LONG_AGO.slice(0, 10),
    expiryDate: null,
  };
  const signed = JSON.parse((await signBadge(own, key, LONG_AGO)).toString()) as JsonObject;
  const { proof: _, credentialStatus: __, ...unsigned } = signed;
  return Buffer.from(JSON.stringify(signJson(unsigned, key.verificationMethod, key.privateKey, LONG_AGO)));
}

async function pdfOf(
  credential: Uint8Array,
  proof: string | null,
  key: SigningKey & Pick<ManifestSigner, 'log'>,
) {
  const { did, verificationMethod, privateKey, log } = key;
  const carried = { ...claimed(credential), proof: proof === null ? null : Buffer.from(proof) };
  return carryInPdf(
    (await carriedFiles()).shownPdf,
    carried,
    { issuer: did, verificationMethod, privateKey, ...(log && { log }) },
    LONG_AGO,
  );
}

/** A certificate of 2020 with a log proof of a tree. */
async function backDated(own: Site, key: SigningKey, tree: Omit<Tree, 'log'>) {
  const credential = await credentialOf(key, own);
  return pdfOf(credential, proofIn({ log: own.log, ...tree }, credential), key);
}

const realKey = (log: Log): KeyObject => {
  const key = privateKeyOf(log);
  if (!key) throw new Error('no key');
  return key;
};
const derivedKey = ({ origin }: Log) => logPrivateKey(masterKey(), origin);
const strangersKey = ({ origin }: Log) => logPrivateKey(STRANGER, origin);

/** A key of somebody else, under the DID of an issuer. */
function keyUnderDid(did: string): SigningKey {
  const privateKey = privateKeyFromSeed(STRANGER);
  return { did, verificationMethod: `${did}#${toMultikey(publicKeyOf(privateKey))}`, privateKey };
}

const ofIssuer = ({ issuer }: Site) => currentIssuerKey(issuer.id);

/** A tree whose entry says when it was made, although the certificate does not. */
const datedNow = (log: Log) => ({
  before: entriesOf(log),
  isWitnessed: true,
  time: new Date().toISOString(),
});

/** The trees that somebody with a log's key can sign. The witness cosigns one that extends the log and reaches it first. */
const TREES: [string, (log: Log) => Pick<Tree, 'before' | 'isWitnessed'>][] = [
  ['as the next entry, cosigned first', (log) => ({ before: entriesOf(log), isWitnessed: true })],
  ['in the place of an entry', (log) => ({ before: entriesOf(log).slice(0, -2), isWitnessed: false })],
  ['in a tree of its own', () => ({ before: [], isWitnessed: false })],
];

/** Verdicts of the site, and of the command with the policy and a list or DID of issuers, and with the policy alone. */
type Verdicts = {
  site: string;
  list: string;
  did: string;
  policy: string;
  /** Without a connection, as in the browser. */
  offline: { list: string; policy: string };
};

const verdicts = (site: string, online: [string, string, string], offline: [string, string]): Verdicts => ({
  site,
  list: online[0],
  did: online[1],
  policy: online[2],
  offline: { list: offline[0], policy: offline[1] },
});

const ISSUER = 'unknown-issuer';
const NOT_LOGGED = 'not-in-log';
/** Nobody tells who relies on the log alone, and cannot fetch the issuer's keys. */
const NO_KEY_OF_ISSUER = verdicts(ISSUER, [ISSUER, ISSUER, ISSUER], [ISSUER, 'unknown']);
/** The issuer's key signs the statement of what a file shows, and the log's key must, too. */
const OTHER_PAGE = verdicts('altered', ['altered', 'altered', 'altered'], ['altered', 'altered']);
const OTHER_LOG = verdicts('unknown', ['unknown', 'unknown', ISSUER], ['unknown', 'unknown']);
const NEVER_LOGGED = verdicts(NOT_LOGGED, [NOT_LOGGED, NOT_LOGGED, NOT_LOGGED], [NOT_LOGGED, NOT_LOGGED]);

type Try = {
  secret: string;
  what: string;
  expected: Verdicts;
  /** Prepares the site. */
  prepare?: () => void;
  forge: (own: Site) => Promise<Uint8Array>;
};

type Secret = { secret: string; keyOf: (own: Site) => SigningKey };
type Signed = Secret & { what: string; logKeyOf: (log: Log) => KeyObject };

/** @param expected one for each tree, or one for all */
const inEachTree = (
  { secret, what, keyOf, logKeyOf }: Signed,
  expected: Verdicts | [Verdicts, Verdicts, Verdicts],
): Try[] =>
  TREES.map(([place, treeOf], index) => ({
    secret,
    what: `${what}, ${place}`,
    expected: Array.isArray(expected) ? (expected[index] as Verdicts) : expected,
    forge: (own) => backDated(own, keyOf(own), { ...treeOf(own.log), logKey: logKeyOf(own.log) }),
  }));

/** A genuine proof with the entry of another document. */
function withEntryOf(forged: string, genuine: string): string {
  const [entry, place] = [parseTlogProof(forged), parseTlogProof(genuine)];
  if (!entry || !place) throw new Error('no proof');
  return formatTlogProof({ ...place, extra: entry.extra });
}

/** The tries without the key of the log. */
function withoutLogKey(secret: Secret): Try[] {
  const { keyOf } = secret;
  const withProof = (what: string, proofOf: (credential: Uint8Array, own: Site) => string | null): Try => ({
    ...secret,
    what,
    expected: NEVER_LOGGED,
    forge: async (own) => {
      const key = keyOf(own);
      const credential = await credentialOf(key, own);
      return pdfOf(credential, proofOf(credential, own), key);
    },
  });
  const genuineProof = ({ genuine }: Site) => readFile(genuine).proof ?? '';
  return [
    withProof('without a log proof', () => null),
    withProof('with the log proof of a genuine certificate', (_, own) => genuineProof(own)),
    withProof('with an entry of its own in that proof', (credential, own) => {
      const tree = { log: own.log, logKey: strangersKey(own.log), before: [], isWitnessed: false };
      return withEntryOf(proofIn(tree, credential), genuineProof(own));
    }),
    ...inEachTree(
      { ...secret, what: 'with another key of the log’s name', logKeyOf: strangersKey },
      NEVER_LOGGED,
    ),
  ];
}

/** A key that leaked, and that the site has replaced since. */
function revokedKey({ issuer }: Site): SigningKey {
  const leaked = currentIssuerKey(issuer.id);
  rotateIssuerKeys(issuer.id, true);
  return leaked;
}

/** The operator logs a certificate of 2020 as the newest entry, publishes it, and gets it cosigned. */
async function loggedByOperator(own: Site, key: SigningKey) {
  const credential = await credentialOf(key, own);
  transaction(() => {
    const entry = formatEntry('issue', entryDigest(SALT, credential), LONG_AGO);
    insertLogEntry({ type: 'issue', entry, salt: SALT, subject: null, document: credential });
  });
  witnessLog(Date.now());
  const log = ownLog();
  const row = entryAt(log.firstSeq + log.size - 1);
  return pdfOf(credential, row ? proveEntry(row) : null, key);
}

const logKey = (what: string, keyOf: Secret['keyOf']): Signed => ({
  secret: 'the log’s key',
  what,
  keyOf,
  logKeyOf: realKey,
});
/** Another page around a genuine certificate. Its log proof is true, so only the page lies. */
const withOtherPage = (
  secret: Secret,
  what: string,
  expected: Verdicts,
  logOf?: (log: Log) => NoteSigner,
): Try => ({
  ...secret,
  what: `another page around a genuine certificate, ${what}`,
  expected,
  forge: async (own) => {
    const { credential, proof } = readFile(own.genuine);
    return pdfOf(credential, proof, { ...secret.keyOf(own), ...(logOf && { log: logOf(own.log) }) });
  },
});

/** The statement of the genuine file about another page, with the log's signature of that statement. */
const withSignatureOfGenuine = ({ secret, keyOf }: Secret): Try => ({
  secret,
  what: 'another page around a genuine certificate, with the log’s signature of its own page',
  expected: OTHER_PAGE,
  forge: async (own) => {
    const { credential, proof, manifest } = readFile(own.genuine);
    if (!manifest?.members.logSignature) throw new Error('the log did not sign it');
    const { shownPdf } = await carriedFiles();
    const { proof: _, ...stated } = manifest.document;
    const { verificationMethod, privateKey } = keyOf(own);
    const other = { ...stated, visible: hexHash(shownPdf), length: shownPdf.length };
    const signed = signJson(other, verificationMethod, privateKey, LONG_AGO);
    const carried = { credential, proof: proof === null ? null : Buffer.from(proof) };
    return attachToPdf(shownPdf, attachmentsOf(carried, Buffer.from(JSON.stringify(signed)))).bytes;
  },
});

/** Another page around what only the site can find in its log: without a log proof, or with other white space. */
const withoutProof = (
  secret: Secret,
  what: string,
  respell: (credential: Uint8Array) => Uint8Array,
): Try => ({
  ...secret,
  what: `another page around a genuine certificate, ${what}`,
  expected: { ...NEVER_LOGGED, site: 'altered' },
  forge: (own) => pdfOf(respell(readFile(own.genuine).credential), null, secret.keyOf(own)),
});

const otherPages = (secret: Secret): Try[] => [
  withoutProof(secret, 'without a log proof', (credential) => credential),
  withoutProof(secret, 'with other white space and without a log proof', (credential) =>
    Buffer.from(JSON.stringify(JSON.parse(Buffer.from(credential).toString()), null, 1)),
  ),
  withOtherPage(secret, 'without a signature of the log', OTHER_PAGE),
  withOtherPage(secret, 'signed with another key of the log’s name', OTHER_PAGE, (log) => ({
    name: log.origin,
    privateKey: strangersKey(log),
  })),
  withOtherPage(secret, 'signed for a log that nobody knows', OTHER_LOG, (log) => ({
    name: 'evil.example/log',
    privateKey: strangersKey(log),
  })),
  withSignatureOfGenuine(secret),
];

const operator = (secret: string, keyOf: Secret['keyOf']): Try => ({
  secret,
  what: 'as the newest entry, published and cosigned',
  expected: verdicts('unknown', ['unknown', 'unknown', ISSUER], ['unknown', 'unknown']),
  forge: (own) => loggedByOperator(own, keyOf(own)),
});

/** The verdicts on a stranger, with those of the policy alone, with and without a connection. */
const ofStranger = (policy: string, offline: string) =>
  verdicts(ISSUER, [ISSUER, ISSUER, policy], [ISSUER, offline]);

/** With a true time of the entry, only the issuer is wrong. */
const withTrueTime = (what: string, keyOf: Secret['keyOf'], expected: Verdicts): Try => ({
  secret: 'the log’s key',
  what: `${what}, as the next entry with its true time, cosigned first`,
  expected,
  forge: (own) => backDated(own, keyOf(own), { ...datedNow(own.log), logKey: realKey(own.log) }),
});

const TRIES: Try[] = [
  withTrueTime(
    'a key of one’s own under the issuer’s DID',
    (own) => keyUnderDid(ofIssuer(own).did),
    NO_KEY_OF_ISSUER,
  ),
  withTrueTime(
    'a did:web of one’s own',
    () => keyUnderDid('did:web:evil.example'),
    ofStranger('unknown', 'unknown'),
  ),
  ...inEachTree(
    logKey('a key of one’s own under the issuer’s DID', (own) => keyUnderDid(ofIssuer(own).did)),
    NO_KEY_OF_ISSUER,
  ),
  ...inEachTree(
    logKey('a did:web of one’s own', () => keyUnderDid('did:web:evil.example')),
    [ofStranger('unknown', 'unknown'), ofStranger(NOT_LOGGED, 'unknown'), ofStranger(NOT_LOGGED, 'unknown')],
  ),
  ...inEachTree(
    logKey('a did:web of no issuer of the site', () =>
      keyUnderDid('did:web:certs.example.org:issuers:nobody'),
    ),
    [ofStranger('unknown', 'unknown'), ofStranger(NOT_LOGGED, 'unknown'), ofStranger(NOT_LOGGED, 'unknown')],
  ),
  ...inEachTree(
    logKey('a did:key of one’s own', () => signingKey(STRANGER, 'http://evil.example', null, 1)),
    [ofStranger(ISSUER, ISSUER), ofStranger(NOT_LOGGED, ISSUER), ofStranger(NOT_LOGGED, ISSUER)],
  ),
  ...withoutLogKey({ secret: 'an issuer’s key', keyOf: ofIssuer }),
  ...withoutLogKey({ secret: 'an issuer’s revoked key', keyOf: revokedKey }),
  ...withoutLogKey({ secret: 'the master key', keyOf: ofIssuer }),
  ...inEachTree(
    {
      secret: 'the master key',
      what: 'with the log’s key as older sites derived it',
      keyOf: ofIssuer,
      logKeyOf: derivedKey,
    },
    NEVER_LOGGED,
  ),
  ...inEachTree(
    {
      secret: 'the master key of a site whose log has a derived key',
      what: 'with the log’s key',
      keyOf: ofIssuer,
      logKeyOf: derivedKey,
    },
    [
      verdicts(NOT_LOGGED, ['unknown', 'unknown', ISSUER], ['unknown', 'unknown']),
      verdicts(NOT_LOGGED, [NOT_LOGGED, NOT_LOGGED, NOT_LOGGED], ['unknown', 'unknown']),
      verdicts(NOT_LOGGED, [NOT_LOGGED, NOT_LOGGED, NOT_LOGGED], ['unknown', 'unknown']),
    ],
  ).map((each) => ({ ...each, prepare: beginDerivedLog })),
  {
    secret: 'the master key of a site whose log has a derived key',
    what: 'in the closed log, after the site revoked the keys and began a new log',
    prepare: beginDerivedLog,
    expected: verdicts(NOT_LOGGED, [NOT_LOGGED, NOT_LOGGED, NOT_LOGGED], ['unknown', 'unknown']),
    forge: async (own) => {
      const [logKey, leaked] = [realKey(own.log), revokedKey(own)];
      const before = entriesOf(own.log);
      beginNewOrigin();
      witnessLog(Date.now());
      return backDated(own, leaked, { before, isWitnessed: true, logKey });
    },
  },
  withOtherPage(
    logKey('', () => keyUnderDid('did:web:evil.example')),
    'signed with a key of one’s own and by the log',
    OTHER_PAGE,
    logSigner,
  ),
  ...otherPages({ secret: 'an issuer’s key', keyOf: ofIssuer }),
  ...otherPages({ secret: 'an issuer’s revoked key', keyOf: revokedKey }),
  ...otherPages({ secret: 'the master key', keyOf: ofIssuer }),
  withOtherPage(
    { secret: 'the master key', keyOf: ofIssuer },
    'signed with the log’s key as older sites derived it',
    OTHER_PAGE,
    (log) => ({ name: log.origin, privateKey: derivedKey(log) }),
  ),
  operator('an issuer’s key and the operator’s help', ofIssuer),
  operator('an issuer’s revoked key and the operator’s help', revokedKey),
];

describe.each(TRIES)('$secret: $what', ({ prepare, forge, expected }) => {
  it('is genuine nowhere', async () => {
    prepare?.();
    const own = await site();
    const forged = await forge(own);
    expect(JSON.stringify(expected)).not.toContain('genuine');
    expect(await verdictsOn(forged, own)).toEqual(expected);
  });
});

/** The verdicts of everybody who relies on the site's log and its witness, and on its issuers or on nothing else. */
async function verdictsOn(file: Uint8Array, { issuer, genuine }: Site): Promise<Verdicts> {
  const { credentialStatus } = readFile(genuine).document as { credentialStatus: JsonObject };
  const list = await fetched('/.well-known/issuers.json');
  const status = await fetched(new URL(String(credentialStatus.statusListCredential)).pathname);
  const path = save('file.pdf', file);
  const policy = ['--policy', save('policy', policyOfSite()), '--status-list', save('status.json', status)];
  const trust = ['--trust', save('issuers.json', list)];
  const did = ['--did', `did:web:certs.example.org:issuers:${issuer.id}`];
  const pins = {
    policy: verifiers.browser.parsePolicy(policyOfSite()),
    statusLists: [verifiers.browser.parseJsonObject(status, 1_000_000) as JsonObject],
  };
  const inBrowser = async (more: object) =>
    (
      await verifiers.browser.authenticate(
        file,
        verifiers.browser.offlineTrust({ ...pins, ...more }, Date.now()),
      )
    ).verdict;
  const offline = {
    list: await byCommand(path, ...policy, ...trust, '--offline'),
    policy: await byCommand(path, ...policy, '--offline'),
  };
  expect({
    list: await inBrowser({ list: await verifiers.browser.readTrustList(list) }),
    policy: await inBrowser({}),
  }).toEqual(offline);
  return {
    site: (await authenticateOverApi(file)).verdict,
    list: await byCommand(path, ...policy, ...trust),
    did: await byCommand(path, ...policy, ...did),
    policy: await byCommand(path, ...policy),
    offline,
  };
}

it('a genuine certificate is genuine for all who name its issuer', async () => {
  const own = await site();
  expect(await verdictsOn(own.genuine, own)).toEqual(
    verdicts('genuine', ['genuine', 'genuine', ISSUER], ['genuine', 'unknown']),
  );
  // Also after its key was revoked, because the log had it before.
  rotateIssuerKeys(own.issuer.id, true);
  await publishIssuers();
  expect(await verdictsOn(own.genuine, own)).toEqual(
    verdicts('genuine', ['genuine', 'genuine', ISSUER], ['genuine', 'unknown']),
  );
});

it('another page around a genuine certificate needs an issuer’s key and the log’s key, which are one secret where the latter is derived', async () => {
  beginDerivedLog();
  const own = await site();
  const { credential, proof } = readFile(own.genuine);
  const forged = await pdfOf(credential, proof, { ...ofIssuer(own), log: logSigner() });
  const { verdict, certificate } = await authenticateOverApi(forged);
  expect([verdict, certificate]).toEqual(['genuine', (await authenticateOverApi(own.genuine)).certificate]);
});

it('a file that is drawn after a new log began needs the key of the new log', async () => {
  const issuer = await makeIssuer();
  const { uniqueId } = await makeCertificate(issuer);
  const [old = ''] = verifierKeys();
  beginNewOrigin();
  const picture = save('file.png', await download(issuer, uniqueId, 'png'));
  const verdictWith = (...keys: string[]) =>
    byCommand(picture, '--did', currentIssuerKey(issuer.id).did, ...keys.flatMap((key) => ['--key', key]));
  const [, next = ''] = verifierKeys();
  expect(await verdictWith(next)).toBe('genuine');
  expect(await verdictWith(old, next)).toBe('genuine');
  expect(await verdictWith(old)).toBe('unknown');
});

const DOCUMENT = 'docs/forging.md';
const COLUMNS: [string, (each: Verdicts) => string][] = [
  ['site', ({ site }) => site],
  ['policy and list', ({ list }) => list],
  ['policy and DID', ({ did }) => did],
  ['policy alone', ({ policy }) => policy],
  ['offline: policy and list', ({ offline }) => offline.list],
  ['offline: policy alone', ({ offline }) => offline.policy],
];

it(`${DOCUMENT} lists each try with its verdicts`, () => {
  const row = (cells: string[]) => `| ${cells.join(' | ')} |`;
  const table = [
    row(['secret', 'certificate of 2020', ...COLUMNS.map(([name]) => name)]),
    `|${'---|'.repeat(COLUMNS.length + 2)}`,
    ...TRIES.map(({ secret, what, expected }) =>
      row([secret, what, ...COLUMNS.map(([, of]) => of(expected))]),
    ),
  ];
  expect(readFileSync(DOCUMENT, 'utf8')).toContain(`\n${table.join('\n')}\n`);
});
