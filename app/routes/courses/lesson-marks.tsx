import { Check } from 'lucide';
import { useNavigation } from 'react-router';
import { type Conversion, conversionText } from '#app/courses/conversions/conversion.ts';
import type { LessonState } from '#app/courses/progress/report-progress.server.ts';
import { Form } from '#app/routes/owned-form.tsx';
import { Progress } from '#app/ui/figures.tsx';
import { Badge } from '#app/ui/list-parts.tsx';
import { Icon, SubmitButton } from '#app/ui/page.tsx';
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

/** The button that marks a lesson as done, or takes that back. */
export function LessonMark({ lessonId, state }: { lessonId: string; state: LessonState }) {
  const pending = useNavigation().formData?.get('intent') === 'mark';
  const isDone = state === 'done';
  return (
    <Form method="post" preventScrollReset>
      <input type="hidden" name="intent" value="mark" />
      <input type="hidden" name="lessonId" value={lessonId} />
      <SubmitButton
        name="done"
        value={isDone ? 'false' : 'true'}
        variant={isDone ? 'secondary' : 'primary'}
        pending={pending}
        pendingText={t('common.saving')}
      >
        {isDone ? t('lessonMarks.notDone') : t('lessonMarks.markAsDone')}
      </SubmitButton>
    </Form>
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
