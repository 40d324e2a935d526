import type { Batch } from '#app/batches/batch.server.ts';
import type { BatchFields } from '#app/batches/batch-fields.server.ts';
import { formatList } from '#app/messages/format-numbers.ts';
import { Alert } from '#app/ui/page.tsx';
import { t } from '#messages';

type Props = Pick<BatchFields, 'retired' | 'required'> & Pick<Batch, 'status'>;

/** What changed about own fields since the batch was checked. */
export const FieldsSince = ({ retired, required, status }: Props) => (
  <>
    {retired.length > 0 && (
      <Alert tone="warning" title={t('fieldsSince.retiredFields', { fields: formatList(retired) })}>
        {t('fieldsSince.theirValuesAreLeftOut')}
      </Alert>
    )}
    {required.length > 0 && status === 'ready' && (
      <Alert tone="warning" title={t('fieldsSince.requiredFields', { fields: formatList(required) })}>
        {t('fieldsSince.theseRowsAreIssuedAsChecked')}
      </Alert>
    )}
  </>
);
