import { Breakable } from './breakable.tsx';

/** An email address that breaks before its @ and after dots of its domain if it does not fit. */
export function EmailText({ children: email }: { children: string }) {
  const at = email.indexOf('@');
  return (
    <Breakable
      dir="ltr"
      className="breakable email"
      text={email}
      breaksBefore={(place) => email[place] === '@' || (at >= 0 && place > at && email[place - 1] === '.')}
    />
  );
}
