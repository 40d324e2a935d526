import { type ComponentProps, useState } from 'react';
import type { LessonType } from '#app/courses/course.server.ts';
import type { StorageUse } from '#app/files/media/storage.server.ts';
import { formatBytes } from '#app/messages/format-numbers.ts';
import { howRead } from '#app/shared/entered-numbers.ts';
import { TextField, useFormState } from '#app/ui/form.tsx';
import { Tabs } from '#app/ui/tabs.tsx';
import { t } from '#messages';

type NumberFieldProps = ComponentProps<typeof TextField> & {
  name: string;
  /** The name of a hidden field, which tells the server that the reader sees how the number is read. */
  toldName?: string;
};

/** A field for a number in the reader's notation. Says how a number with two meanings is read. */
export function NumberField({ toldName, hint, ...field }: NumberFieldProps) {
  const entered = useFormState().value(field.name);
  const [text, setText] = useState(entered ?? String(field.defaultValue ?? ''));
  const reading = howRead(text);
  return (
    <>
      {toldName !== undefined && reading !== null && <input type="hidden" name={toldName} value={text} />}
      <TextField
        inputMode="decimal"
        autoComplete="off"
        {...field}
        hint={reading ?? hint}
        onChange={(event) => setText(event.currentTarget.value)}
      />
    </>
  );
}

type LessonKindsProps = { courseId: string; moduleId: string; current: LessonType };

/** Leads to the forms of the three kinds of a new lesson. */
export function LessonKinds({ courseId, moduleId, current }: LessonKindsProps) {
  const other = `/admin/courses/${courseId}/lessons/new?module=${moduleId}`;
  const kinds = [
    ['video', t('lessonForm.video'), `/admin/course-videos?courseId=${courseId}&addLesson=${moduleId}`],
    ['text', t('common.text'), other],
    ['quiz', t('lessonKinds.quiz'), `${other}&type=quiz`],
  ] as const;
  return (
    <Tabs
      label={t('lessonKinds.kindOfLesson')}
      tabs={kinds.map(([kind, label, to]) => ({ label, to, current: kind === current }))}
    />
  );
}

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
