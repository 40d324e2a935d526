import { Breakable } from './breakable.tsx';

/** A dot within a domain, with the letters around it. */
const DOMAIN_DOT = /^[a-z]\.[a-z]$/i;

/** An email address, or a text with one or with domains, that breaks before its @ and after dots of its domains if it does not fit. */
export function EmailText({ dir = 'ltr', children: email }: { dir?: 'ltr' | 'auto'; children: string }) {
  const at = email.indexOf('@');
  const breaksBefore = (place: number) => {
    if (email[place] === '@') return true;
    if (at >= 0) return place > at && email[place - 1] === '.';
    return email.includes(' ') && DOMAIN_DOT.test(email.slice(place - 2, place + 1));
  };
  return <Breakable dir={dir} className="breakable email" text={email} breaksBefore={breaksBefore} />;
}
