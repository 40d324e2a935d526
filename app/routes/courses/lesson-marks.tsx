import { Check } from 'lucide';
import { useNavigation } from 'react-router';
import { type Conversion, conversionText } from '#app/courses/conversions/conversion.ts';
import type { LessonState } from '#app/courses/progress/report-progress.server.ts';
import { Form } from '#app/routes/owned-form.tsx';
import { Progress } from '#app/ui/figures.tsx';
import { Badge } from '#app/ui/list-parts.tsx';
import { ButtonLink, type ButtonLook, Icon, SubmitButton } from '#app/ui/page.tsx';
import { t } from '#messages';

export const lessonTypes = () => ({
  video: t('lessonType.video'),
  text: t('lessonType.text'),
  quiz: t('lessonType.quiz'),
});

const labels = (): Record<LessonState, string> => ({
  new: t('lessonMarks.new'),
  begun: t('lessonMarks.begun'),
  done: t('lessonMarks.done'),
});

/** Whether the learner has begun or done a lesson. */
export const LessonStateBadge = ({ state }: { state: LessonState }) => (
  <Badge tone={state === 'done' ? 'success' : state === 'begun' ? 'info' : 'neutral'}>
    {state === 'done' && <Icon of={Check} />}
    {labels()[state]}
  </Badge>
);

type LessonMarkProps = { lessonId: string; isDone: boolean };

/** Marks the lesson as done and leads on, also if it is done already. 'Not done' takes the mark back. */
export function LessonMark({ lessonId, isDone }: LessonMarkProps) {
  const sent = useNavigation().formData;
  const pending = sent?.get('intent') === 'mark' ? sent.get('done') : null;
  return (
    <Form method="post" className="flex flex-wrap gap-3">
      <input type="hidden" name="intent" value="mark" />
      <input type="hidden" name="lessonId" value={lessonId} />
      <SubmitButton name="done" value="true" pending={pending === 'true'} pendingText={t('common.saving')}>
        {t('lessonMarks.doneContinue')}
      </SubmitButton>
      {isDone && (
        <SubmitButton
          name="done"
          value="false"
          variant="quiet"
          pending={pending === 'false'}
          pendingText={t('common.saving')}
        >
          {t('lessonMarks.notDone')}
        </SubmitButton>
      )}
    </Form>
  );
}

type NextLessonProps = { next: { id: string; title: string } } & Pick<ButtonLook, 'variant'>;

export const NextLesson = ({ next, variant }: NextLessonProps) => (
  <ButtonLink to={`?lesson=${next.id}#lesson`} variant={variant} className="max-w-full">
    {t('course.nextLessonTitle', { title: next.title })}
  </ButtonLink>
);

type OpenLearnedProps = { id: string; title: string; percent: number };

/** The link to the lessons of a course, by what is done of them. */
export function OpenLearned({ id, title, percent }: OpenLearnedProps) {
  const [text, name] =
    percent === 0
      ? [t('myLearning.start'), t('myLearning.startTitle', { title })]
      : percent === 100
        ? [t('myLearning.lookAgain'), t('myLearning.lookAgainTitle', { title })]
        : [t('myLearning.continue'), t('myLearning.continueTitle', { title })];
  return (
    <ButtonLink
      to={`/course/${id}#lesson`}
      variant={percent === 100 ? 'secondary' : 'primary'}
      aria-label={name}
      className="justify-self-start"
    >
      {text}
    </ButtonLink>
  );
}

/** The progress of a conversion, or why a video is not converted. */
export function ConversionNote({ conversion }: { conversion: Conversion }) {
  const text = conversionText(conversion);
  if (conversion.state !== 'running') return <p className="mt-1 text-sm text-muted">{text}</p>;
  return (
    <div className="mt-2 max-w-sm">
      <Progress label={text} value={conversion.percent} />
    </div>
  );
}
