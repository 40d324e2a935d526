import { useRef } from 'react';
import { useNavigation } from 'react-router';
import { ZIP_FIELD } from '#app/batches/limits.ts';
import { formatList, formatNumber } from '#app/messages/format-numbers.ts';
import { joinSentences } from '#app/messages/join-sentences.ts';
import { May } from '#app/routes/layouts/use-frame.tsx';
import { Form } from '#app/routes/owned-form.tsx';
import type { FormError } from '#app/shared/form-error.ts';
import { Progress } from '#app/ui/figures.tsx';
import { FileField, formState, TextField, useFocusFirstError } from '#app/ui/form.tsx';
import { Alert, Card, FormAlert, SubmitButton } from '#app/ui/page.tsx';
import { t } from '#messages';
import type { Route } from './+types/batch';

/** The place of the form, to which links of rows lead. */
const PLACE = 'photographs';
/** Most files without a row that the page names. */
const MOST_NAMED = 20;

/** The same page with the form for the photograph of a row. @param query of the page, such as `show=problems&` */
export const pictureLink = (path: string, query: string, line: number) =>
  `${path}?${query}picture=${line}#${PLACE}`;

/** How the files of a ZIP are named. @param fields how many fields there are for pictures */
export const namesOfFiles = (fields: number) =>
  joinSentences([
    t('batchPictures.filesHaveTheNameInTheListOrTheAddress'),
    fields > 1 && t('batchPictures.addAHyphenAndTheKey'),
  ]);

type Data = Route.ComponentProps['loaderData'];

/** What is known of the last ZIP: how far it is, or what fits no row. */
function State({
  pictures,
  isReading,
  withoutPicture,
}: Pick<Data, 'pictures' | 'isReading' | 'withoutPicture'>) {
  if (isReading && pictures) {
    const { read, total } = pictures;
    return (
      <Progress
        label={t('batchPictures.readOfTotalPhotographsAreRead', {
          read: formatNumber(read),
          total: formatNumber(total),
        })}
        value={(read / Math.max(total, 1)) * 100}
      />
    );
  }
  return (
    <>
      {withoutPicture > 0 && (
        <Alert
          tone="warning"
          title={t('batchPictures.rowsLackAPhotograph', { count: formatNumber(withoutPicture) })}
        />
      )}
      {pictures && pictures.unmatchedCount > 0 && (
        <Alert
          tone="warning"
          title={t('batchPictures.filesOfTheZipFitNoRow', {
            files: formatNumber(pictures.unmatchedCount),
          })}
        >
          <span className="wrap-anywhere">
            {formatList([
              ...pictures.unmatched.slice(0, MOST_NAMED),
              ...(pictures.unmatchedCount > MOST_NAMED ? ['…'] : []),
            ])}
          </span>
        </Alert>
      )}
    </>
  );
}

/** Photographs of a batch that is not started: those that are read, and a form to send a ZIP, or the photograph of one row. */
export function SendPictures({
  batch: { id },
  pictureFields,
  pictureLine,
  failure,
  ...state
}: Data & { failure: FormError | null }) {
  const form = useRef<HTMLFormElement>(null);
  const { errors } = formState(failure);
  const pending = useNavigation().formData?.has(ZIP_FIELD) ?? false;
  useFocusFirstError(form, failure);
  if (pictureFields === 0 && !state.pictures) return null;
  return (
    <Card id={PLACE} className="mb-8 grid max-w-3xl gap-5">
      <h2 className="text-xl">{t('batchPictures.photographs')}</h2>
      <State {...state} />
      {pictureFields > 0 && !state.isReading && (
        <May act="certificates">
          <Form
            key={pictureLine}
            failure={failure}
            ref={form}
            method="post"
            action={`/admin/batches/${id}`}
            encType="multipart/form-data"
            className="grid gap-5"
          >
            <FormAlert errors={failure && !errors(ZIP_FIELD) && !errors('line') ? failure.message : null} />
            <TextField
              label={t('batchPictures.lineOfASinglePhotograph')}
              name="line"
              inputMode="numeric"
              defaultValue={pictureLine}
              hint={t('batchPictures.notForAZip')}
            />
            <FileField
              label={t('batchPictures.zipOrPhotograph')}
              name={ZIP_FIELD}
              required
              accept=".zip,application/zip,image/*"
              hint={namesOfFiles(pictureFields)}
            />
            <p>
              <SubmitButton variant="secondary" pending={pending} pendingText={t('batchPictures.sending')}>
                {t('batchPictures.sendPhotographs')}
              </SubmitButton>
            </p>
          </Form>
        </May>
      )}
    </Card>
  );
}
