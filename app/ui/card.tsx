import type { ComponentProps } from 'react';

/** A sheet of paper on the page; `flush` leaves the padding to its content. */
export function Card({ flush, className = '', ...rest }: ComponentProps<'section'> & { flush?: boolean }) {
  return <section {...rest} className={`card ${className}`} data-pad={flush ? undefined : ''} />;
}
