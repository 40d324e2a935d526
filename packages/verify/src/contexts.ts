import { readFileSync } from 'node:fs';
import type { JsonObject } from './json.ts';
import { fieldsContext, isFieldsContext } from './own-fields.ts';

export const CREDENTIALS_CONTEXT = 'https://www.w3.org/ns/credentials/v2';
const OPEN_BADGES = 'https://purl.imsglobal.org/spec/ob/v3p0';
export const OPEN_BADGES_CONTEXT = `${OPEN_BADGES}/context-3.0.3.json`;
/** Contexts that define proofs where CREDENTIALS_CONTEXT is not used. */
export const DATA_INTEGRITY_CONTEXTS = [
  'https://w3id.org/security/data-integrity/v2',
  'https://w3id.org/security/data-integrity/v1',
] as const;
const [DATA_INTEGRITY_V2, DATA_INTEGRITY_V1] = DATA_INTEGRITY_CONTEXTS;
const SECURITY = 'https://w3id.org/security';

const read = (name: string): JsonObject =>
  JSON.parse(readFileSync(new URL(`./contexts/${name}`, import.meta.url), 'utf8'));

const openBadges300 = read('open-badges-3.0.0.json');

/** The JSON-LD contexts in this package, besides those of own fields. No others are ever loaded. */
export const CONTEXTS: ReadonlyMap<string, JsonObject> = new Map([
  [CREDENTIALS_CONTEXT, read('credentials-v2.json')],
  ['https://www.w3.org/2018/credentials/v1', read('credentials-v1.json')],
  [OPEN_BADGES_CONTEXT, read('open-badges-3.0.3.json')],
  [`${OPEN_BADGES}/context-3.0.2.json`, read('open-badges-3.0.2.json')],
  [`${OPEN_BADGES}/context-3.0.1.json`, read('open-badges-3.0.1.json')],
  // Version 3.0.0 has two addresses: the first did not name the version yet.
  [`${OPEN_BADGES}/context-3.0.0.json`, openBadges300],
  [`${OPEN_BADGES}/context.json`, openBadges300],
  [`${OPEN_BADGES}/extensions.json`, read('open-badges-extensions.json')],
  [DATA_INTEGRITY_V1, read('data-integrity-v1.json')],
  [DATA_INTEGRITY_V2, read('data-integrity-v2.json')],
  // Issuers also name contexts of keys, older proofs and status lists, whose terms few of their badges use.
  [`${SECURITY}/v1`, read('security-v1.json')],
  [`${SECURITY}/v2`, read('security-v2.json')],
  [`${SECURITY}/suites/ed25519-2018/v1`, read('ed25519-2018-v1.json')],
  [`${SECURITY}/suites/ed25519-2020/v1`, read('ed25519-2020-v1.json')],
  [`${SECURITY}/suites/x25519-2019/v1`, read('x25519-2019-v1.json')],
  [`${SECURITY}/suites/x25519-2020/v1`, read('x25519-2020-v1.json')],
  [`${SECURITY}/suites/jws-2020/v1`, read('jws-2020-v1.json')],
  [`${SECURITY}/multikey/v1`, read('multikey-v1.json')],
  ['https://www.w3.org/ns/did/v1', read('did-v1.json')],
  ['https://www.w3.org/ns/credentials/status/v1', read('bitstring-status-list-v1.json')],
  ['https://w3id.org/vc/status-list/2021/v1', read('status-list-2021-v1.json')],
  ['https://w3id.org/vc-revocation-list-2020/v1', read('revocation-list-2020-v1.json')],
]);

/** A context by its address, or undefined for one that is not known. */
export const knownContext = (address: string): JsonObject | undefined =>
  CONTEXTS.get(address) ?? (isFieldsContext(address) ? fieldsContext(address) : undefined);
