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

/** The contents with which a design is shown. */
export const ShowWith = ({ sample }: { sample: string }) => (
  <div className="flex flex-wrap items-end gap-3">
    <div className="grow">
      <Select
        label={t('designForm.showWith')}
        name="sample"
        options={samples()}
        defaultValue={sample || 'usual'}
      />
    </div>
    <SubmitButton name="intent" value="preview" variant="secondary">
      {t('common.preview')}
    </SubmitButton>
  </div>
);
