import type { StorageUse } from '#app/files/media/storage.server.ts';
import { formatBytes } from '#app/shared/bytes.ts';
import { t } from '#messages';

/** The issuer's used storage, shown near an upload form. */
export const StorageNote = ({ usedBytes, allowedBytes }: StorageUse) => (
  <p className="text-sm text-muted">
    {t('storageNote.storageUsedbytesValue', {
      usedBytes: formatBytes(usedBytes),
      value: allowedBytes === null ? 'used' : `of ${formatBytes(allowedBytes)} used`,
    })}
  </p>
);
