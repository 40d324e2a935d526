import { CONTEXTS, knownContext } from './contexts.ts';
import { isOfCertrace } from './credential.ts';
import { asList, asText, isObject, type JsonObject } from './json.ts';
import { readFields } from './own-fields.ts';
import { indexOf, isInList } from './status-list.ts';
import { say } from './texts.ts';

// A context that is written into a document (Open Badges 3.0 appendix B.4.1) may name more properties. It may not give another name to
// what the known contexts name, because code that looks for the known name would miss it.

/** More than the extensions of any badge have. */
const MAX_TERMS = 100;
/** The end of an IRI that makes its term a prefix, with which another ID can be written (JSON-LD 1.1 section 4.1.2). */
const PREFIX_END = /[:/?#[\]@]$/;

type Known = { names: Set<string>; namespaces: string[] };

/** The names that contexts define at any depth, and the beginnings of what they name. */
function namesIn(contexts: Iterable<JsonObject>): Known {
  const [names, namespaces] = [new Set<string>(), new Set<string>()];
  const walk = (value: unknown) => {
    if (typeof value === 'string') {
      const [namespace] = /^[a-z]+:.*[#/:]/i.exec(value) ?? [];
      if (namespace !== undefined && /^(?:https?|urn):/i.test(namespace)) namespaces.add(namespace);
    }
    if (Array.isArray(value)) for (const item of value) walk(item);
    if (!isObject(value)) return;
    for (const [name, member] of Object.entries(value)) {
      names.add(name);
      walk(member);
    }
  };
  for (const context of contexts) walk(context);
  return { names, namespaces: [...namespaces] };
}

let found: Known | undefined;

/** Whether something that a term stands for is neither known nor a beginning of other IDs. */
const isOther = (iri: unknown, { namespaces }: Known): boolean =>
  typeof iri === 'string' &&
  /^https?:\/\/[^\s/]+\//.test(iri) &&
  !PREFIX_END.test(iri) &&
  !namespaces.some((namespace) => iri.startsWith(namespace));

/** Whether a definition has nothing but what it stands for, and the type of its values. */
function isPlain(definition: unknown, known: Known): boolean {
  if (!isObject(definition)) return isOther(definition, known);
  const { '@id': iri, '@type': type = '@id', ...rest } = definition;
  const isTyped = type === '@id' || (typeof type === 'string' && /^(?:https?:\/\/|xsd:)/.test(type));
  return Object.keys(rest).length === 0 && isOther(iri, known) && isTyped;
}

/** Whether a context of a document only adds terms. */
export function onlyAddsTerms(context: unknown): boolean {
  if (!isObject(context)) return false;
  found ??= namesIn(CONTEXTS.values());
  const known = found;
  const entries = Object.entries(context).filter(
    ([name, value]) => !(name === '@version' && value === 1.1) && !(name === '@protected' && value === true),
  );
  return (
    entries.length <= MAX_TERMS &&
    entries.every(
      ([name, definition]) =>
        /^[a-z]\w*$/i.test(name) && !known.names.has(name) && isPlain(definition, known),
    )
  );
}

/** A document that cannot be canonicalized here, with the reason. */
export class UnsupportedDocument extends Error {
  override name = 'UnsupportedDocument';
}

/** More values than any certificate has. Expansion takes time for each. */
const MAX_VALUES = 1_000;
/** More contexts than a badge with a dozen endorsements names. Each takes milliseconds to process, even a repeated one. */
const MAX_CONTEXTS = 32;
const STATUS_MEMBERS = ['statusPurpose', 'statusListCredential'];
const DATES = ['validFrom', 'validUntil', 'issuanceDate', 'expirationDate'];
/** Members of a credential that later checks read. */
const CHECKED = [...DATES, 'issuer', 'credentialSubject', 'credentialStatus'];

/** Requires contexts of this package, and in badges of others such that only add terms to them. Returns their number. */
function countKnownContexts(value: unknown, isOurs: boolean): number {
  const contexts: unknown[] = Array.isArray(value) ? value : [value];
  const isKnown = (context: unknown) =>
    typeof context === 'string' ? knownContext(context) !== undefined : !isOurs && onlyAddsTerms(context);
  const foreign = contexts.find((context) => !isKnown(context));
  if (foreign === undefined) return contexts.length;
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

/** Credentials of a Certrace site have no values that their signature does not cover, and no lists that canonicalization flattens. */
function requireOurForm(value: unknown, isInList: boolean) {
  if (value === null || (Array.isArray(value) && (isInList || value.length === 0))) {
    throw new UnsupportedDocument(say('emptyValue'));
  }
}

/** Requires the members that later checks read to have the expected form. */
function requireReadable(document: JsonObject, isOurs: boolean) {
  const isReadable = (value: unknown) => (isOurs ? typeof value === 'string' : asText(value) !== null);
  for (const name of DATES) {
    if (document[name] !== undefined && !isReadable(document[name])) {
      throw new UnsupportedDocument(say('notOneDate', { name }));
    }
  }
  for (const entry of asList(document.credentialStatus)) {
    if (
      isInList(entry) &&
      (indexOf(entry) === null ||
        (isOurs && typeof entry.statusListIndex !== 'string') ||
        !STATUS_MEMBERS.every((name) => isReadable(entry[name])))
    ) {
      throw new UnsupportedDocument(say('statusEntryMalformed'));
    }
  }
  if (readFields(document) === null) throw new UnsupportedDocument(say('fieldMalformed'));
}

/**
 * Rejects JSON-LD that can be rewritten without invalidating its signature so that other values are read: own contexts that do more than add terms, keywords, and
 * other names for terms. Otherwise an expiry date or a revocation could be hidden. Also rejects excessively large documents.
 * @throws UnsupportedDocument
 */
export function requirePlainJsonLd(document: JsonObject) {
  if (asList(document['@context']).length === 0) throw new UnsupportedDocument(say('contextMissing'));
  let [values, contexts] = [0, 0];
  const isOurs = isOfCertrace(document);
  /** Checked members of the document itself could stand there instead, where nothing looks for them. */
  const requireOther = (value: JsonObject) => {
    const isItself = document.id !== undefined && value.id === document.id;
    if (isItself && CHECKED.some((name) => value[name] !== undefined)) {
      throw new UnsupportedDocument(say('describesItself'));
    }
  };
  const walk = (value: unknown, isInList = false) => {
    values += 1;
    if (values > MAX_VALUES) throw new UnsupportedDocument(say('tooManyValues'));
    if (isOurs) requireOurForm(value, isInList);
    if (Array.isArray(value)) for (const item of value) walk(item, true);
    else if (isObject(value)) {
      if (value !== document) requireOther(value);
      for (const [key, member] of Object.entries(value)) {
        if (key === '@context') {
          // An embedded credential that is signed itself has contexts of its own.
          contexts += countKnownContexts(member, isOurs);
          if (contexts > MAX_CONTEXTS) throw new UnsupportedDocument(say('tooManyContexts'));
          continue;
        }
        requirePlainMember(key, member);
        walk(member);
      }
    }
  };
  walk(document);
  requireReadable(document, isOurs);
}
