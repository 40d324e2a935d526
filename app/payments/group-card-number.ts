/** A card number as it is printed: groups of four, or 4-6-5 for American Express. What is not digits stays as typed. */
export function groupCardNumber(typed: string): string {
  if (!/^[0-9 ]*$/.test(typed)) return typed;
  const digits = typed.replaceAll(' ', '').slice(0, 19);
  const sizes = /^3[47]/.test(digits) ? [4, 6, 5, 4] : [4, 4, 4, 4, 3];
  const groups: string[] = [];
  let from = 0;
  for (const size of sizes) {
    if (from >= digits.length) break;
    groups.push(digits.slice(from, from + size));
    from += size;
  }
  return groups.join(' ');
}

/** Where the caret belongs after grouping: behind as many digits as before it. */
export function caretAfterGrouping(grouped: string, digitsBefore: number): number {
  let seen = 0;
  for (let index = 0; index < grouped.length; index += 1) {
    if (seen === digitsBefore) return index;
    if (grouped[index] !== ' ') seen += 1;
  }
  return grouped.length;
}
