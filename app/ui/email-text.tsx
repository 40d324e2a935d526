import { Fragment } from 'react';

/** An email address that, where it does not fit, breaks before its @ and after a dot rather than in a word. */
export function EmailText({ children }: { children: string }) {
  let start = 0;
  const parts = children.split(/(?=@)|(?<=@.*\.)/).map((text) => {
    start += text.length;
    return { text, end: start };
  });
  return (
    <span className="breakable email">
      {parts.map(({ text, end }) => (
        <Fragment key={end}>
          {text}
          {end < children.length && <wbr />}
        </Fragment>
      ))}
    </span>
  );
}
