import { variables } from './variables.ts';

const MOST_LETTERS = 2;

/** Variables of systems, shells and test runners that resemble one of the server's: HOME and HOST, TMP and MCP. */
const OF_SYSTEMS = new Set(['CI', 'HOME', 'TEST', 'TMP']);

/** How many letters must be replaced, added or removed to make one word of the other. */
function lettersBetween(one: string, other: string): number {
  let row = Array.from({ length: other.length + 1 }, (_, index) => index);
  for (let i = 1; i <= one.length; i += 1) {
    const next = [i];
    for (let j = 1; j <= other.length; j += 1) {
      const replaced = (row[j - 1] ?? 0) + (one[i - 1] === other[j - 1] ? 0 : 1);
      next.push(Math.min(replaced, (row[j] ?? 0) + 1, (next[j - 1] ?? 0) + 1));
    }
    row = next;
  }
  return row.at(-1) ?? 0;
}

/** The names that are no variables of the server, but at most two letters from one. */
export function misspelledVariables(names: string[]): { name: string; nearest: string }[] {
  const known = Object.keys(variables.shape);
  return names.flatMap((name) => {
    if (known.includes(name) || OF_SYSTEMS.has(name) || name.length > 60) return [];
    const [best] = known
      .filter(({ length }) => Math.abs(length - name.length) <= MOST_LETTERS)
      .map((nearest) => ({ name, nearest, letters: lettersBetween(name, nearest) }))
      .sort((a, b) => a.letters - b.letters);
    return best && best.letters <= MOST_LETTERS ? [{ name, nearest: best.nearest }] : [];
  });
}
