import { useRef } from 'react';
import { useNavigation } from 'react-router';
import { ARTWORK_PAGE_NAMES, type ArtworkPage } from '#app/drawing/own-artwork/artwork.ts';
import { NameField } from '#app/routes/designs/design-fields.tsx';
import { Form } from '#app/routes/owned-form.tsx';
import { useUnsavedForm } from '#app/routes/unsaved-forms.ts';
import type { FormError } from '#app/shared/form-error.ts';
import { FileField, Select, useFocusFirstError } from '#app/ui/form.tsx';
import { FormAlert, SubmitButton } from '#app/ui/page.tsx';
import { t } from '#messages';
import { BACKGROUNDS } from './box-form.ts';

/** Name of a page for people. */
export const pageLabel = (page: ArtworkPage) => {
  const size = page.startsWith('a4') ? 'A4' : t('designFields.usLetter');
  return page.endsWith('portrait')
    ? t('boxEditor.portraitPage', { page: size })
    : t('boxEditor.landscapePage', { page: size });
};

/** The beginning of a design with own artwork: its name and its background. */
export function NewArtwork({ language, failure }: { language: string; failure: FormError | undefined }) {
  const form = useRef<HTMLFormElement>(null);
  const pending = useNavigation().state === 'submitting';
  useFocusFirstError(form, failure);
  useUnsavedForm(form, failure);
  return (
    <Form
      failure={failure}
      ref={form}
      method="post"
      encType="multipart/form-data"
      noValidate
      className="card form max-w-2xl"
      data-pad=""
    >
      <FormAlert errors={failure?.message} />
      <input type="hidden" name="base" value="artwork" />
      <input type="hidden" name="language" value={language} />
      <NameField name="name" />
      <FileField
        label={t('ownArtwork.background')}
        name="background"
        accept={BACKGROUNDS}
        optional
        hint={t('boxEditor.onePageOfPdf')}
      />
      <Select
        label={t('boxEditor.page')}
        name="page"
        hint={t('boxEditor.aBackgroundHasItsOwnPage')}
        options={ARTWORK_PAGE_NAMES.map((value) => ({ value, label: pageLabel(value) }))}
      />
      <div>
        <SubmitButton name="intent" value="save" pending={pending} pendingText={t('common.saving')}>
          {t('boxEditor.makeTheDesign')}
        </SubmitButton>
      </div>
    </Form>
  );
}
