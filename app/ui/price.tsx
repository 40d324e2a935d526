import { formatUsd } from '#app/shared/money.ts';

/** Formats an amount in cents. */
export const Price = ({ cents }: { cents: number }) => <span className="price">{formatUsd(cents)}</span>;
