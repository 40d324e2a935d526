import { formatUsd } from '#app/shared/money.ts';

/** An amount in cents, as people read it. */
export const Price = ({ cents }: { cents: number }) => <span className="price">{formatUsd(cents)}</span>;
