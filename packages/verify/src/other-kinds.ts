import { asList, isObject, type JsonObject } from './json.ts';

// Names of formats are the same in every language.

export const OPEN_BADGES_2 = 'Open Badges 2.0';

/** Types of documents that contain a token (VC 2.0 section 4.13). */
const ENVELOPED: unknown[] = ['EnvelopedVerifiableCredential', 'EnvelopedVerifiablePresentation'];

const isWord = (value: unknown): value is string =>
  typeof value === 'string' && /^[\w.+/ -]{1,60}$/.test(value);

const withType = (name: string, type: unknown) => (isWord(type) ? `${name} (${type})` : name);

/** The version of Open Badges before 3.0 of a document, which had no context in the first versions. */
function olderBadges(document: JsonObject, contexts: string): string | null {
  if (/imsglobal\.org\/spec\/ob\/v2p1/.test(contexts)) return 'Open Badges 2.1';
  const version = /openbadge(?:s|spec)(?:\.org)?\/v([12])/.exec(contexts)?.[1];
  if (version !== undefined) return version === '1' ? 'Open Badges 1.1' : OPEN_BADGES_2;
  const { badge, recipient, verification, verify } = document;
  if (badge === undefined || recipient === undefined) return null;
  if (verification !== undefined) return OPEN_BADGES_2;
  if (verify !== undefined) return 'Open Badges 1.0';
  return isObject(badge) && badge.version === '0.5.0' ? 'Open Badges 0.5' : null;
}

/**
 * The name of a known kind of document that is no Open Badges 3.0 credential. Null for an unknown one.
 * @param header of the token that has the document as its payload
 */
export function otherKind(document: JsonObject, header?: JsonObject): string | null {
  const types = asList(document.type ?? document['@type']);
  const contexts = asList(document['@context'])
    .filter((context) => typeof context === 'string')
    .join(' ')
    .slice(0, 10_000);
  if (types.includes('VerifiablePresentation') || isObject(document.vp)) return 'VerifiablePresentation';
  if (types.includes('ClrCredential')) return 'CLR 2.0 (Comprehensive Learner Record)';
  if (types.includes('Clr') || /imsglobal\.org\/spec\/clr\/v1/.test(contexts)) {
    return 'CLR 1.0 (Comprehensive Learner Record)';
  }
  if (types.includes('VerifiableCredential')) {
    return withType(
      'Verifiable Credential',
      types.find((type) => type !== 'VerifiableCredential'),
    );
  }
  const older = olderBadges(document, contexts);
  if (older !== null) return withType(older, types[0]);
  if (document.verificationMethod !== undefined || /\/ns\/did\/v1/.test(contexts)) return 'DID document';
  if (Array.isArray(document.keys)) return 'JWK Set';
  if (document.payload !== undefined && (document.signature ?? document.signatures) !== undefined) {
    return 'JWS JSON Serialization';
  }
  const enveloped = types.find((type) => ENVELOPED.includes(type));
  if (isWord(enveloped)) return enveloped;
  return header ? withType('JWT', header.typ) : null;
}

/** The name of a known kind of token that is no JWS. Null for other text. */
export function otherToken(text: string): string | null {
  const [first = ''] = text.slice(0, 500_000).trim().split(/\s/, 1);
  if (/^[\w-]+\.[\w-]+\.[\w-]*~/.test(first)) return 'SD-JWT';
  return /^[\w-]+(?:\.[\w-]*){3}\.[\w-]+$/.test(first) ? 'JWE' : null;
}
