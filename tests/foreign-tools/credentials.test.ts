/** Other verifiers of credentials, which share no cryptography with ours, judge the corpus as we do where they can. */
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { isObject, type JsonObject, knownContext } from '@certrace/verify';
import * as vc from '@digitalbazaar/vc';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  type CorpusCredential,
  corpusCredentials,
  isSigned,
  issuerDocuments,
} from '#tests/support/corpus/credentials.ts';
import { relied, SETS } from '#tests/support/corpus/read-corpus.ts';
import { documentOfDidKey, otherSuites } from '#tests/support/foreign-badges.ts';

const VERIFIER_CORE = '@digitalcredentials/verifier-core@1.0.0-beta.11';

let credentials: CorpusCredential[];
let documents: Map<string, JsonObject>;
beforeAll(async () => {
  credentials = await corpusCredentials();
  documents = issuerDocuments(credentials);
});

/** Returns the bundled contexts and the keys of the issuers, and nothing from the network. */
async function documentLoader(url: string) {
  const [did = '', fragment] = url.split('#');
  const issuer = documents.get(did);
  const methods = (issuer?.verificationMethod ?? []) as JsonObject[];
  const method = methods.find(({ id }) => id === url);
  const key = method && { '@context': 'https://w3id.org/security/multikey/v1', ...method };
  const document = knownContext(url) ?? documentOfDidKey(url) ?? (fragment === undefined ? issuer : key);
  if (!document) throw new Error(`not at hand: ${url}`);
  // A key that was revoked is a matter of dates, which are not compared here.
  const { revoked: _, expires: __, ...present } = document as JsonObject;
  return { contextUrl: null, documentUrl: url, document: present };
}

it('@digitalbazaar/vc accepts the signatures that we accept, and no others', async () => {
  const suite = otherSuites();
  const rows: { name: string; ours: boolean; theirs: boolean }[] = [];
  for (const { name, document, report } of credentials) {
    const begins = Date.parse(`${document.validFrom ?? document.issuanceDate}`);
    const { results = [] } = await vc.verifyCredential({
      credential: structuredClone(document),
      suite,
      documentLoader,
      now: new Date(begins + 1_000),
      checkStatus: async () => ({ verified: true }),
    });
    // It accepts a set of which one proof is valid. By the standard, each must be (W3C Data Integrity section 4.4).
    const proofs = results as { verified: boolean }[];
    const isValid = proofs.length > 0 && proofs.every(({ verified }) => verified);
    rows.push({ name, ours: isSigned(report), theirs: isValid });
  }
  expect(rows.filter(({ ours, theirs }) => ours !== theirs)).toEqual([]);
  expect(rows.filter(({ ours }) => ours).length).toBeGreaterThan(15);
  expect(rows.filter(({ ours }) => !ours).length).toBeGreaterThan(15);
});

const SUBJECT_SCHEMA = {
  type: 'object',
  required: ['type', 'achievement'],
  properties: {
    achievement: { type: 'object', required: ['id', 'type', 'name', 'description', 'criteria'] },
  },
};

/** The members that Open Badges 3.0 requires, in place of the schemas of 1EdTech, which the verifier would fetch. */
const BADGE_SCHEMA = {
  type: 'object',
  required: ['@context', 'id', 'type', 'issuer', 'credentialSubject'],
  properties: {
    '@context': { type: 'array', minItems: 2 },
    type: { type: 'array', contains: { const: 'OpenBadgeCredential' } },
    issuer: { type: 'object', required: ['id', 'type'] },
    credentialSubject: { anyOf: [SUBJECT_SCHEMA, { type: 'array', items: SUBJECT_SCHEMA }] },
  },
  anyOf: [{ required: ['validFrom'] }, { required: ['issuanceDate'] }],
};

type SchemaResult = { result: { valid: boolean } };
type Judgement = {
  log?: { id: string; valid: boolean }[];
  additionalInformation?: { id: string; results: SchemaResult[] | string }[];
};

/** Whether a credential has the form of its schemas. Undefined if it was not compared with any. */
function hasForm({ additionalInformation = [] }: Judgement): boolean | undefined {
  const results = additionalInformation.find(({ id }) => id === 'schema_check')?.results;
  return Array.isArray(results) ? results.every(({ result }) => result.valid) : undefined;
}

type VerifierCore = { verifyCredential: (input: object) => Promise<Judgement> };

describe('@digitalcredentials/verifier-core', () => {
  const folder = mkdtempSync(join(tmpdir(), 'certrace-verifier-core-'));
  afterAll(() => rmSync(folder, { recursive: true, force: true }));
  let verifier: VerifierCore | null = null;

  // It has a hundred packages of its own, so it is not installed with the others.
  beforeAll(async () => {
    writeFileSync(join(folder, 'package.json'), '{}');
    try {
      const options = ['--no-audit', '--no-fund', '--ignore-scripts'];
      execFileSync('npm', ['install', ...options, VERIFIER_CORE], { cwd: folder, stdio: 'ignore' });
    } catch {
      process.stdout.write(`skipped: ${VERIFIER_CORE} could not be installed\n`);
      return;
    }
    const entry = createRequire(join(folder, 'package.json')).resolve('@digitalcredentials/verifier-core');
    verifier = (await import(/* @vite-ignore */ pathToFileURL(entry).href)) as VerifierCore;
  }, 180_000);

  /** What its issuers' and the site's hosts would answer. */
  function answer(address: string): JsonObject | undefined {
    const url = new URL(address);
    if (url.pathname.includes('/schema/')) return BADGE_SCHEMA;
    if (url.pathname.startsWith('/contexts/')) return knownContext(address);
    const path = url.pathname.replace(/\/did\.json$/, '').replace(/^\/\.well-known$/, '');
    const did = `did:web:${url.host}${path.replaceAll('/', ':')}`;
    const lists = SETS.flatMap((set) => relied(set).lists).map(
      (list) => JSON.parse(readFileSync(list, 'utf8')) as JsonObject,
    );
    return url.pathname.endsWith('/did.json') ? documents.get(did) : lists.find(({ id }) => id === address);
  }

  // It knows one cryptosuite and the usual contexts, wants a fragment, and says nothing of a credential before its first day.
  const canJudge = ({ name, document, report }: CorpusCredential) =>
    report.verdict !== 'not-yet-valid' &&
    !/^foreign-(?:no-fragment|w3id|www)/.test(name) &&
    [document.proof].flat().every((proof) => isObject(proof) && proof.cryptosuite === 'eddsa-rdfc-2022');

  it('accepts and refuses the same signatures, dates and revocations', async ({ skip }) => {
    if (!verifier) return skip('it could not be installed');
    const fetched = globalThis.fetch;
    globalThis.fetch = async (input) => {
      const body = answer(input instanceof Request ? input.url : `${input}`);
      return body ? Response.json(body) : new Response(null, { status: 404 });
    };
    const rows: { name: string; ours: unknown; theirs: unknown }[] = [];
    try {
      for (const { name, document, report } of credentials.filter(canJudge)) {
        const credential = structuredClone(document);
        const judgement = await verifier.verifyCredential({ credential, knownDIDRegistries: [] });
        const { log = [] } = judgement;
        const theirs = (id: string) => log.find((entry) => entry.id === id)?.valid;
        const ours = (id: string) => report.checks.find((check) => check.id === id)?.passed ?? undefined;
        const isValid = isSigned(report);
        rows.push({ name: `${name}: signature`, ours: isValid, theirs: theirs('valid_signature') ?? false });
        if (!isValid) continue;
        const form = hasForm(judgement);
        if (form !== undefined) rows.push({ name: `${name}: form`, ours: true, theirs: form });
        rows.push({ name: `${name}: expiry`, ours: ours('expiry'), theirs: theirs('expiration') });
        // Nobody looks for the revocation of what an unknown issuer signed.
        if (!document.credentialStatus || ours('revocation') === undefined) continue;
        rows.push({
          name: `${name}: revocation`,
          ours: ours('revocation'),
          theirs: theirs('revocation_status'),
        });
      }
    } finally {
      globalThis.fetch = fetched;
    }
    expect(rows.filter(({ ours, theirs }) => ours !== theirs)).toEqual([]);
    expect(rows.filter(({ name }) => name.endsWith('form')).length).toBeGreaterThan(15);
    for (const what of ['signature', 'expiry', 'revocation']) {
      const judged = rows.filter(({ name }) => name.endsWith(what)).map(({ ours }) => ours);
      expect([what, new Set(judged)]).toEqual([what, new Set([true, false])]);
    }
  });
});
