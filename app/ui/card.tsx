import type { ComponentProps } from 'react';

/** A card; `flush` leaves the padding to its content. */
export function Card({ flush, className = '', ...rest }: ComponentProps<'section'> & { flush?: boolean }) {
  return <section {...rest} className={`card ${className}`} data-pad={flush ? undefined : ''} />;
}
