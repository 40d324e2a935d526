import { withBreaks } from './breaks.tsx';

/** An email address that breaks before its @ and after dots if it does not fit. */
export const EmailText = ({ children }: { children: string }) => (
  <span className="breakable email">{withBreaks(children.split(/(?=@)|(?<=\.)(?<=@.*)/))}</span>
);
