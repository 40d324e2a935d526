import { breakable } from './breakable.tsx';

/** The element of `EmailText`, for lists. */
export function emailText(email: string, dir: 'ltr' | 'auto' = 'ltr') {
  const from = email.search(/@| (?!.*@)/);
  return breakable({
    dir,
    className: 'breakable email',
    text: email,
    breaksBefore: (place) =>
      email[place] === '@' ||
      (from >= 0 && place > from && /\.[a-z]/i.test(email.slice(place - 1, place + 1))),
  });
}

/**
 * An email address, or a text with one or with domains, that breaks before its @ and after dots of its domains if it does not fit. It
 * does not break at dots before the @, or in a single word without @.
 */
export const EmailText = ({ dir, children: email }: { dir?: 'ltr' | 'auto'; children: string }) =>
  emailText(email, dir);
