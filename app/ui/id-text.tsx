import { Fragment } from 'react';

/** An ID or username (7K3M-9QZX, lan.nguyen) that breaks between its groups only. */
export function IdText({ code, children }: { code?: boolean; children: string }) {
  let start = 0;
  const groups = children.split(/(?<=[-._])/).map((text) => {
    start += text.length;
    return { text, end: start };
  });
  return (
    <span className={code ? 'certificate-id' : 'breakable'}>
      {groups.map(({ text, end }) => (
        <Fragment key={end}>
          {text}
          {end < children.length && <wbr />}
        </Fragment>
      ))}
    </span>
  );
}
