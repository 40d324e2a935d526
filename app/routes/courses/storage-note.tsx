import type { StorageUse } from '#app/files/media/storage.server.ts';
import { formatBytes } from '#app/messages/format-numbers.ts';
import { t } from '#messages';

/** The issuer's used storage, shown near an upload form. */
export const StorageNote = ({ usedBytes, allowedBytes }: StorageUse) => (
  <p className="text-sm text-muted">
    {allowedBytes === null
      ? t('storageNote.storageUsed', { usedBytes: formatBytes(usedBytes) })
      : t('storageNote.storageUsedOfAllowed', {
          usedBytes: formatBytes(usedBytes),
          allowedBytes: formatBytes(allowedBytes),
        })}
  </p>
);
