import { useEffect, useRef, useState } from 'react';
import { Form, useFetcher, useNavigation, useRevalidator } from 'react-router';
import { entriesText } from '#app/courses/quizzes/entries-text.ts';
import type { ShownQuiz } from '#app/routes/courses/shown-quiz.server.ts';
import type { FormError } from '#app/shared/form-error.ts';
import { FormAlert } from '#app/ui/alert.tsx';
import { SubmitButton } from '#app/ui/button.tsx';
import { formState } from '#app/ui/form-state.ts';
import { useHydrated } from '#app/ui/hydrated.ts';
import { t } from '#messages';

type Attempt = NonNullable<ShownQuiz['open']>;
type Question = Attempt['questions'][number];

const SAVE_AFTER_MS = 800;
/** The server takes answers until two seconds after the deadline, and ends the attempt then. */
const RELOAD_AFTER_MS = 2_500;

/** The page of the lesson, which shows the result also when all lessons are done. */
const ownPage = (lessonId: string) => `?${new URLSearchParams({ lesson: lessonId })}`;

type QuizFormProps = { attempt: Attempt; lessonId: string; failure: FormError | undefined };

/** Saves the form once nothing was typed for a moment, and at once after a choice, when the page is left and when the time is up. */
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
    window.addEventListener('pagehide', leave);
    return () => {
      window.removeEventListener('pagehide', leave);
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
  const saveSoon = () => {
    stop();
    timer.current = setTimeout(save, SAVE_AFTER_MS);
  };
  const state =
    fetcher.state !== 'idle'
      ? t('quizForm.saving')
      : fetcher.data === undefined
        ? ''
        : fetcher.data.ok
          ? t('quizForm.allAnswersSaved')
          : fetcher.data.message;
  return { save, saveSoon, stop, state };
}

/** The questions of an open attempt. With JavaScript each answer is saved at once; without, 'Save answers' does it. */
export function QuizForm({ attempt, lessonId, failure }: QuizFormProps) {
  const form = useRef<HTMLFormElement>(null);
  const hydrated = useHydrated();
  const { save, saveSoon, stop, state } = useAutosave(form);
  // What another tab answers meanwhile must not look like an answer of this one.
  const [questions] = useState(attempt.questions);
  const sending = useNavigation().formData?.get('intent');
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
        <TimeLeft endsAt={attempt.endsAt} seconds={attempt.secondsLeft} onEnd={save} />
      )}
      <ol className="grid gap-5">
        {questions.map((question, index) => (
          <li key={question.id} className="card p-4">
            <QuestionField
              question={question}
              number={index + 1}
              entered={entered.values(`q-${question.id}`)}
            />
          </li>
        ))}
      </ol>
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
          pendingText={t('quizForm.saving2')}
        >
          {t('quizForm.saveAnswers')}
        </SubmitButton>
        <p role="status" className="text-sm text-muted">
          {hydrated && state}
        </p>
      </div>
    </Form>
  );
}

/** Has the answer sent that was changed, whatever the form was shown with. */
function markChanged({ form, name }: HTMLInputElement) {
  const shown = form?.elements.namedItem(name.replace(/^q-/, 'shown-'));
  if (shown instanceof HTMLInputElement) shown.disabled = true;
}

const clockText = (seconds: number) => {
  const [hours, minutes] = [Math.floor(seconds / 3_600), Math.floor((seconds % 3_600) / 60)];
  const parts = hours > 0 ? [hours, minutes, seconds % 60] : [minutes, seconds % 60];
  return parts.map((part, index) => (index === 0 ? String(part) : String(part).padStart(2, '0'))).join(':');
};

/** When the time is up. With JavaScript it counts down, saves at the end, and then loads the result. */
function TimeLeft({ endsAt, seconds, onEnd }: { endsAt: string; seconds: number; onEnd: () => void }) {
  const [left, setLeft] = useState(seconds);
  const { revalidate } = useRevalidator();
  const end = useRef(onEnd);
  end.current = onEnd;
  useEffect(() => {
    const endsMs = performance.now() + seconds * 1_000;
    let reload: ReturnType<typeof setTimeout>;
    const tick = setInterval(() => {
      const remaining = Math.max(0, Math.ceil((endsMs - performance.now()) / 1_000));
      setLeft(remaining);
      if (remaining > 0) return;
      clearInterval(tick);
      end.current();
      reload = setTimeout(() => void revalidate(), RELOAD_AFTER_MS);
    }, 1_000);
    return () => {
      clearInterval(tick);
      clearTimeout(reload);
    };
  }, [seconds, revalidate]);
  const hydrated = useHydrated();
  return (
    <p>
      {t('quizForm.endsAtEndsat', { endsAt })}{' '}
      {hydrated && (
        <span role="timer" className="font-semibold tabular-nums">
          {t('quizForm.leftLeft', { left: clockText(left) })}
        </span>
      )}
    </p>
  );
}

type QuestionProps = { question: Question; number: number; entered: string[] };

const pointsText = (points: number) => t('quizForm.pointsPoints', { points });

function QuestionField({ question, number, entered }: QuestionProps) {
  const { id, type, text, points, options, value } = question;
  const name = `q-${id}`;
  const stored = value === null ? [] : [value].flat().map(String);
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
  if (type === 'number' || type === 'text') {
    return (
      <div className="field">
        {shown}
        <label className="field-label" htmlFor={name}>
          {title}
        </label>
        <input
          id={name}
          name={name}
          type="text"
          className="control"
          autoComplete="off"
          inputMode={type === 'number' ? 'decimal' : undefined}
          maxLength={500}
          defaultValue={values[0] ?? ''}
        />
      </div>
    );
  }
  const choices =
    type === 'boolean'
      ? [
          { id: 'true', text: t('quizForm.true') },
          { id: 'false', text: t('quizForm.false') },
        ]
      : options;
  return (
    <fieldset className="field">
      <legend className="field-label mb-1.5">{title}</legend>
      {shown}
      <div className="grid gap-1">
        {choices.map((choice) => (
          <label className="choice" data-plain="" key={choice.id}>
            <input
              type={type === 'multiple' ? 'checkbox' : 'radio'}
              name={name}
              value={choice.id}
              defaultChecked={values.includes(choice.id)}
            />
            <span dir="auto">{choice.text}</span>
          </label>
        ))}
      </div>
    </fieldset>
  );
}
