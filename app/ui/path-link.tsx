import { Link, type LinkProps } from 'react-router';

type PathLinkProps = Omit<LinkProps, 'to'> & {
  /** An absolute path of the product. */
  to: string;
};

/** The anchor that `Link` renders, without resolving its path against all matched routes. */
const Anchor = ({ to, prefetch, replace, state, preventScrollReset, ...anchor }: PathLinkProps) => (
  <a {...anchor} href={to} data-discover="true" />
);

/**
 * A link in a list. On the server it is a plain anchor, because `Link` took a quarter of the rendering time of a page with 50
 * rows.
 */
export const PathLink = import.meta.env.SSR ? Anchor : Link;
