import { readdirSync, readFileSync } from 'node:fs';
import {
  authenticate,
  didDocument,
  isBadge,
  isObject,
  issuerOf,
  type JsonObject,
  type Report,
  readFile,
  type Trust,
} from '@certrace/verify';
import { corpusTrust, readCorpusFile, readIndex, relied, SETS, setOf } from './read-corpus.ts';

/** A credential of the corpus with proofs, the first file that contains it, and what our check says. */
export type CorpusCredential = { name: string; document: JsonObject; report: Report };

/** Badges of others as people have them. One more ends before it begins, which other verifiers do not tell from a bad signature. */
const INPUTS = readdirSync('tests/inputs').filter((name) => /^(39|4[0-4])-/.test(name));

const bytesOf = (name: string) =>
  INPUTS.includes(name) ? readFileSync(`tests/inputs/${name}`) : readCorpusFile(name);

const read = (name: string) => {
  try {
    return readFile(bytesOf(name));
  } catch {
    return null;
  }
};

/** The different credentials in the files of the corpus and in badges of others, except for those in tokens. */
export async function corpusCredentials(): Promise<CorpusCredential[]> {
  const trusts = new Map(await Promise.all(SETS.map(async (set) => [set, await corpusTrust(set)] as const)));
  const found = new Map<string, CorpusCredential>();
  for (const name of [...Object.keys(readIndex()), ...INPUTS]) {
    const contents = read(name);
    if (!contents || contents.jws || !isBadge(contents.document)) continue;
    const key = Buffer.from(contents.credential).toString('latin1');
    if (found.has(key)) continue;
    const report = await authenticate(bytesOf(name), trusts.get(setOf(name)) as Trust);
    found.set(key, { name, document: contents.document, report });
  }
  return [...found.values()];
}

/** Whether one of the issuer's keys made each signature. Somebody else's key may have made a valid one, too. */
export const isSigned = ({ checks }: Report) =>
  checks.some(({ id, passed }) => id === 'signature' && passed) &&
  !checks.some(
    ({ id, message }) => id === 'issuer' && message.startsWith('It was signed with a key that is not one'),
  );

const proofsOf = ({ proof }: JsonObject) => [proof ?? []].flat() as JsonObject[];

/** The DID documents of the issuers: from the list of the site, and for others the keys that their signatures name. */
export function issuerDocuments(credentials: CorpusCredential[]): Map<string, JsonObject> {
  const documents = new Map<string, JsonObject>();
  for (const { document } of credentials) {
    const did = issuerOf(document) ?? '';
    const keys = proofsOf(document)
      .map(({ verificationMethod: method }) => `${isObject(method) ? method.id : method}`)
      .filter((method) => method.startsWith(`${did}#`))
      .map((method) => method.slice(did.length + 1));
    documents.set(did, didDocument(did, [...new Set(keys)]));
  }
  for (const set of SETS) {
    const { issuers } = JSON.parse(readFileSync(relied(set).issuers, 'utf8')) as { issuers: JsonObject[] };
    for (const { did, document } of issuers) documents.set(`${did}`, document as JsonObject);
  }
  return documents;
}
