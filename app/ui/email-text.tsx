import { Fragment } from 'react';

/** An email address that breaks before its @ and after dots if it does not fit. */
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
