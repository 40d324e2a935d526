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

/** The statements of a term without it as their subject, and those whose object is this blank node. */
type Statements = { withNames: string[]; withBlanks: [predicate: string, blank: string][]; about: string[] };

const afterSubject = (predicate: string, object: string) => ` ${predicate} ${object} .\n`;

/** Groups statements by subject. The name of a subject does not change the order of its statements, so each group is sorted once. */
function collect(quads: Quad[]): Map<string, Statements> {
  const terms = new Map<string, Statements>();
  const of = (term: string) => {
    const known = terms.get(term) ?? { withNames: [], withBlanks: [], about: [] };
    terms.set(term, known);
    return known;
  };
  for (const [subject, predicate, object] of quads) {
    if (!isBlank(object)) {
      of(subject).withNames.push(afterSubject(predicate, object));
      continue;
    }
    of(subject).withBlanks.push([predicate, object]);
    const named = isBlank(subject) ? '_:z' : subject;
    if (object !== subject) of(object).about.push(named + afterSubject(predicate, '_:a'));
  }
  for (const { withNames } of terms.values()) withNames.sort();
  return terms;
}

function toLines(subject: string, { withNames, withBlanks }: Statements, nameOf: (blank: string) => string) {
  if (withBlanks.length === 0) return withNames.map((rest) => subject + rest).join('');
  const named = withBlanks.map(([predicate, blank]) => afterSubject(predicate, nameOf(blank)));
  return [...withNames, ...named]
    .sort()
    .map((rest) => subject + rest)
    .join('');
}

/**
 * Canonicalizes a dataset to N-Quads (RDFC-1.0) if all its blank nodes differ in their own quads, as in every document that is
 * signed here (docs/decisions/0012-own-canonical-quads.md).
 * @throws Error when two blank nodes have equal quads
 */
export function canonicalize(quads: Quad[]): string {
  const terms = collect(quads);
  const hashes: { blank: string; firstDegree: string }[] = [];
  for (const [blank, statements] of terms) {
    if (!isBlank(blank)) continue;
    const own = toLines('_:a', statements, (other) => (other === blank ? '_:a' : '_:z'));
    // Own lines begin with _:a, and no other line does, so they stay together.
    const lines = [own, ...statements.about].sort().join('');
    hashes.push({ blank, firstDegree: hash('sha256', lines, 'hex') });
  }
  hashes.sort((one, other) => (one.firstDegree < other.firstDegree ? -1 : 1));
  const names = new Map(hashes.map(({ blank }, place) => [blank, `_:c14n${place}`]));
  if (new Set(hashes.map(({ firstDegree }) => firstDegree)).size < names.size) {
    throw new Error('two blank nodes have the same quads');
  }
  const nameOf = (term: string) => names.get(term) ?? term;
  return [...terms]
    .map(([term, statements]) => toLines(nameOf(term), statements, nameOf))
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
