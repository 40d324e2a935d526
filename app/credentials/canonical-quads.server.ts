import { hash } from 'node:crypto';

/** A quad in the default graph. Subject, predicate and object are in N-Quads syntax; blank nodes are `_:name`. */
export type Quad = [subject: string, predicate: string, object: string];

// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are escaped
const SPECIAL = /[\u0000-\u001f\u007f"\\]/g;
const ESCAPES: Record<string, string> = {
  '\b': '\\b',
  '\t': '\\t',
  '\n': '\\n',
  '\f': '\\f',
  '\r': '\\r',
  '"': '\\"',
  '\\': '\\\\',
};

const escaped = (character: string) =>
  ESCAPES[character] ?? `\\u${character.charCodeAt(0).toString(16).toUpperCase().padStart(4, '0')}`;

/** A literal in canonical N-Quads (RDFC-1.0 section 5). */
export const literal = (text: string, datatype?: string) =>
  `"${text.replace(SPECIAL, escaped)}"${datatype === undefined ? '' : `^^<${datatype}>`}`;

export const iri = (address: string) => `<${address}>`;

const isBlank = (term: string) => term.startsWith('_:');
const toLine = ([subject, predicate, object]: Quad) => `${subject} ${predicate} ${object} .\n`;

/**
 * Canonicalizes a dataset to N-Quads (RDFC-1.0) if all its blank nodes differ in their own quads, as in every document that is
 * signed here (docs/decisions/0012-own-canonical-quads.md).
 * @throws Error when two blank nodes have equal quads
 */
export function canonicalize(quads: Quad[]): string {
  const linesOf = new Map<string, string[]>();
  const addLine = (blank: string, [subject, predicate, object]: Quad) => {
    const name = (term: string) => (term === blank ? '_:a' : isBlank(term) ? '_:z' : term);
    const lines = linesOf.get(blank) ?? [];
    linesOf.set(blank, lines);
    lines.push(toLine([name(subject), predicate, name(object)]));
  };
  for (const quad of quads) {
    const [subject, , object] = quad;
    if (isBlank(subject)) addLine(subject, quad);
    if (isBlank(object) && object !== subject) addLine(object, quad);
  }
  const hashes = [...linesOf].map(([blank, lines]) => ({
    blank,
    firstDegree: hash('sha256', lines.sort().join(''), 'hex'),
  }));
  hashes.sort((one, other) => (one.firstDegree < other.firstDegree ? -1 : 1));
  const names = new Map(hashes.map(({ blank }, place) => [blank, `_:c14n${place}`]));
  if (new Set(hashes.map(({ firstDegree }) => firstDegree)).size < names.size) {
    throw new Error('two blank nodes have the same quads');
  }
  const named = (term: string) => names.get(term) ?? term;
  return quads
    .map(([subject, predicate, object]) => toLine([named(subject), predicate, named(object)]))
    .sort()
    .join('');
}

// IRIs of the terms used here, from the contexts of Verifiable Credentials 2.0 and Open Badges 3.0.
const RDF = 'http://www.w3.org/1999/02/22-rdf-syntax-ns#';
const CREDENTIALS = 'https://www.w3.org/2018/credentials#';
const BADGES = 'https://purl.imsglobal.org/spec/vc/ob/vocab.html#';
const STATUS = 'https://www.w3.org/ns/credentials/status#';
const SECURITY = 'https://w3id.org/security#';
const BADGES_XSD = 'https://www.w3.org/2001/XMLSchema#';

export const TYPE = `<${RDF}type>`;
export const NAME = '<https://schema.org/name>';
export const DESCRIPTION = '<https://schema.org/description>';
export const VALUE = '<https://schema.org/value>';
export const CREATED = '<http://purl.org/dc/terms/created>';

export const DATE_TIME = 'http://www.w3.org/2001/XMLSchema#dateTime';
export const INTEGER = 'http://www.w3.org/2001/XMLSchema#integer';
/** These spellings come from the Open Badges 3.0.3 context. */
export const BADGE_DATE_TIME = 'xsd:dateTime';
export const BADGE_BOOLEAN = `${BADGES_XSD}boolean`;
export const BADGE_DATE = `${BADGES_XSD}date`;
export const BADGE_FLOAT = `${BADGES_XSD}float`;
export const BADGE_URI = `${BADGES_XSD}anyURI`;
export const CRYPTOSUITE_STRING = `${SECURITY}cryptosuiteString`;
export const MULTIBASE = `${SECURITY}multibase`;

export const credentials = (term: string) => `<${CREDENTIALS}${term}>`;
export const badges = (term: string) => `<${BADGES}${term}>`;
export const status = (term: string) => `<${STATUS}${term}>`;
export const security = (term: string) => `<${SECURITY}${term}>`;
