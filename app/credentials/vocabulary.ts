// IRIs of the terms used here, from the contexts of Verifiable Credentials 2.0 and Open Badges 3.0.
const RDF = 'http://www.w3.org/1999/02/22-rdf-syntax-ns#';
const CREDENTIALS = 'https://www.w3.org/2018/credentials#';
const BADGES = 'https://purl.imsglobal.org/spec/vc/ob/vocab.html#';
const STATUS = 'https://www.w3.org/ns/credentials/status#';
const SECURITY = 'https://w3id.org/security#';

export const TYPE = `<${RDF}type>`;
export const NAME = '<https://schema.org/name>';
export const DESCRIPTION = '<https://schema.org/description>';
export const CREATED = '<http://purl.org/dc/terms/created>';

export const DATE_TIME = 'http://www.w3.org/2001/XMLSchema#dateTime';
/** These two spellings come from the Open Badges 3.0.3 context. */
export const BADGE_DATE_TIME = 'xsd:dateTime';
export const BADGE_BOOLEAN = 'https://www.w3.org/2001/XMLSchema#boolean';
export const CRYPTOSUITE_STRING = `${SECURITY}cryptosuiteString`;
export const MULTIBASE = `${SECURITY}multibase`;

export const credentials = (term: string) => `<${CREDENTIALS}${term}>`;
export const badges = (term: string) => `<${BADGES}${term}>`;
export const status = (term: string) => `<${STATUS}${term}>`;
export const security = (term: string) => `<${SECURITY}${term}>`;
