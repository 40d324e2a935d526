import type { ReactNode } from 'react';
import { shownEmail } from '#app/shared/email-address.ts';
import { escapeHtml } from '#app/shared/escape-html.ts';
import { pageDirection } from '#messages';

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
