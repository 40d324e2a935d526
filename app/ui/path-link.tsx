import type { ComponentProps, ElementType } from 'react';
import { Link } from 'react-router';

type PathLinkProps = Omit<ComponentProps<'a'>, 'href'> & {
  /** An absolute path of the product. */
  href: string;
};

/** `Link` without the attribute for discovering routes: the first manifest has every route (react-router.config.ts). */
const ClientLink = ({ href, ...anchor }: PathLinkProps) => <Link discover="none" to={href} {...anchor} />;

/**
 * A link in a list or a navigation. On the server it is the anchor itself, which is what `Link` renders. `Link` resolves each path
 * against all matched routes, and even a component that only renames a property takes a quarter of the time of a list.
 */
export const PathLink: ElementType<PathLinkProps, 'a'> = import.meta.env.SSR ? 'a' : ClientLink;
