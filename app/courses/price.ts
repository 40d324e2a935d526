const HIGHEST_CENTS = 100_000_000;
/** Payment providers charge no less. */
export const LOWEST_CHARGE_CENTS = 50;

/** A price in dollars as an author writes it ('49', '49.99', '$1,200'), in cents, or null. */
export function parsePrice(text: string): number | null {
  const match = /^\$? ?(\d{1,3}(?:,\d{3})+|\d{1,9})(?:\.(\d{1,2}))?$/.exec(text.trim());
  if (!match) return null;
  const cents = Number(match[1]?.replaceAll(',', '')) * 100 + Number((match[2] ?? '').padEnd(2, '0'));
  return cents <= HIGHEST_CENTS ? cents : null;
}

/** What `parsePrice` reads as this amount: '49' or '49.99'. */
export const priceText = (cents: number) =>
  cents % 100 === 0 ? String(cents / 100) : (cents / 100).toFixed(2);
