import { breakable } from './breakable.tsx';

/** The element of `EmailText`, for lists. */
export function emailText(email: string, dir: 'ltr' | 'auto' = 'ltr') {
  const from = email.search(/@| (?!.*@)/);
  if (from < 0) return breakable({ dir, className: 'breakable email', parts: [email] });
  const [first = '', ...rest] = email.slice(from).split(/(?=@)|(?<=\.)(?=[a-z])/i);
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
