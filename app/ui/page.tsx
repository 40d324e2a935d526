import { CircleAlert, CircleCheck, type IconNode, Info, TriangleAlert } from 'lucide';
import { type ComponentProps, createElement, type ElementType, Fragment, type ReactNode } from 'react';
import { Link, type LinkProps } from 'react-router';
import { joinSentences } from '#app/messages/join-sentences.ts';
import { shownEmail } from '#app/shared/email-address.ts';
import { escapeHtml } from '#app/shared/escape-html.ts';
import { type MessageName, messageParts, pageDirection, t } from '#messages';

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

const markup = new WeakMap<IconNode, { __html: string }>();

/** An icon's shapes as markup. They are constants of the package, so nothing needs escaping. */
function shapes(icon: IconNode) {
  let html = markup.get(icon);
  if (!html) {
    const elements = icon.map(([tag, attributes]) => {
      const text = Object.entries(attributes).map(([name, value]) => ` ${name}="${value}"`);
      return `<${tag}${text.join('')}/>`;
    });
    html = { __html: elements.join('') };
    markup.set(icon, html);
  }
  return html;
}

/**
 * A decorative icon of the lucide package, in the text's colour. Its shapes are one string, because pages have many icons and React
 * renders a string faster than an element for each shape.
 */
export const Icon = ({ of: icon, className }: { of: IconNode; className?: string }) => (
  <svg
    className={className ? `icon ${className}` : 'icon'}
    viewBox="0 0 24 24"
    aria-hidden="true"
    // biome-ignore lint/security/noDangerouslySetInnerHtml: the icons are constants of a package
    dangerouslySetInnerHTML={shapes(icon)}
  />
);

type BreakableText = {
  /** The parts of the text between which it may break. */
  parts: readonly string[];
  className: string;
  /** The direction of the text, not of the page. */
  dir: 'ltr' | 'auto';
};

/**
 * A text that breaks only at the given places. It is one string of escaped markup and no component, because a list has a hundred of
 * these texts, and React takes longer for their elements and components than for the rest of a row.
 */
function breakable({ parts, className, dir }: BreakableText) {
  const markup = { __html: parts.map(escapeHtml).join('<wbr>') };
  // biome-ignore lint/security/noDangerouslySetInnerHtml: the parts are escaped
  return <span dir={dir} className={className} dangerouslySetInnerHTML={markup} />;
}

/** The element of `EmailText`, for lists. */
export function emailText(stored: string, dir: 'ltr' | 'auto' = 'ltr') {
  const email = shownEmail(stored);
  const from = email.search(/@| (?!.*@)/);
  if (from < 0) return breakable({ dir, className: 'breakable email', parts: [email] });
  const [first = '', ...rest] = email.slice(from).split(/(?=@)|(?<=\.)(?=\p{L})/u);
  const before = email.slice(0, from);
  const start = from > 0 && first.startsWith('@') ? [before, first] : [before + first];
  return breakable({ dir, className: 'breakable email', parts: [...start, ...rest] });
}

/**
 * An email address, or a text with one or with domains, that breaks before its @ and after dots of its domains if it does not fit. It
 * does not break at dots before the @, or in a single word without @.
 */
export const EmailText = ({ dir, children: email }: { dir?: 'ltr' | 'auto'; children: string }) =>
  emailText(email, dir);

/** The element of `IdText`, for lists. */
export const idText = (id: string, className: 'certificate-id' | 'breakable' = 'breakable') =>
  breakable({ dir: 'ltr', className, parts: id.split(/(?<=[-._])/) });

/** An ID or username (7K3M-9QZX, lan.nguyen) that breaks only between its groups. */
export const IdText = ({ code, children: id }: { code?: boolean; children: string }) =>
  idText(id, code ? 'certificate-id' : 'breakable');

/** The value of a cell or fact. In a page from right to left, a path or an amount would else have its punctuation at the other end. */
export const isolated = (value: ReactNode): ReactNode =>
  typeof value === 'string' && pageDirection() === 'rtl' ? <bdi>{value}</bdi> : value;

/** The values of a message's placeholders; each may also be an element. */
type Values<Name extends MessageName> = (Messages[Name] extends { values: infer Known }
  ? { [Key in keyof Known]: Known[Key] | Exclude<ReactNode, undefined> }
  : unknown) &
  (Messages[Name] extends { elements: infer Elements }
    ? { [Key in keyof Elements]: (content: ReactNode) => ReactNode }
    : unknown);

/** A mark in the text for a value that is an element, because a formatter of messages returns text. */
const placeOf = (name: string) => `\ue000${name}\ue001`;
const PLACE = /\ue000(\w+)\ue001/;

const inOne = (parts: readonly ReactNode[]) => createElement(Fragment, null, ...parts);

/**
 * A message with elements in it: `<link>` in the message becomes what `link` returns, and `{name}` may be an element.
 * @example { link: (text) => <Link to="/register">{text}</Link> }
 */
export function rich<Name extends MessageName>(name: Name, values: Values<Name>): ReactNode {
  const shown = values as Record<string, unknown>;
  /** A part of the message, with elements in their places. */
  const withElements = (part: ReactNode): ReactNode[] =>
    typeof part === 'string'
      ? part.split(PLACE).map((piece, index) => (index % 2 ? (shown[piece] as ReactNode) : piece))
      : [part];
  const given = Object.entries(shown).map(([key, value]) => {
    if (typeof value === 'string' || typeof value === 'number') return [key, value];
    if (typeof value !== 'function') return [key, placeOf(key)];
    return [key, (parts: ReactNode[]) => value(inOne(parts.flatMap(withElements)))];
  });
  return inOne(messageParts<ReactNode>(name, Object.fromEntries(given)).flatMap(withElements));
}

/** Markdown that the server rendered as HTML, without raw HTML of its author. */
export const RenderedMarkdown = ({ html }: { html: string }) => (
  // biome-ignore lint/security/noDangerouslySetInnerHtml: markdown-it escapes all HTML (app/shared/markdown.server.ts)
  <div dir="auto" className="prose rendered-markdown" dangerouslySetInnerHTML={{ __html: html }} />
);

/** A page's title and description for browsers, search engines and link previews. Use it in a route's `meta` export. */
export const pageMeta = (title: string, description: string) => [
  { title: `${title} · Certrace` },
  { name: 'description', content: description },
  { property: 'og:title', content: title },
  { property: 'og:description', content: description },
];

export type Crumb = { label: string; to?: string };

/** Links to the parent pages. The last crumb is the page itself. */
export function Breadcrumbs({ crumbs }: { crumbs: readonly Crumb[] }) {
  return (
    <nav className="breadcrumbs" aria-label={t('pageHeader.breadcrumbs')}>
      <ol>
        {crumbs.map(({ label, to }) => (
          <li key={label}>
            {to ? <Link to={to}>{isolated(label)}</Link> : <span aria-current="page">{isolated(label)}</span>}
          </li>
        ))}
      </ol>
    </nav>
  );
}

type PageHeaderProps = {
  title: ReactNode;
  lead?: ReactNode;
  crumbs?: readonly Crumb[];
  /** Buttons at the end of the title line. */
  actions?: ReactNode;
};

/** The page's h1. It is focusable, so that screen readers announce a client navigation. */
export function PageHeader({ title, lead, crumbs, actions }: PageHeaderProps) {
  return (
    <>
      {crumbs && <Breadcrumbs crumbs={crumbs} />}
      <header className="page-header">
        <div className="min-w-0">
          <h1 tabIndex={-1}>{title}</h1>
          {lead && <p className="page-header-lead">{lead}</p>}
        </div>
        {actions && <div className="flex flex-wrap gap-3">{actions}</div>}
      </header>
    </>
  );
}

/** A card; `flush` leaves the padding to its content. */
export function Card({ flush, className = '', ...rest }: ComponentProps<'section'> & { flush?: boolean }) {
  return <section {...rest} className={`card ${className}`} data-pad={flush ? undefined : ''} />;
}

const ICONS = { success: CircleCheck, error: CircleAlert, warning: TriangleAlert, info: Info };
export type AlertTone = keyof typeof ICONS;

/** A message within the page. Screen readers announce errors immediately, others politely. */
export function Alert({
  tone = 'info',
  title,
  children,
}: {
  tone?: AlertTone;
  title?: string;
  children?: ReactNode;
}) {
  return (
    <div className="alert" data-tone={tone} role={tone === 'error' ? 'alert' : 'status'}>
      <Icon of={ICONS[tone]} />
      <div className="min-w-0">
        {title && <p className="alert-title">{title}</p>}
        {children}
      </div>
    </div>
  );
}

/** Errors of a whole form. Renders nothing without errors. */
export const FormAlert = ({ errors }: { errors?: readonly string[] | string | null }) =>
  errors?.length ? (
    <Alert tone="error">{typeof errors === 'string' ? errors : joinSentences(errors)}</Alert>
  ) : null;
