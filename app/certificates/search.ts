import { searchWords } from '#app/shared/full-text-search.ts';
import { parseUniqueId } from './unique-id.ts';

/**
 * The words of a search for certificates. Its letters and digits may be those of a whole ID, however it is written, or of a name: both
 * are found.
 */
export const certificateSearch = (q: string): { words: string[]; orWord: string | null } => ({
  words: searchWords(q),
  orWord: parseUniqueId(q),
});

/** Private-use characters, which `searchWords` drops. They start the terms that mark the owner of a row. */
const SCOPE_MARKS = { issuer: '\ue001', verifier: '\ue002' } as const;

/** The term that marks an issuer's or a verifier's rows in an index. search-index.server.ts and a trigger write it. */
export const scopeTerm = (kind: 'issuer' | 'verifier', id: string) =>
  `${SCOPE_MARKS[kind]}${id.replaceAll('-', '')}`;
