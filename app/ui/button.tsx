import type { ComponentProps, ElementType } from 'react';
import { Link, type LinkProps } from 'react-router';

export type ButtonLook = {
  variant?: 'primary' | 'secondary' | 'quiet' | 'danger';
  size?: 'small' | 'medium' | 'icon';
  /** As wide as its container. */
  block?: boolean;
};

const look = ({ variant = 'primary', size = 'medium', block }: ButtonLook) => ({
  'data-variant': variant,
  'data-size': size,
  'data-block': block ? '' : undefined,
});

type ButtonProps = ComponentProps<'button'> &
  ButtonLook & {
    /** While true, the button keeps the focus, shows `pendingText` and ignores clicks. */
    pending?: boolean;
    pendingText?: string;
  };

export function Button({
  variant,
  size,
  block,
  pending = false,
  pendingText,
  className = '',
  type = 'button',
  onClick,
  children,
  ...rest
}: ButtonProps) {
  return (
    <button
      {...rest}
      {...look({ variant, size, block })}
      type={type}
      className={`button ${className}`}
      aria-disabled={pending || undefined}
      data-pending={pending ? '' : undefined}
      onClick={(event) => (pending ? event.preventDefault() : onClick?.(event))}
    >
      {pending && <span className="spinner" aria-hidden="true" />}
      {pending && pendingText ? pendingText : children}
    </button>
  );
}

/** The submit button of a form. */
export const SubmitButton = (props: ButtonProps) => <Button type="submit" {...props} />;

/** A link to a page of the product, styled as a button. */
export function ButtonLink({ variant, size, block, className = '', ...rest }: LinkProps & ButtonLook) {
  return <Link {...rest} {...look({ variant, size, block })} className={`button ${className}`} />;
}

/** A link to a file or another document outside the client router, styled as a button. */
export function ButtonAnchor({
  variant,
  size,
  block,
  className = '',
  ...rest
}: ComponentProps<'a'> & ButtonLook) {
  return <a {...rest} {...look({ variant, size, block })} className={`button ${className}`} />;
}

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
