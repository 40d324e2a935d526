import { env } from '#app/config/env.server.ts';
import { directionOf } from '#app/messages/about-languages.ts';
import { isolate } from '#app/messages/isolate.ts';
import { readerLanguage } from '#app/messages/reader-language.server.ts';
import { shownEmail } from '#app/shared/email-address.ts';
import { escapeHtml } from '#app/shared/escape-html.ts';
import { t } from '#messages';
import { type Pictures, placeOf } from './pictures.server.ts';

/** Priority of delivery. A message never waits for a message in a later lane. */
export const LANE = {
  /** Security messages of an account: verification links, reset links and notices. */
  security: 0,
  /** Messages sent one at a time. */
  single: 1,
  /** Messages sent by the hundred. */
  batch: 2,
} as const;
export type Lane = (typeof LANE)[keyof typeof LANE];

/** A written message. */
export type Message = {
  lane: Lane;
  /** Without a name if nobody has confirmed the address. */
  to: { address: string; name: string };
  replyTo?: string;
  /** The page on which its recipient gets no more of its kind, with the token. */
  unsubscribe?: string;
  subject: string;
  text: string;
  html: string;
  /** The token in the link, which the outbox encrypts. */
  token?: string;
  designVersionId?: number;
};

/** A row of a small table. */
export type Fact = [label: string, value: string];

export type Content = {
  lane?: Lane | undefined;
  /** The recipient's. Empty if nobody has confirmed the address. */
  name: string;
  replyTo?: string;
  /** For reminders, which have no other token: that of the page on which the recipient gets no more of them. */
  unsubscribe?: string;
  subject: string;
  /** Paragraphs before the link. */
  lines: (string | null)[];
  /** The main link to a page of this site, as a button in HTML and a bare URL in text. */
  action?: [label: string, path: string];
  /** A second link, beside the main one. */
  otherAction?: [label: string, path: string];
  /** The token in the paths of the actions. */
  token?: string;
  facts?: (Fact | null)[];
  /**
   * The words of an issuer, after what the site says of the certificate, so that neither their length nor anything in them can hide it.
   * The HTML is safe.
   */
  own?: { heading: string; text: string; html: string; language: string } | null;
  pictures?: Pictures | null;
  /** Paragraphs after the link. */
  closing?: (string | null)[];
};

const TAGLINE = 'Blockchain Traceability & Transparency';

const paragraph = (text: string) =>
  `<p style="margin:0 0 16px">${escapeHtml(text).replaceAll('\n', '<br>')}</p>`;

const present = <Item>(items: (Item | null)[] = []) => items.filter((item) => item !== null);

type LinkTo = { label: string; url: string };

const button = ({ label, url }: LinkTo) =>
  `<p style="margin:24px 0"><a href="${escapeHtml(url)}" style="display:inline-block;padding:12px 20px;background:#1f3a6e;color:#fff;text-decoration:none">${escapeHtml(label)}</a></p>${paragraph(t('compose.orOpenThisAddressUrl', { url }))}`;

/** A message for the outbox, which writes it in the language of its recipient. */
export type Mail = {
  address: string;
  /** Writes the content in the language of the running `inLanguage`. */
  write: () => Content;
  /** Replaces the lane of the content. */
  lane?: Lane;
};

/** @param to a person, or an address that nobody has confirmed. `write` may give another name */
export function compose(
  to: { name: string; email: string } | string,
  write: () => Omit<Content, 'name'> & { name?: string },
): Mail {
  const { name, email } = typeof to === 'string' ? { name: '', email: to } : to;
  return { address: email, write: () => ({ name, ...write() }) };
}

type Parts = {
  subject: string;
  greeting: string;
  lines: string[];
  facts: Fact[];
  own: Content['own'];
  pictures: Content['pictures'];
  links: LinkTo[];
  closing: string[];
};

// Addresses are opened or copied as they stand.
const isBare = (value: string, direction: 'ltr' | 'rtl') => direction === 'ltr' || /^https?:/.test(value);

function textOf({ greeting, lines, facts, own, links, closing }: Parts, direction: 'ltr' | 'rtl'): string {
  // The message from right to left isolates its value.
  const factInText = ([label, value]: Fact) =>
    direction === 'rtl' && isBare(value, direction)
      ? `${t('compose.label', { label })} ${value}`
      : t('page.labelValue', { label, value });
  const parts = [
    greeting,
    ...lines,
    ...(facts.length ? [facts.map(factInText).join('\n')] : []),
    ...(own ? [t('compose.label', { label: own.heading }), own.text] : []),
    ...links.map(({ label, url }) => `${t('compose.label', { label })}\n${url}`),
    ...closing,
    t('compose.certraceBlockchainTraceabilityTransparency'),
  ];
  return `${parts.join('\n\n')}\n`;
}

function htmlOf(
  { subject, greeting, lines, facts, own, pictures, links, closing }: Parts,
  direction: 'ltr' | 'rtl',
) {
  const labelPadding = direction === 'rtl' ? '4px 0 4px 16px' : '4px 16px 4px 0';
  const start = direction === 'rtl' ? 'right' : 'left';
  const rows = facts.map(
    ([label, value]) =>
      `<tr style="vertical-align:top"><td style="padding:${labelPadding};color:#5b6478;overflow-wrap:normal;word-break:keep-all">${escapeHtml(label)}</td><td style="padding:4px 0">${escapeHtml(isBare(value, direction) ? value : isolate(value))}</td></tr>`,
  );
  const ownWords = own
    ? `<p style="margin:24px 0 8px;color:#5b6478">${escapeHtml(t('compose.label', { label: own.heading }))}</p><div dir="auto" lang="${own.language}" style="margin:0 0 24px;padding:0 16px;border-${start}:3px solid #d8d4c8">${own.html}</div>`
    : '';
  return `<!doctype html><html lang="${readerLanguage()}" dir="${direction}"><head><meta charset="utf-8"><title>${escapeHtml(subject)}</title></head>
<body dir="${direction}" style="margin:0;padding:24px 12px;background:#f4f2ec;color:#16203a;font:16px/1.5 Georgia,serif">
<div style="max-width:560px;margin:0 auto;padding:32px 24px;background:#fff;border-top:4px solid #1f3a6e;overflow-wrap:anywhere">
${pictures?.logo ? placeOf('logo', pictures.logo) : ''}${paragraph(greeting)}${lines.map(paragraph).join('')}
${rows.length ? `<table style="margin:0 0 16px;border-collapse:collapse">${rows.join('')}</table>` : ''}
${ownWords}${pictures ? placeOf('certificate', pictures.certificate) : ''}${links.map(button).join('')}
${closing.map(paragraph).join('')}
<p dir="ltr" style="margin:24px 0 0;color:#5b6478;font-size:14px;text-align:${start}">Certrace<br>${escapeHtml(TAGLINE)}</p>
</div></body></html>`;
}

/** Writes a message in the reader's language: text and HTML from the same content, so that they always agree. */
export function writeMail({ address, write, ...mail }: Mail): Message {
  const { name, replyTo, unsubscribe: leave, subject, token = leave, ...content } = write();
  const unsubscribe = leave && `${env().APP_URL}/unsubscribe/${leave}`;
  const lane = mail.lane ?? content.lane ?? LANE.single;
  const direction = directionOf(readerLanguage());
  const parts: Parts = {
    subject,
    greeting: name === '' ? t('compose.hello') : t('compose.helloName', { name }),
    lines: present(content.lines).map(shownEmail),
    facts: present(content.facts).map(([label, value]): Fact => [label, shownEmail(value)]),
    own: content.own,
    pictures: content.pictures,
    links: present([content.action ?? null, content.otherAction ?? null]).map(([label, path]) => ({
      label,
      url: `${env().APP_URL}${path}`,
    })),
    closing: present([
      ...(content.closing ?? []),
      unsubscribe ? t('compose.noMoreOfTheseMails', { url: unsubscribe }) : null,
    ]).map(shownEmail),
  };
  const designVersionId = content.pictures?.designVersionId;
  const optional = {
    ...(replyTo ? { replyTo } : {}),
    ...(unsubscribe ? { unsubscribe } : {}),
    ...(token ? { token } : {}),
    ...(designVersionId === undefined ? {} : { designVersionId }),
  };
  const [text, html] = [textOf(parts, direction), htmlOf(parts, direction)];
  return { lane, to: { name, address }, ...optional, subject, text, html };
}

/** Names in mails to addresses that nobody has confirmed are cut to this length. */
const MAX_LENGTH = 60;

function cut(text: string): string {
  let shown = '';
  for (const { segment } of new Intl.Segmenter().segment(text)) {
    if (shown.length + segment.length > MAX_LENGTH - 1) break;
    shown += segment;
  }
  return `${shown.trimEnd()}…`;
}

const DOT = '[.\\u3002\\uff0e\\uff61]';
/** Words with a scheme, an `@` or `www`, and those that end like a host name or go on like a URL. */
const LINK = new RegExp(
  `^(?:.*(?::\\/\\/|@|＠).*|www${DOT}.*|.*[^\\s.]{3,}${DOT}\\p{L}{2,}(?:[/?#:].*)?[,;!]?|.*${DOT}\\p{L}{2,}[/?#:].*)$`,
  'iu',
);
/** Abbreviated titles that stand before a name without a space. */
const TITLE = new RegExp(`^(?:prof|dipl|univ|mag|ing|hon|rev|col|gen)${DOT}\\p{L}+$`, 'iu');

/**
 * Removes links and email addresses from a name that a stranger chose, and cuts it at 60 characters.
 * Otherwise anybody could advertise in mail to unconfirmed addresses.
 * @param otherwise used when no word of the name is left
 */
export function plainName(name: string, otherwise: string): string {
  const words = name.split(/\s+/u).filter((word) => !LINK.test(word) || TITLE.test(word));
  // Mail programs make links of words such as x.de. They leave a dot alone that ends its word.
  const text = words
    .join(' ')
    .replace(new RegExp(`(${DOT})(?=[\\p{L}\\p{N}])`, 'gu'), '$1 ')
    .trim();
  const shown = text.length <= MAX_LENGTH ? text : cut(text);
  return /[\p{L}\p{N}]/u.test(shown) ? shown : otherwise;
}
