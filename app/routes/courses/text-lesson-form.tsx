import { useRef } from 'react';
import { useNavigation } from 'react-router';
import { Form } from '#app/routes/owned-form.tsx';
import { useUnsavedForm } from '#app/routes/unsaved-forms.ts';
import type { FormError } from '#app/shared/form-error.ts';
import { TextArea, TextField, useFocusFirstError } from '#app/ui/form.tsx';
import { FormAlert, SubmitButton } from '#app/ui/page.tsx';
import { t } from '#messages';

type TextLessonFormProps = {
  intent: string;
  values?: { title: string; duration: string; text: string };
  failure: FormError | undefined;
  button: string;
};

export function TextLessonForm({ intent, values, failure, button }: TextLessonFormProps) {
  const form = useRef<HTMLFormElement>(null);
  const pending = useNavigation().formData?.get('intent') === intent;
  useFocusFirstError(form, failure);
  useUnsavedForm(form, failure);
  const field = (name: 'title' | 'duration' | 'text') => ({
    name,
    defaultValue: values?.[name] ?? '',
  });
  return (
    <Form failure={failure} ref={form} method="post" noValidate className="form">
      <FormAlert errors={failure?.message} />
      <TextField label={t('common.lessonTitle')} maxLength={200} autoComplete="off" {...field('title')} />
      <TextField
        label={t('common.duration')}
        maxLength={40}
        autoComplete="off"
        hint={t('common.suchAs1530')}
        {...field('duration')}
      />
      <TextArea
        label={t('common.text')}
        rows={18}
        maxLength={100_000}
        className="font-mono"
        hint={t('textLessonForm.markdownHeadingEmphasisStrongListLink')}
        {...field('text')}
      />
      <div>
        <SubmitButton name="intent" value={intent} pending={pending} pendingText={t('common.saving')}>
          {button}
        </SubmitButton>
      </div>
    </Form>
  );
}
