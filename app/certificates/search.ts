import { searchWords } from '#app/shared/full-text-search.ts';
import { parseUniqueId } from './unique-id.ts';

/** The words of a certificate search. A whole certificate ID is one word in any spelling. */
export function certificateSearchWords(q: string): string[] {
  const uniqueId = parseUniqueId(q);
  return uniqueId ? [uniqueId] : searchWords(q);
}

/** Private-use characters, which `searchWords` drops. They start the terms that mark a row's owner. */
const SCOPE_MARKS = { issuer: '\ue001', verifier: '\ue002' } as const;

/** The term that marks an issuer's or a verifier's rows in an index, written by search-index.server.ts and by a trigger. */
export const scopeTerm = (kind: 'issuer' | 'verifier', id: string) =>
  `${SCOPE_MARKS[kind]}${id.replaceAll('-', '')}`;
