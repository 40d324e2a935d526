import { breakable } from './breakable.tsx';

/** The element of `IdText`, for lists. */
export const idText = (id: string, className: 'certificate-id' | 'breakable' = 'breakable') =>
  breakable({ dir: 'ltr', className, parts: id.split(/(?<=[-._])/) });

/** An ID or username (7K3M-9QZX, lan.nguyen) that breaks only between its groups. */
export const IdText = ({ code, children: id }: { code?: boolean; children: string }) =>
  idText(id, code ? 'certificate-id' : 'breakable');
