/** A hash of a name or an address in a row of the audit trail. */
const isHash = (value: unknown): value is string => typeof value === 'string' && /^[0-9a-f]{64}$/.test(value);

const wordsOf = (value: unknown): string => {
  if (isHash(value)) return `#${value.slice(0, 12)}`;
  if (Array.isArray(value)) return value.join(' ');
  return value === null ? '–' : String(value);
};

/** What an act found or left, as 'limitMinor 500': with the names of the API, in every language. Hashes are shortened. */
export const factsOf = (facts: Record<string, unknown> | null): string[] =>
  Object.entries(facts ?? {}).map(([name, value]) => `${name} ${wordsOf(value)}`);
