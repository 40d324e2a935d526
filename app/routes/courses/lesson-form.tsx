import { useEffect, useRef, useState } from 'react';
import { useNavigate } from 'react-router';
import { lessonNotAdded, MISSING_LESSON_FIELDS, MISSING_PARENT, MISSING_VIDEO } from '#app/courses/texts.ts';
import type { StorageUse } from '#app/files/media/storage.server.ts';
import { MAX_VIDEO_BYTES, NOT_A_VIDEO, VIDEO_TOO_LARGE } from '#app/files/media/texts.ts';
import type { FormError } from '#app/shared/form-error.ts';
import { FormAlert } from '#app/ui/alert.tsx';
import { Button, ButtonLink, SubmitButton } from '#app/ui/button.tsx';
import { FileField, TextField } from '#app/ui/field.tsx';
import { useFocusFirstError } from '#app/ui/focus.ts';
import { formState } from '#app/ui/form-state.ts';
import { useHydrated } from '#app/ui/hydrated.ts';
import { Progress } from '#app/ui/progress.tsx';
import { showToast } from '#app/ui/toast.tsx';
import { StorageNote } from './storage-note.tsx';
import { describeProgress, useUpload } from './upload.ts';

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
  if (chosen && !chosen.type.startsWith('video/')) return NOT_A_VIDEO;
  if (chosen && chosen.size > MAX_VIDEO_BYTES) return VIDEO_TOO_LARGE;
  if (!String(form.get('title')).trim() || !String(form.get('duration')).trim()) return MISSING_LESSON_FIELDS;
  if (!chosen && !editing) return MISSING_VIDEO;
  return form.get('courseId') ? null : MISSING_PARENT;
}

/** Adds or edits a lesson. With JavaScript the upload shows its progress; without, this is a plain form. */
export function LessonForm({ courseId, target, values, action, closeTo, failure, storage }: LessonFormProps) {
  const editing = 'lessonId' in target;
  const entered = formState(failure);
  const form = useRef<HTMLFormElement>(null);
  const hydrated = useHydrated();
  const navigate = useNavigate();
  const [complete, setComplete] = useState(editing);
  const [fileError, setFileError] = useState<string | null>(null);
  const { state, start, cancel } = useUpload(lessonNotAdded, ({ toast, notice, open }) => {
    showToast({ kind: 'success', message: toast });
    if (notice) showToast({ kind: 'info', message: notice });
    navigate(`/admin/course-videos?courseId=${courseId}&open=${open}`, {
      preventScrollReset: true,
      state: { notice },
    });
  });
  const failed = state.phase === 'failed' ? state : null;
  const uploading = state.phase === 'uploading' ? state : null;
  useFocusFirstError(form, failed ?? failure);
  const field = (name: 'title' | 'duration') => ({
    name,
    defaultValue: entered.value(name) ?? values?.[name] ?? '',
    errors: failed?.errors[name] ?? entered.errors(name),
    readOnly: uploading !== null,
  });

  function check() {
    if (!form.current) return;
    const data = new FormData(form.current);
    const found = problem(data, editing);
    setComplete(found === null);
    // While the form is being filled in, only show errors of the file.
    setFileError(found === NOT_A_VIDEO || found === VIDEO_TOO_LARGE ? found : null);
  }

  // The form may have been filled in before the script loaded.
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs once, when the script has loaded
  useEffect(check, []);

  return (
    <form
      ref={form}
      method="post"
      action={action}
      encType="multipart/form-data"
      noValidate
      className="form"
      onInput={check}
      onChange={check}
      onSubmit={(event) => {
        event.preventDefault();
        if (uploading || !form.current) return;
        const data = new FormData(form.current);
        const found = problem(data, editing);
        setFileError(found);
        if (found) return showToast({ kind: 'error', message: found });
        const query = new URLSearchParams(target);
        start(`/admin/course-videos/upload?${query}`, data);
      }}
    >
      <FormAlert errors={fileError ?? failed?.message ?? failure?.message} />
      <input type="hidden" name="type" value="video" />
      <input type="hidden" name="courseId" value={courseId} />
      <TextField label="Lesson title" maxLength={200} autoComplete="off" {...field('title')} />
      <TextField
        label="Duration"
        maxLength={40}
        autoComplete="off"
        hint="Such as 15:30, 1:02:03 or 25 minutes."
        {...field('duration')}
      />
      <FileField
        label={editing ? 'New video' : 'Video'}
        optional={editing}
        name="videoFile"
        accept="video/*"
        hint="MP4, MOV, AVI or WebM, at most 500MB. MP4 (H.264) plays everywhere."
        errors={failed?.errors.videoFile ?? entered.errors('videoFile')}
      />
      {storage && <StorageNote {...storage} />}
      {uploading && (
        <div>
          <Progress
            label="Uploading"
            value={uploading.total > 0 ? (uploading.loaded / uploading.total) * 100 : undefined}
          />
          <p className="mt-2 text-sm text-muted tabular-nums">{describeProgress(uploading)}</p>
        </div>
      )}
      <div className="flex flex-wrap justify-end gap-3">
        {uploading ? (
          <Button variant="secondary" onClick={cancel}>
            Cancel upload
          </Button>
        ) : (
          <ButtonLink to={closeTo} variant="secondary" preventScrollReset>
            Cancel
          </ButtonLink>
        )}
        <SubmitButton
          pending={uploading !== null}
          pendingText="Uploading..."
          disabled={hydrated && !complete}
        >
          {editing ? 'Save Lesson' : 'Create Lesson'}
        </SubmitButton>
      </div>
    </form>
  );
}
