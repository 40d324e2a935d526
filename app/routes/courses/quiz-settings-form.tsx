import { type ComponentProps, useRef } from 'react';
import { useNavigation } from 'react-router';
import { Form } from '#app/routes/owned-form.tsx';
import { useUnsavedForm } from '#app/routes/unsaved-forms.ts';
import type { FormError } from '#app/shared/form-error.ts';
import { Checkbox, formState, TextField, useFocusFirstError } from '#app/ui/form.tsx';
import { FormAlert, SubmitButton } from '#app/ui/page.tsx';
import { t } from '#messages';

/** The stored settings as the form shows them. */
export type QuizFormValues = {
  title: string;
  duration: string;
  passMark: string;
  attempts: string;
  minutes: string;
  shuffle: boolean;
};

type QuizSettingsFormProps = { values?: QuizFormValues; failure: FormError | undefined; button: string };

type Field = (
  name: 'passMark' | 'attempts' | 'minutes',
  usual?: string,
) => Omit<ComponentProps<typeof TextField>, 'label'>;

const Limits = ({ field }: { field: Field }) => (
  <div className="grid gap-5 sm:grid-cols-3 sm:items-end">
    <TextField
      label={t('quizSettingsForm.passMarkInPercent')}
      inputMode="numeric"
      maxLength={3}
      {...field('passMark', '60')}
    />
    <TextField
      label={t('common.attempts')}
      optional
      inputMode="numeric"
      maxLength={4}
      hint={t('quizSettingsForm.anyNumberIfLeftEmpty')}
      {...field('attempts')}
    />
    <TextField
      label={t('quizSettingsForm.timeLimitInMinutes')}
      optional
      inputMode="decimal"
      maxLength={6}
      hint={t('quizSettingsForm.noneIfLeftEmpty')}
      {...field('minutes')}
    />
  </div>
);

/** The title, the duration and the settings of a quiz. */
export function QuizSettingsForm({ values, failure, button }: QuizSettingsFormProps) {
  const form = useRef<HTMLFormElement>(null);
  const entered = formState(failure);
  const pending = useNavigation().formData?.get('intent') === 'quiz';
  useFocusFirstError(form, failure);
  useUnsavedForm(form, failure);
  const field = (name: Exclude<keyof QuizFormValues, 'shuffle'>, usual = '') => ({
    name,
    defaultValue: values?.[name] ?? usual,
    autoComplete: 'off',
  });
  // An unchecked box is not sent, so a rejected form without it had it unchecked.
  const isEntered = entered.value('title') !== undefined;
  return (
    <Form failure={failure} ref={form} method="post" noValidate className="form">
      <FormAlert errors={failure?.message} />
      <TextField label={t('common.lessonTitle')} maxLength={200} {...field('title')} />
      <TextField
        label={t('common.duration')}
        maxLength={40}
        hint={t('common.suchAs1530')}
        {...field('duration', '5:00')}
      />
      <Limits field={field} />
      <Checkbox
        label={t('quizSettingsForm.shuffleQuestionsAndOptions')}
        name="shuffle"
        defaultChecked={isEntered ? entered.value('shuffle') === 'on' : (values?.shuffle ?? false)}
      />
      <div>
        <SubmitButton name="intent" value="quiz" pending={pending} pendingText={t('common.saving')}>
          {button}
        </SubmitButton>
      </div>
    </Form>
  );
}
