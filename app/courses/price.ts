/** An amount in dollars as an author writes it ('49', '49.99', '$1,200'), in cents; null when it is not an amount. */
export function parsePrice(text: string): number | null {
  const match = /^\$? ?(\d{1,3}(?:,\d{3})+|\d{1,9})(?:\.(\d{1,2}))?$/.exec(text.trim());
  if (!match) return null;
  return Number(match[1]?.replaceAll(',', '')) * 100 + Number((match[2] ?? '').padEnd(2, '0'));
}

/** What `parsePrice` reads as this amount: '49' or '49.99'. */
export const priceText = (cents: number) =>
  cents % 100 === 0 ? String(cents / 100) : (cents / 100).toFixed(2);
