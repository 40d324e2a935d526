import { ImagePlus } from 'lucide';
import { useEffect, useId, useRef, useState } from 'react';
import { CATEGORIES, categoryLabel } from '#app/courses/categories.ts';
import type { Thumbnail } from '#app/courses/course.server.ts';
import type { StorageUse } from '#app/files/media/storage.server.ts';
import { notAnImage } from '#app/files/media/texts.ts';
import { Form } from '#app/routes/owned-form.tsx';
import { useUnsavedForm } from '#app/routes/unsaved-forms.ts';
import type { FormError } from '#app/shared/form-error.ts';
import {
  Checkbox,
  FileField,
  TextArea,
  TextField,
  useFocusFirstError,
  useFormState,
  useHydrated,
} from '#app/ui/form.tsx';
import { Button, Card, FormAlert, Icon, SubmitButton } from '#app/ui/page.tsx';
import { showToast } from '#app/ui/toast.tsx';
import { t } from '#messages';
import { CourseThumbnail } from './course-card.tsx';
import { StorageNote } from './course-form-parts.tsx';

const ACCEPT = 'image/png,image/jpeg,image/webp,image/gif,image/avif';

type ThumbnailPickerProps = {
  errors?: readonly string[] | undefined;
  /** The course's present thumbnail. */
  current?: Thumbnail | undefined;
};

const Buttons = ({ change, remove }: Record<'change' | 'remove', () => void>) => (
  <p className="flex gap-3">
    <Button variant="secondary" size="small" onClick={change}>
      {t('thumbnailPicker.change')}
    </Button>
    <Button variant="danger" size="small" onClick={remove}>
      {t('common.remove')}
    </Button>
  </p>
);

/** Picks a course's thumbnail: a plain file field, and with JavaScript a preview that can be changed or removed. */
function ThumbnailPicker({ current }: ThumbnailPickerProps) {
  const input = useId();
  const hydrated = useHydrated();
  const [chosen, setChosen] = useState<string | null>(null);
  const field = useRef<HTMLDivElement>(null);
  useEffect(() => () => (chosen ? URL.revokeObjectURL(chosen) : undefined), [chosen]);
  const control = () => field.current?.querySelector<HTMLInputElement>('input[type="file"]');

  function choose(element: HTMLInputElement) {
    const file = element.files?.[0];
    const isImage = file?.type.startsWith('image/');
    if (file && !isImage) {
      element.value = '';
      showToast({ kind: 'error', message: notAnImage() });
    }
    setChosen(file && isImage ? URL.createObjectURL(file) : null);
  }

  function remove() {
    const element = control();
    if (element) element.value = '';
    setChosen(null);
  }

  return (
    <div ref={field} className="grid gap-3">
      {chosen ? (
        <img src={chosen} alt={t('thumbnailPicker.chosenThumbnail')} className="course-picture rounded-lg" />
      ) : current ? (
        <span className="overflow-hidden rounded-lg">
          <CourseThumbnail thumbnail={current} sizes="(width < 48rem) 92vw, 40rem" eager />
        </span>
      ) : (
        hydrated && (
          <label htmlFor={input} className="thumbnail-drop">
            <Icon of={ImagePlus} />
            <span>{t('thumbnailPicker.chooseAPicture169LooksBest')}</span>
          </label>
        )
      )}
      <FileField
        id={input}
        label={t('thumbnailPicker.thumbnail')}
        name="thumbnail"
        accept={ACCEPT}
        hint={t('thumbnailPicker.pngJpegWebpGifOrAvif')}
        onChange={(event) => choose(event.currentTarget)}
      />
      {chosen && <Buttons change={() => control()?.click()} remove={remove} />}
    </div>
  );
}

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
