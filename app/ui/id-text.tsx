import { withBreaks } from './breaks.tsx';

/** An ID or username (7K3M-9QZX, lan.nguyen) that breaks only between its groups. */
export const IdText = ({ code, children: id }: { code?: boolean; children: string }) => (
  <span className={code ? 'certificate-id' : 'breakable'}>
    {withBreaks(id, (place) => '-._'.includes(id[place - 1] ?? ' '))}
  </span>
);
