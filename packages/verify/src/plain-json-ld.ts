import { CONTEXTS } from './contexts.ts';
import { asList, isObject, type JsonObject } from './json.ts';
import { say } from './texts.ts';

/** A document that cannot be canonicalized here, with the reason. */
export class UnsupportedDocument extends Error {
  override name = 'UnsupportedDocument';
}

/** More values than any certificate has. Expansion takes time for each. */
const MAX_VALUES = 1_000;
/** More contexts than any certificate names. Each takes milliseconds to process, even a repeated one. */
const MAX_CONTEXTS = 8;
const STATUS_ENTRY = 'BitstringStatusListEntry';
const STATUS_MEMBERS = ['statusPurpose', 'statusListIndex', 'statusListCredential'];

function requireKnownContexts(document: JsonObject) {
  const contexts = asList(document['@context']);
  if (contexts.length === 0) throw new UnsupportedDocument(say('contextMissing'));
  const foreign = contexts.find((context) => typeof context !== 'string' || !CONTEXTS.has(context));
  if (foreign === undefined) {
    if (contexts.length > MAX_CONTEXTS) throw new UnsupportedDocument(say('tooManyContexts'));
    return;
  }
  throw new UnsupportedDocument(
    typeof foreign === 'string' ? say('contextUnknown', { name: foreign.slice(0, 200) }) : say('ownContext'),
  );
}

function requirePlainMember(key: string, value: unknown) {
  if (key.startsWith('@')) {
    throw new UnsupportedDocument(say('keywordUnexpected', { name: key.slice(0, 50) }));
  }
  // A full IRI can replace a term, and in some contexts a type can. Code that looks for the term would miss it.
  if (key.includes(':') || /^[A-Z]/.test(key) || key === '__proto__') {
    throw new UnsupportedDocument(say('notATerm', { name: key.slice(0, 50) }));
  }
  if (key === 'id' && typeof value === 'string' && value.startsWith('_:')) {
    throw new UnsupportedDocument(say('blankNode'));
  }
}

/** Rejects values that the signature does not cover, and nested lists, which canonicalization flattens. */
function requirePlainValue(value: unknown, isInList: boolean) {
  if (value === null || (Array.isArray(value) && (isInList || value.length === 0))) {
    throw new UnsupportedDocument(say('emptyValue'));
  }
}

/** Requires the members that later checks read to have the expected form. */
function requireReadable(document: JsonObject) {
  for (const name of ['validFrom', 'validUntil', 'issuanceDate', 'expirationDate']) {
    if (document[name] !== undefined && typeof document[name] !== 'string') {
      throw new UnsupportedDocument(say('notOneDate', { name }));
    }
  }
  for (const entry of asList(document.credentialStatus)) {
    const isBitstring = isObject(entry) && asList(entry.type).includes(STATUS_ENTRY);
    if (isBitstring && STATUS_MEMBERS.some((name) => typeof entry[name] !== 'string')) {
      throw new UnsupportedDocument(say('statusEntryMalformed'));
    }
  }
}

/**
 * Rejects JSON-LD that can be rewritten without invalidating its signature: own contexts, keywords, other names for terms, or
 * values that the signature does not cover. Otherwise an expiry date or a revocation could be hidden. Also rejects excessively
 * large documents.
 * @throws UnsupportedDocument
 */
export function requirePlainJsonLd(document: JsonObject) {
  requireKnownContexts(document);
  let values = 0;
  /** Members of the document itself could stand there instead, where nothing looks for them. */
  const requireOther = (value: JsonObject) => {
    if (document.id !== undefined && value.id === document.id && Object.keys(value).length > 1) {
      throw new UnsupportedDocument(say('describesItself'));
    }
  };
  const walk = (value: unknown, isInList: boolean) => {
    values += 1;
    if (values > MAX_VALUES) throw new UnsupportedDocument(say('tooManyValues'));
    requirePlainValue(value, isInList);
    if (Array.isArray(value)) for (const item of value) walk(item, true);
    else if (isObject(value)) {
      if (value !== members) requireOther(value);
      for (const [key, member] of Object.entries(value)) {
        requirePlainMember(key, member);
        walk(member, false);
      }
    }
  };
  const { '@context': _, ...members } = document;
  walk(members, false);
  requireReadable(document);
}
