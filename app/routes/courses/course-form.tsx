import { useRef } from 'react';
import { CATEGORIES, categoryLabel } from '#app/courses/categories.ts';
import type { Thumbnail } from '#app/courses/course.server.ts';
import type { StorageUse } from '#app/files/media/storage.server.ts';
import { Form } from '#app/routes/owned-form.tsx';
import { useUnsavedForm } from '#app/routes/unsaved-forms.ts';
import type { FormError } from '#app/shared/form-error.ts';
import { FormAlert } from '#app/ui/alert.tsx';
import { SubmitButton } from '#app/ui/button.tsx';
import { Card } from '#app/ui/card.tsx';
import { Checkbox, TextArea, TextField } from '#app/ui/field.tsx';
import { useFocusFirstError } from '#app/ui/focus.ts';
import { useFormState } from '#app/ui/form-state.ts';
import { t } from '#messages';
import { StorageNote } from './storage-note.tsx';
import { ThumbnailPicker } from './thumbnail-picker.tsx';

function CourseFields({ course }: Pick<CourseFormProps, 'course'>) {
  const { value } = useFormState();
  const field = (name: string) => ({ name, defaultValue: course?.[name] ?? '' });
  // An unchecked box is not sent, so a rejected form without it had it unchecked.
  const entered = value('title') !== undefined;
  return (
    <>
      <TextField label={t('common.courseTitle')} maxLength={200} autoComplete="off" {...field('title')} />
      <TextArea label={t('common.description')} rows={5} maxLength={5_000} {...field('description')} />
      <div className="grid gap-5 sm:grid-cols-2">
        <TextField
          label={t('common.category')}
          optional
          maxLength={60}
          list="categories"
          {...field('category')}
        />
        <datalist id="categories">
          {CATEGORIES.map((name) => (
            <option key={name} value={name}>
              {categoryLabel(name)}
            </option>
          ))}
        </datalist>
        <TextField
          label={t('courseForm.priceInDollars')}
          optional
          inputMode="decimal"
          maxLength={15}
          {...field('price')}
        />
      </div>
      <Checkbox
        label={t('courseForm.theFirstLessonIsAFreePreview')}
        hint={t('courseForm.withoutAPriceAllLessonsAreFree')}
        name="firstLessonFree"
        defaultChecked={(entered ? value('firstLessonFree') : course?.firstLessonFree) === 'on'}
      />
    </>
  );
}

type CourseFormProps = {
  /** The stored values, if the course exists. */
  course?: Record<string, string>;
  failure: FormError | undefined;
  thumbnail?: Thumbnail;
  storage: StorageUse;
  /** Date of the last change. */
  updated: string;
  button: string;
  /** Saves the course without publishing it. */
  draftButton?: string;
  pending: boolean;
  pendingText: string;
};

/** The form of the pages that create and edit a course. */
export function CourseForm(props: CourseFormProps) {
  const { failure, course, thumbnail, storage, updated, button, draftButton, pending, pendingText } = props;
  const form = useRef<HTMLFormElement>(null);
  useFocusFirstError(form, failure);
  useUnsavedForm(form, failure);
  return (
    <Card>
      <Form
        failure={failure}
        ref={form}
        method="post"
        encType="multipart/form-data"
        noValidate
        className="form"
      >
        <FormAlert errors={failure?.message} />
        <ThumbnailPicker current={thumbnail} />
        <StorageNote {...storage} />
        <CourseFields course={course} />
        <div className="flex flex-wrap items-center justify-between gap-4">
          <p className="text-sm text-muted">{t('courseForm.lastUpdatedUpdated', { updated })}</p>
          <div className="flex flex-wrap gap-3">
            <SubmitButton pending={pending} pendingText={pendingText}>
              {button}
            </SubmitButton>
            {draftButton && (
              <SubmitButton name="draft" value="true" variant="secondary">
                {draftButton}
              </SubmitButton>
            )}
          </div>
        </div>
      </Form>
    </Card>
  );
}
