import type { RowOption } from '#app/designs/own-rows.server.ts';
import type { SampleName } from '#app/designs/samples.ts';
import { Select } from '#app/ui/form.tsx';
import { SubmitButton } from '#app/ui/page.tsx';
import { t } from '#messages';

const samples = (): { value: SampleName; label: string }[] => [
  { value: 'usual', label: t('designForm.aUsualName') },
  { value: 'longest', label: t('designForm.theLongestName') },
  { value: 'shortest', label: t('designForm.theShortestName') },
  { value: 'arabic', label: t('designForm.arabic') },
  { value: 'devanagari', label: t('designForm.devanagari') },
  { value: 'cjk', label: t('designForm.chineseAndJapanese') },
];

type Props = {
  sample: string;
  /** The newest certificates of the issuer. */
  rows: readonly RowOption[];
};

/** The contents with which a design is shown. */
export const ShowWith = ({ sample, rows }: Props) => (
  <div className="flex flex-wrap items-end gap-3">
    <div className="min-w-0 grow">
      <Select
        label={t('designForm.showWith')}
        name="sample"
        options={samples()}
        defaultValue={sample || 'usual'}
      >
        {rows.length > 0 && (
          <optgroup label={t('designForm.yourNewestCertificates')}>
            {rows.map(({ uniqueId, studentName, courseName }) => (
              <option key={uniqueId} value={uniqueId}>
                {t('page.labelNote', { label: studentName, note: courseName })}
              </option>
            ))}
          </optgroup>
        )}
      </Select>
    </div>
    <SubmitButton name="intent" value="preview" variant="secondary">
      {t('common.preview')}
    </SubmitButton>
  </div>
);
