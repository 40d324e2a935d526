import { Breakable } from './breakable.tsx';

/** An ID or username (7K3M-9QZX, lan.nguyen) that breaks only between its groups. */
export const IdText = ({ code, children: id }: { code?: boolean; children: string }) => (
  <Breakable
    dir="ltr"
    className={code ? 'certificate-id' : 'breakable'}
    text={id}
    breaksBefore={(place) => '-._'.includes(id[place - 1] ?? ' ')}
  />
);
