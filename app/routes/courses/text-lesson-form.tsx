import { useRef, useState } from 'react';
import { useNavigation } from 'react-router';
import { Form } from '#app/routes/owned-form.tsx';
import { useUnsavedForm } from '#app/routes/unsaved-forms.ts';
import type { FormError } from '#app/shared/form-error.ts';
import { TextField, useFocusFirstError } from '#app/ui/form.tsx';
import { FormAlert, SubmitButton } from '#app/ui/page.tsx';
import { t } from '#messages';
import { TextEditor } from './text-editor.tsx';

type TextLessonFormProps = {
  intent: string;
  values?: { title: string; duration: string; text: string };
  failure: FormError | undefined;
  button: string;
  /** Where the form is sent by 'Save and add another', for a new lesson. */
  another?: string;
  /** The ID of the lesson, and where its files are sent, once it is stored. */
  lessonId?: string;
  filesTo?: string;
};

/** Words that a learner reads in a minute. A Chinese character counts as one. */
const WORDS_A_MINUTE = 200;

/** The time that reading a text takes, as the form takes it. */
const readingTime = (text: string) =>
  `${Math.max(1, Math.ceil((text.match(/\p{Script=Han}|[\p{L}\p{M}\p{N}]+/gu)?.length ?? 0) / WORDS_A_MINUTE))}:00`;

export function TextLessonForm(props: TextLessonFormProps) {
  const { intent, values, failure, button, another, lessonId = '', filesTo } = props;
  const form = useRef<HTMLFormElement>(null);
  const pending = useNavigation().formData?.get('intent') === intent;
  useFocusFirstError(form, failure);
  useUnsavedForm(form, failure);
  const field = (name: 'title' | 'duration' | 'text') => ({
    name,
    defaultValue: values?.[name] ?? (name === 'duration' ? readingTime('') : ''),
  });
  const duration = useRef<HTMLInputElement>(null);
  const [estimate, setEstimate] = useState(values ? null : readingTime(''));
  /** Keeps the duration of a new lesson, until its author enters another one. */
  function follow(text: string) {
    if (!duration.current || duration.current.value !== estimate) return;
    duration.current.value = readingTime(text);
    setEstimate(duration.current.value);
  }
  return (
    <Form failure={failure} ref={form} method="post" noValidate className="form">
      <FormAlert errors={failure?.message} />
      <input type="hidden" name="lessonId" value={lessonId} />
      <TextField label={t('common.lessonTitle')} maxLength={200} autoComplete="off" {...field('title')} />
      <TextField
        label={t('common.duration')}
        maxLength={40}
        autoComplete="off"
        hint={t('common.suchAs1530')}
        ref={duration}
        {...field('duration')}
      />
      <TextEditor
        form={form}
        filesTo={filesTo}
        onText={follow}
        field={{ ...field('text'), maxLength: 100_000 }}
      />
      <div className="flex flex-wrap gap-3">
        <SubmitButton name="intent" value={intent} pending={pending} pendingText={t('common.saving')}>
          {button}
        </SubmitButton>
        {another && (
          <SubmitButton name="intent" value={intent} formAction={another} variant="secondary">
            {t('lessonForm.saveAndAddAnother')}
          </SubmitButton>
        )}
      </div>
    </Form>
  );
}
