import { type ComponentProps, type RefObject, useEffect, useRef, useState } from 'react';
import { useNavigate } from 'react-router';
import { formatClock } from '#app/courses/duration.ts';
import { lessonNotAdded, missingLessonFields, missingParent, missingVideo } from '#app/courses/texts.ts';
import type { StorageUse } from '#app/files/media/storage.server.ts';
import { isOtherKind, MAX_VIDEO_BYTES, notAVideo, videoTooLarge } from '#app/files/media/texts.ts';
import { joinSentences } from '#app/messages/join-sentences.ts';
import { OwnerField } from '#app/routes/owned-form.tsx';
import type { FormError } from '#app/shared/form-error.ts';
import { Progress } from '#app/ui/figures.tsx';
import { Fields, FileField, TextField, useFocusFirstError, useHydrated } from '#app/ui/form.tsx';
import { Button, ButtonLink, FormAlert, SubmitButton } from '#app/ui/page.tsx';
import { showToast } from '#app/ui/toast.tsx';
import { t } from '#messages';
import { StorageNote } from './course-form-parts.tsx';
import { describeProgress, type UploadProgress, useUpload } from './upload.ts';

type LessonFormProps = {
  courseId: string;
  /** The module of a new lesson, or the lesson to edit. */
  target: { moduleId: string } | { lessonId: string };
  values?: { title: string; duration: string };
  /** The page of this dialog, to which the form is posted without JavaScript. */
  action: string;
  closeTo: string;
  failure: FormError | undefined;
  storage: StorageUse | null;
};

/** The first problem of the form, or null. */
function problem(form: FormData, editing: boolean): string | null {
  const file = form.get('videoFile');
  const chosen = file instanceof File && file.name !== '' ? file : null;
  // Browsers do not know the types of all videos, such as MKV. The server knows them by their bytes.
  if (chosen && !/^(?:$|video\/|audio\/|application\/ogg$)/.test(chosen.type))
    return joinSentences([notAVideo(), isOtherKind(chosen.type)]);
  if (chosen && chosen.size > MAX_VIDEO_BYTES) return videoTooLarge();
  if (!String(form.get('title')).trim() || !String(form.get('duration')).trim()) return missingLessonFields();
  if (!chosen && !editing) return missingVideo();
  return form.get('courseId') ? null : missingParent();
}

/** Fills in the length of the chosen file, unless the author has entered a duration. */
function fillDuration(form: HTMLFormElement, done: () => void) {
  const field = form.elements.namedItem('duration');
  const file = new FormData(form).get('videoFile');
  if (!(field instanceof HTMLInputElement && file instanceof File) || file.size === 0) return;
  if (field.value !== '' && field.value !== field.dataset.ofFile) return;
  const media = document.createElement('video');
  media.preload = 'metadata';
  media.src = URL.createObjectURL(file);
  const end = () => URL.revokeObjectURL(media.src);
  media.onerror = end;
  media.onloadedmetadata = () => {
    end();
    if (!Number.isFinite(media.duration)) return;
    field.value = formatClock(Math.max(1, Math.round(media.duration)));
    field.dataset.ofFile = field.value;
    done();
  };
}

/** Checks the form while it is being filled in, and once after the script has loaded. */
function useCheck(form: RefObject<HTMLFormElement | null>, editing: boolean) {
  const [complete, setComplete] = useState(editing);
  const [fileError, setFileError] = useState<string | null>(null);

  function check() {
    if (!form.current) return;
    const data = new FormData(form.current);
    const found = problem(data, editing);
    setComplete(found === null);
    // While the form is being filled in, only show errors of the file.
    setFileError(found?.startsWith(notAVideo()) || found === videoTooLarge() ? found : null);
  }

  // The form may have been filled in before the script loaded.
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs once, when the script has loaded
  useEffect(check, []);
  return { complete, fileError, setFileError, check };
}

function useLessonUpload(courseId: string) {
  const navigate = useNavigate();
  /** Whether the dialog opens again for another lesson. */
  const another = useRef(false);
  const upload = useUpload(lessonNotAdded, ({ toast, notice, open }) => {
    showToast({ kind: 'success', message: toast });
    if (notice) showToast({ kind: 'info', message: notice });
    navigate(`/admin/course-videos?courseId=${courseId}&${another.current ? 'addLesson' : 'open'}=${open}`, {
      preventScrollReset: true,
      state: { notice },
    });
  });
  return { ...upload, another };
}

/** Adds or edits a lesson. With JavaScript the upload shows its progress; without, this is a plain form. */
export function LessonForm({ courseId, target, values, action, closeTo, failure, storage }: LessonFormProps) {
  const editing = 'lessonId' in target;
  const form = useRef<HTMLFormElement>(null);
  const hydrated = useHydrated();
  const { complete, fileError, setFileError, check } = useCheck(form, editing);
  const { state, start, cancel, another } = useLessonUpload(courseId);
  const failed = state.phase === 'failed' ? state : null;
  const uploading = state.phase === 'uploading' ? state : null;
  useFocusFirstError(form, failed ?? failure);
  const field = (name: 'title' | 'duration') => ({
    name,
    defaultValue: values?.[name] ?? '',
    errors: failed?.errors[name],
    readOnly: uploading !== null,
  });

  return (
    <form
      ref={form}
      method="post"
      action={action}
      encType="multipart/form-data"
      noValidate
      className="form"
      onInput={check}
      onChange={(event) => {
        check();
        if (event.target instanceof HTMLInputElement && event.target.type === 'file')
          fillDuration(event.currentTarget, check);
      }}
      onSubmit={(event) => {
        event.preventDefault();
        if (uploading || !form.current) return;
        const data = new FormData(form.current);
        const found = problem(data, editing);
        setFileError(found);
        if (found) return showToast({ kind: 'error', message: found });
        const { submitter } = event.nativeEvent as SubmitEvent;
        another.current = submitter?.hasAttribute('formaction') ?? false;
        const query = new URLSearchParams(target);
        start(`/admin/course-videos/upload?${query}`, data);
      }}
    >
      <OwnerField />
      <FormAlert errors={fileError ?? failed?.message ?? failure?.message} />
      <input type="hidden" name="type" value="video" />
      <input type="hidden" name="courseId" value={courseId} />
      <Fields of={failure}>
        <LessonFields editing={editing} field={field} videoErrors={failed?.errors.videoFile} />
      </Fields>
      {storage && <StorageNote {...storage} />}
      {uploading && <Uploading {...uploading} />}
      <Buttons
        editing={editing}
        disabled={hydrated && !complete}
        uploading={uploading !== null}
        cancel={cancel}
        closeTo={closeTo}
        another={`${action}&another=1`}
      />
    </form>
  );
}

type ButtonsProps = {
  editing: boolean;
  disabled: boolean;
  uploading: boolean;
  cancel: () => void;
  closeTo: string;
  /** Where the form is sent by 'Save and add another'. */
  another: string;
};

const Buttons = ({ editing, disabled, uploading, cancel, closeTo, another }: ButtonsProps) => (
  <div className="flex flex-wrap justify-end gap-3">
    {uploading ? (
      <Button variant="secondary" onClick={cancel}>
        {t('lessonForm.cancelUpload')}
      </Button>
    ) : (
      <ButtonLink to={closeTo} variant="secondary" preventScrollReset>
        {t('common.cancel')}
      </ButtonLink>
    )}
    {!editing && !uploading && (
      <SubmitButton variant="secondary" formAction={another} disabled={disabled}>
        {t('lessonForm.saveAndAddAnother')}
      </SubmitButton>
    )}
    <SubmitButton pending={uploading} pendingText={t('lessonForm.uploading2')} disabled={disabled}>
      {editing ? t('common.saveLesson') : t('common.createLesson')}
    </SubmitButton>
  </div>
);

const Uploading = (upload: UploadProgress) => (
  <div>
    <Progress
      label={t('lessonForm.uploading')}
      value={upload.total > 0 ? (upload.loaded / upload.total) * 100 : undefined}
    />
    <p className="mt-2 text-sm text-muted tabular-nums">{describeProgress(upload)}</p>
  </div>
);

type LessonFieldsProps = {
  editing: boolean;
  field: (name: 'title' | 'duration') => Omit<ComponentProps<typeof TextField>, 'label'>;
  videoErrors: readonly string[] | undefined;
};

const LessonFields = ({ editing, field, videoErrors }: LessonFieldsProps) => (
  <>
    <TextField label={t('common.lessonTitle')} maxLength={200} autoComplete="off" {...field('title')} />
    <FileField
      label={editing ? t('lessonForm.newVideo') : t('lessonForm.video')}
      optional={editing}
      name="videoFile"
      accept="video/*,audio/*,.mkv,.wmv,.mpg,.mpeg,.mts,.m2ts,.m4a,.flac,.opus,.aiff,.caf,.amr"
      hint={t('lessonForm.videoOrSoundSuchAs')}
      errors={videoErrors}
    />
    <TextField
      label={t('common.duration')}
      maxLength={40}
      autoComplete="off"
      hint={t('common.suchAs1530')}
      {...field('duration')}
    />
  </>
);
