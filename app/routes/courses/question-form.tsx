import { useRef } from 'react';
import { useNavigation } from 'react-router';
import { optionNames, type QuestionFields } from '#app/courses/quizzes/question-fields.ts';
import { joinSentences } from '#app/messages/join-sentences.ts';
import { Form } from '#app/routes/owned-form.tsx';
import { useUnsavedForm } from '#app/routes/unsaved-forms.ts';
import type { FormError } from '#app/shared/form-error.ts';
import { Checkbox, RadioGroup, TextArea, useFocusFirstError, useFormState } from '#app/ui/form.tsx';
import { ButtonLink, FormAlert, SubmitButton } from '#app/ui/page.tsx';
import { t } from '#messages';
import { NumberField } from './course-form-parts.tsx';

/** The kinds of questions, as their author sees them. */
export const typeLabels = (): Record<string, string> => ({
  single: t('questionForm.singleChoice'),
  multiple: t('questionForm.multipleChoice'),
  boolean: t('questionForm.trueOrFalse'),
  number: t('questionForm.number'),
  text: t('questionForm.shortText'),
});

type QuestionFormProps = {
  /** Empty for a new question. */
  id: string;
  values: QuestionFields;
  failure: FormError | undefined;
  closeTo: string;
};

type Entered = ReturnType<typeof useFormState>;

/** The form of a question. Its fields depend on the kind of the question. */
export function QuestionForm({ id, values, failure, closeTo }: QuestionFormProps) {
  const form = useRef<HTMLFormElement>(null);
  const pending = useNavigation().formData?.get('intent') === 'question';
  useFocusFirstError(form, failure);
  useUnsavedForm(form, failure);
  const field = (name: 'text' | 'points' | 'explanation') => ({
    name,
    defaultValue: values[name],
  });
  return (
    <Form failure={failure} ref={form} method="post" noValidate className="form" preventScrollReset>
      <FormAlert errors={failure?.message} />
      <input type="hidden" name="id" value={id} />
      <input type="hidden" name="type" value={values.type} />
      <TextArea label={t('common.question')} rows={3} maxLength={2_000} {...field('text')} />
      <SolutionFields values={values} />
      <NumberField label={t('common.points')} maxLength={9} {...field('points')} />
      <TextArea
        label={t('common.explanation')}
        optional
        rows={3}
        maxLength={2_000}
        hint={t('questionForm.shownAfterTheAttempt')}
        {...field('explanation')}
      />
      <div className="flex flex-wrap gap-3">
        <SubmitButton name="intent" value="question" pending={pending} pendingText={t('common.saving')}>
          {t('questionForm.saveQuestion')}
        </SubmitButton>
        <ButtonLink to={closeTo} variant="secondary" preventScrollReset>
          {t('common.cancel')}
        </ButtonLink>
      </div>
    </Form>
  );
}

/** The fields for the correct answer, by the type of the question. */
function SolutionFields({ values }: { values: QuestionFields }) {
  const entered = useFormState();
  const isEntered = entered.value('text') !== undefined;
  const correct = isEntered ? entered.values('correct') : values.correct;
  switch (values.type) {
    case 'boolean':
      return (
        <RadioGroup
          label={t('questionForm.correctAnswer')}
          name="correct"
          options={[
            { value: 'true', label: t('common.true') },
            { value: 'false', label: t('common.false') },
          ]}
          defaultValue={correct[0]}
        />
      );
    case 'number':
      return (
        <div className="grid gap-5 sm:grid-cols-2">
          <NumberField
            label={t('questionForm.correctNumber')}
            name="correct"
            maxLength={30}
            defaultValue={correct[0] ?? ''}
          />
          <NumberField
            label={t('questionForm.tolerance')}
            name="tolerance"
            optional
            maxLength={30}
            hint={t('questionForm.howFarAnAnswerMayDiffer')}
            defaultValue={values.tolerance}
          />
        </div>
      );
    case 'text':
      return (
        <>
          <OptionFields values={values} entered={entered} correct={null} />
          {(['ignoreCase', 'ignoreAccents'] as const).map((name) => (
            <Checkbox
              key={name}
              label={name === 'ignoreCase' ? t('questionForm.ignoreCase') : t('questionForm.ignoreAccents')}
              name={name}
              defaultChecked={isEntered ? entered.value(name) === 'on' : values[name]}
            />
          ))}
        </>
      );
    default:
      return <OptionFields values={values} entered={entered} correct={correct} />;
  }
}

type OptionFieldsProps = {
  values: QuestionFields;
  entered: Entered;
  /** Numbers of the correct options. Null for accepted answers, which all are. */
  correct: string[] | null;
};

/** The options with a box for each that is correct, or the accepted answers. */
function OptionFields({ values, entered, correct }: OptionFieldsProps) {
  const errors = entered.errors('options');
  const kind = values.type === 'single' ? 'radio' : 'checkbox';
  return (
    <fieldset className="field">
      <legend className="field-label mb-1.5">
        {correct ? t('questionForm.options') : t('questionForm.acceptedAnswers')}
      </legend>
      {correct && <p className="field-hint">{t('questionForm.markWhatIsCorrect')}</p>}
      <div className="grid gap-2">
        {optionNames.map((name, index) => {
          const number = String(index + 1);
          return (
            <div key={name} className="flex items-center gap-2">
              {correct && (
                <label className="choice" data-plain="">
                  <input
                    type={kind}
                    name="correct"
                    value={number}
                    defaultChecked={correct.includes(number)}
                  />
                  <span className="sr-only">{t('questionForm.optionNumberIsCorrect', { number })}</span>
                </label>
              )}
              <input
                type="text"
                name={name}
                className="control"
                maxLength={correct ? 500 : 200}
                autoComplete="off"
                aria-label={`${correct ? t('common.option') : t('common.acceptedAnswer')} ${number}`}
                aria-invalid={errors ? true : undefined}
                defaultValue={
                  entered.value('text') === undefined
                    ? (values.options[index] ?? '')
                    : (entered.value(name) ?? '')
                }
              />
            </div>
          );
        })}
      </div>
      {errors && <p className="field-errors">{joinSentences(errors)}</p>}
    </fieldset>
  );
}
