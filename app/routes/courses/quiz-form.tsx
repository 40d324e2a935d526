import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { useFetcher, useNavigation } from 'react-router';
import { entriesText } from '#app/courses/quizzes/entries-text.ts';
import type { ShownQuiz } from '#app/routes/courses/shown-quiz.server.ts';
import { Form } from '#app/routes/owned-form.tsx';
import { numberToEnter } from '#app/shared/entered-numbers.ts';
import type { FormError } from '#app/shared/form-error.ts';
import { CheckboxGroup, formState, TextField, useHydrated } from '#app/ui/form.tsx';
import { FormAlert, SubmitButton } from '#app/ui/page.tsx';
import { t } from '#messages';
import { NumberField } from './course-form-parts.tsx';
import { TimeLeft } from './time-left.tsx';

type Attempt = NonNullable<ShownQuiz['open']>;
type Question = Attempt['questions'][number];

const SAVE_AFTER_MS = 800;
const RETRY_AFTER_MS = 5_000;

/** The page of the lesson, which shows the result also when all lessons are done. */
const ownPage = (lessonId: string) => `?${new URLSearchParams({ lesson: lessonId })}`;

type QuizFormProps = { attempt: Attempt; lessonId: string; failure: FormError | undefined };

/**
 * Saves the form a moment after the last keystroke, and immediately after a choice, when the page is left or
 * hidden and when the time is up. Tries again while the server does not answer.
 */
function useAutosave(form: React.RefObject<HTMLFormElement | null>) {
  const fetcher = useFetcher<FormError | { ok: true }>();
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => {
    const leave = () => {
      if (timer.current === undefined || !form.current) return;
      const fields = new FormData(form.current);
      fields.set('intent', 'save-answers');
      navigator.sendBeacon(
        location.href,
        new URLSearchParams([...fields].map(([name, value]) => [name, String(value)])),
      );
    };
    const hide = () => {
      if (document.visibilityState === 'hidden') leave();
    };
    window.addEventListener('pagehide', leave);
    document.addEventListener('visibilitychange', hide);
    return () => {
      window.removeEventListener('pagehide', leave);
      document.removeEventListener('visibilitychange', hide);
      clearTimeout(timer.current);
    };
  }, [form]);
  const stop = () => {
    clearTimeout(timer.current);
    timer.current = undefined;
  };
  const save = () => {
    stop();
    if (!form.current) return;
    const fields = new FormData(form.current);
    fields.set('intent', 'save-answers');
    fields.set('inPlace', '1');
    void fetcher.submit(fields, { method: 'post', action: ownPage(String(fields.get('lessonId'))) });
  };
  const saveIn = (milliseconds: number) => {
    stop();
    timer.current = setTimeout(save, milliseconds);
  };
  const { data, state } = fetcher;
  const retry = useEffectEvent(() => saveIn(RETRY_AFTER_MS));
  useEffect(() => {
    // A refusal has messages. Without any, the server did not answer or failed temporarily.
    if (state === 'idle' && data?.ok === false && !data.lastResult.error) retry();
  }, [state, data]);
  const status =
    state !== 'idle'
      ? t('quizForm.saving')
      : data === undefined
        ? ''
        : data.ok
          ? t('quizForm.allAnswersSaved')
          : data.message;
  return { save, saveSoon: () => saveIn(SAVE_AFTER_MS), stop, answer: data, status };
}

/** The newest rejection of the form: of a submission, or of an autosave. */
function useLatestFailure(failure: FormError | undefined, saved: FormError | { ok: true } | undefined) {
  const [latest, setLatest] = useState(failure);
  useEffect(() => setLatest(failure), [failure]);
  useEffect(() => {
    if (saved) setLatest(saved.ok ? undefined : saved);
  }, [saved]);
  return latest;
}

function Buttons({ status }: { status: string }) {
  const hydrated = useHydrated();
  const sending = useNavigation().formData?.get('intent');
  return (
    <div className="flex flex-wrap items-center gap-3">
      <SubmitButton
        name="intent"
        value="submit-answers"
        pending={sending === 'submit-answers'}
        pendingText={t('quizForm.submitting')}
      >
        {t('quizForm.submitAnswers')}
      </SubmitButton>
      <SubmitButton
        name="intent"
        value="save-answers"
        variant="secondary"
        pending={sending === 'save-answers'}
        pendingText={t('common.saving')}
      >
        {t('quizForm.saveAnswers')}
      </SubmitButton>
      <p role="status" className="text-sm text-muted">
        {hydrated && status}
      </p>
    </div>
  );
}

/** An open attempt. JavaScript saves each answer; without it, 'Save answers' does. */
export function QuizForm({ attempt, lessonId, failure }: QuizFormProps) {
  const form = useRef<HTMLFormElement>(null);
  const { save, saveSoon, stop, answer, status } = useAutosave(form);
  const rejected = formState(useLatestFailure(failure, answer));
  // What another tab answers meanwhile must not look like an answer of this one.
  const [questions] = useState(attempt.questions);
  const entered = formState(failure);
  return (
    <Form
      ref={form}
      method="post"
      action={ownPage(lessonId)}
      noValidate
      className="grid gap-5"
      preventScrollReset
      onChange={(event) => {
        const field = event.target as unknown as HTMLInputElement;
        markChanged(field);
        if (field.type === 'text') saveSoon();
        else save();
      }}
      onSubmit={stop}
    >
      <FormAlert errors={failure?.message} />
      <input type="hidden" name="lessonId" value={lessonId} />
      <input type="hidden" name="attemptId" value={attempt.id} />
      {attempt.endsAt !== null && attempt.secondsLeft !== null && (
        <TimeLeft attempt={attempt} endsAt={attempt.endsAt} seconds={attempt.secondsLeft} onEnd={save} />
      )}
      <ol className="grid gap-5">
        {questions.map((question, index) => (
          <li key={question.id} className="card p-4">
            <QuestionField
              question={question}
              number={index + 1}
              entered={entered.values(`q-${question.id}`)}
              errors={rejected.errors(`q-${question.id}`)}
            />
          </li>
        ))}
      </ol>
      <Buttons status={status} />
    </Form>
  );
}

/** Drops the value that the form was shown with, so that the changed answer is sent. */
function markChanged({ form, name }: HTMLInputElement) {
  const shown = form?.elements.namedItem(name.replace(/^q-/, 'shown-'));
  if (shown instanceof HTMLInputElement) shown.disabled = true;
}

type QuestionProps = { question: Question; number: number; entered: string[]; errors: string[] | undefined };

const pointsText = (points: number) => t('common.pointsPoints', { points });

function QuestionField({ question, number, entered, errors }: QuestionProps) {
  const { id, type, text, points, options, value } = question;
  const name = `q-${id}`;
  const stored =
    value === null ? [] : typeof value === 'number' ? [numberToEnter(value)] : [value].flat().map(String);
  const values = entered.length > 0 ? entered : stored;
  const shown = <input type="hidden" name={`shown-${id}`} value={entriesText(stored)} />;
  const title = (
    <>
      <span dir="auto" className="block whitespace-pre-line">
        {number}. {text}
      </span>
      <span className="block text-sm font-normal text-muted">
        {pointsText(points)}
        {type === 'multiple' && ` · ${t('quizForm.severalMayBeCorrect')}`}
      </span>
    </>
  );
  const field = { id: name, name, label: title, errors };
  const choices =
    type === 'boolean'
      ? [
          { value: 'true', label: t('common.true') },
          { value: 'false', label: t('common.false') },
        ]
      : options.map((option) => ({ value: option.id, label: option.text }));
  return (
    <>
      {shown}
      {type === 'number' ? (
        <NumberField {...field} toldName={`told-${id}`} maxLength={500} defaultValue={values[0] ?? ''} />
      ) : type === 'text' ? (
        <TextField {...field} autoComplete="off" maxLength={500} defaultValue={values[0] ?? ''} />
      ) : (
        <CheckboxGroup
          {...field}
          type={type === 'multiple' ? 'checkbox' : 'radio'}
          options={choices}
          defaultValues={values}
        />
      )}
    </>
  );
}
