import type { StorageUse } from '#app/courses/media/storage.server.ts';
import { formatBytes } from '#app/shared/bytes.ts';

/** How much of the issuer's storage is used, beside a form that uploads. */
export const StorageNote = ({ usedBytes, allowedBytes }: StorageUse) => (
  <p className="text-sm text-muted">
    Storage: {formatBytes(usedBytes)}{' '}
    {allowedBytes === null ? 'used' : `of ${formatBytes(allowedBytes)} used`}
  </p>
);
