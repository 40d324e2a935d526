import { Plus } from 'lucide';
import { useEffect, useRef, useState } from 'react';
import { useNavigation } from 'react-router';
import { optionNames } from '#app/courses/quizzes/entries-text.ts';
import type { QuestionFields } from '#app/courses/quizzes/question-fields.ts';
import { joinSentences } from '#app/messages/join-sentences.ts';
import { Form } from '#app/routes/owned-form.tsx';
import { useUnsavedForm } from '#app/routes/unsaved-forms.ts';
import type { FormError } from '#app/shared/form-error.ts';
import { Checkbox, RadioGroup, TextArea, useFocusFirstError, useFormState } from '#app/ui/form.tsx';
import { Button, ButtonLink, FormAlert, Icon, SubmitButton } from '#app/ui/page.tsx';
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

/** The options with a box for each that is correct, or the accepted answers. A script shows one more at a time. */
function OptionFields({ values, entered, correct }: OptionFieldsProps) {
  const errors = entered.errors('options');
  const texts = optionNames.map((name, index) =>
    entered.value('text') === undefined ? (values.options[index] ?? '') : (entered.value(name) ?? ''),
  );
  const first = Math.max(correct ? 2 : 1, texts.findLastIndex((text) => text !== '') + 1);
  const [shown, setShown] = useState(first);
  const list = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (shown > first)
      list.current?.children[shown - 1]?.querySelector<HTMLElement>('[type="text"]')?.focus();
  }, [shown, first]);
  return (
    <fieldset className="field">
      <legend className="field-label mb-1.5">
        {correct ? t('questionForm.options') : t('questionForm.acceptedAnswers')}
      </legend>
      {correct && <p className="field-hint">{t('questionForm.markWhatIsCorrect')}</p>}
      <div className="grid gap-2" ref={list}>
        {texts.map((text, index) => (
          <Option
            // biome-ignore lint/suspicious/noArrayIndexKey: options are known by their number
            key={index}
            number={String(index + 1)}
            text={text}
            kind={values.type === 'single' ? 'radio' : 'checkbox'}
            correct={correct}
            isShown={index < shown}
            isInvalid={errors !== undefined}
          />
        ))}
      </div>
      {shown < optionNames.length && (
        <p className="with-scripts">
          <Button variant="secondary" size="small" onClick={() => setShown(shown + 1)}>
            <Icon of={Plus} />
            {correct ? t('questionForm.addOption') : t('questionForm.addAcceptedAnswer')}
          </Button>
        </p>
      )}
      {errors && <p className="field-errors">{joinSentences(errors)}</p>}
    </fieldset>
  );
}

type OptionProps = Pick<OptionFieldsProps, 'correct'> & {
  number: string;
  text: string;
  kind: 'radio' | 'checkbox';
  /** Without JavaScript, all are shown. */
  isShown: boolean;
  isInvalid: boolean;
};

const Option = ({ number, text, kind, correct, isShown, isInvalid }: OptionProps) => (
  <div className={isShown ? 'flex items-center gap-2' : 'without-scripts flex items-center gap-2'}>
    {correct && (
      <label className="choice" data-plain="">
        <input type={kind} name="correct" value={number} defaultChecked={correct.includes(number)} />
        <span className="sr-only">{t('questionForm.optionNumberIsCorrect', { number })}</span>
      </label>
    )}
    <input
      type="text"
      name={`option${number}`}
      className="control"
      maxLength={correct ? 500 : 200}
      autoComplete="off"
      aria-label={`${correct ? t('common.option') : t('common.acceptedAnswer')} ${number}`}
      aria-invalid={isInvalid || undefined}
      defaultValue={text}
    />
  </div>
);
