import { searchWords } from '#app/shared/full-text-search.ts';
import { parseUniqueId } from './unique-id.ts';

/** Splits a search for certificates into words. A whole certificate ID is one word, however it is written. */
export function certificateSearchWords(q: string): string[] {
  const uniqueId = parseUniqueId(q);
  return uniqueId ? [uniqueId] : searchWords(q);
}

/** Private-use characters, which `searchWords` drops. They start the terms that mark the owner of a row. */
const SCOPE_MARKS = { issuer: '\ue001', verifier: '\ue002' } as const;

/** The term that marks an issuer's or a verifier's rows in an index. search-index.server.ts and a trigger write it. */
export const scopeTerm = (kind: 'issuer' | 'verifier', id: string) =>
  `${SCOPE_MARKS[kind]}${id.replaceAll('-', '')}`;
