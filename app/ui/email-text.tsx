import { Breakable } from './breakable.tsx';

/** An email address, or a text with one, that breaks before its @ and after dots of its domain if it does not fit. */
export function EmailText({ dir = 'ltr', children: email }: { dir?: 'ltr' | 'auto'; children: string }) {
  const at = email.indexOf('@');
  return (
    <Breakable
      dir={dir}
      className="breakable email"
      text={email}
      breaksBefore={(place) => email[place] === '@' || (at >= 0 && place > at && email[place - 1] === '.')}
    />
  );
}
