import { CircleAlert, CircleCheck, Info, TriangleAlert } from 'lucide';
import type { ComponentProps, ElementType, ReactNode } from 'react';
import { createElement, Fragment, useRef } from 'react';
import { type FetcherWithComponents, Link, type LinkProps } from 'react-router';
import { joinSentences } from '#app/messages/join-sentences.ts';
import { type MessageName, messageParts, t } from '#messages';
import { EmailText, isolated } from './breakable.tsx';
import { Icon } from './icon.tsx';

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
          <li key={label}>{to ? <Link to={to}>{label}</Link> : <span aria-current="page">{label}</span>}</li>
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

type SettingsCardProps = Omit<ComponentProps<'section'>, 'title'> & {
  /** The ID of its heading, which names the section for screen readers and links. */
  id: string;
  title: ReactNode;
};

/** A card with a heading, of a page that has several. */
export const SettingsCard = ({
  id,
  title,
  className = 'grid gap-5',
  children,
  ...rest
}: SettingsCardProps) => (
  <Card {...rest} className={className} aria-labelledby={id}>
    <h2 id={id} className="text-xl">
      {title}
    </h2>
    {children}
  </Card>
);

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

type Answer = { ok: boolean; toast: { message: string } } | undefined;

/** The error of the page's last action. Unlike its toast, it stays. */
export const ActionAlert = ({ answer }: { answer: Answer }) =>
  answer?.ok === false && (
    <div className="mb-5 [.grid>&]:mb-0">
      <FormAlert errors={answer.toast.message} />
    </div>
  );

/** The error of a fetcher, with a retry button, because the fetcher's form has left the page. */
export function RetryAlert<Data extends Answer>({ fetcher }: { fetcher: FetcherWithComponents<Data> }) {
  const sent = useRef<{ form: FormData; action: string }>(null);
  if (fetcher.formData) sent.current = { form: fetcher.formData, action: fetcher.formAction ?? '' };
  const failed = fetcher.state === 'idle' && fetcher.data?.ok === false ? fetcher.data : null;
  if (!failed) return null;
  return (
    <div className="mb-5">
      <Alert tone="error" title={failed.toast.message}>
        <Button
          size="small"
          variant="secondary"
          onClick={() => {
            if (!sent.current) return;
            const { form, action } = sent.current;
            void fetcher.submit(form, { method: 'post', action });
          }}
        >
          {t('common.tryAgain')}
        </Button>
      </Alert>
    </div>
  );
}

export type BadgeTone = 'neutral' | 'success' | 'danger' | 'warning' | 'info' | 'gold';

/** The element of `Badge`, for lists: a component takes longer than the element that it renders. */
export const badge = (tone: BadgeTone, children: ReactNode) => (
  <span className="badge" data-tone={tone}>
    {children}
  </span>
);

/** A state as a badge. Its label is a function, so that a table of all states is a constant. */
export const stateBadge = ([tone, label]: readonly [tone: BadgeTone, label: () => string]) =>
  badge(tone, label());

/** A short state or category. The text alone conveys the meaning of the colour. */
export const Badge = ({ tone = 'neutral', children }: { tone?: BadgeTone; children: ReactNode }) =>
  badge(tone, children);

/** 'mara@osei.example' or 'Mara Osei <mara@osei.example>'. */
const ADDRESS = /^[^\s@]+@[^\s@]+$|<[^\s@]+@[^\s@]+>$/;

const shown = (value: ReactNode) =>
  typeof value === 'string' && ADDRESS.test(value) ? <EmailText>{value}</EmailText> : isolated(value);

/** Labels with their values. `breakable` lets long words in values wrap. */
export const Facts = ({
  facts,
  breakable,
}: {
  facts: readonly (readonly [label: string, value: ReactNode])[];
  breakable?: boolean;
}) => (
  <dl className="facts">
    {facts.map(([label, value]) => (
      <div key={label}>
        <dt>{label}</dt>
        <dd className={breakable ? 'breakable' : undefined}>{shown(value)}</dd>
      </div>
    ))}
  </dl>
);

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
