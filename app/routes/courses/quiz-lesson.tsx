import { CircleCheck, CircleX } from 'lucide';
import { Link, useNavigation } from 'react-router';
import { formatPercent } from '#app/messages/format-numbers.ts';
import type { ShownQuiz } from '#app/routes/courses/shown-quiz.server.ts';
import { Form } from '#app/routes/owned-form.tsx';
import type { FormError } from '#app/shared/form-error.ts';
import { Badge, Facts } from '#app/ui/list-parts.tsx';
import { Alert, type ButtonLook, Card, Icon, rich, SubmitButton } from '#app/ui/page.tsx';
import { t } from '#messages';
import { NextLesson } from './lesson-marks.tsx';
import { QuizForm } from './quiz-form.tsx';

type QuizLessonProps = {
  quiz: ShownQuiz;
  lessonId: string;
  /** The lesson to which a passed quiz leads. */
  next: { id: string; title: string } | null;
  failure: FormError | undefined;
};

/** '2 hours', '90 seconds': a time limit in its largest whole unit. */
function durationText(seconds: number): string {
  if (seconds % 3_600 === 0) return t('quizLesson.hours', { count: seconds / 3_600 });
  return seconds % 60 === 0
    ? t('quizLesson.minutes', { count: seconds / 60 })
    : t('quizLesson.seconds', { count: seconds });
}

/** A quiz: the open attempt, or the result of the last one, and its description. */
export function QuizLesson({ quiz, lessonId, next, failure }: QuizLessonProps) {
  const { open, result, ended, attemptsLeft } = quiz;
  const link = (id: string, endedAt: string) => (
    <Link
      to={`?${new URLSearchParams({ lesson: lessonId, attempt: id })}#quiz-result`}
      className="link"
      aria-current={id === result?.id ? 'true' : undefined}
    >
      {endedAt}
    </Link>
  );
  const begin = (
    <BeginForm quiz={quiz} lessonId={lessonId} variant={result?.passed ? 'secondary' : 'primary'} />
  );
  return (
    <div className="grid gap-5">
      {open && <QuizForm key={open.id} attempt={open} lessonId={lessonId} failure={failure} />}
      {result && (
        <section aria-labelledby="quiz-result" className="grid gap-4">
          <Outcome result={result} />
          {!open && (
            <div className="flex flex-wrap items-center gap-3">
              {result.passed && next && <NextLesson next={next} />}
              {begin}
            </div>
          )}
          <Answers questions={result.questions} />
        </section>
      )}
      {!open && (
        <Card className="grid gap-4">
          <Facts
            facts={[
              [t('common.questions'), quiz.questionCount],
              [t('common.points'), quiz.points],
              [
                t('quizLesson.passedWith'),
                t('quizLesson.passmarkOfThePoints', { passMark: formatPercent(quiz.passMark / 100) }),
              ],
              [
                t('quizLesson.timeLimit'),
                quiz.timeLimit === null ? t('quizLesson.none') : durationText(quiz.timeLimit),
              ],
              [t('quizLesson.attemptsLeft'), attemptsLeft ?? t('quizLesson.anyNumber')],
            ]}
          />
          {!result && begin}
        </Card>
      )}
      {ended.length > 1 && (
        <nav aria-label={t('quizLesson.yourAttempts')}>
          <h3 className="mb-2 text-lg">{t('quizLesson.yourAttempts')}</h3>
          <ul className="grid gap-1">
            {ended.map(({ id, endedAt, score, points, passed }) => {
              const values = { endedAt: link(id, endedAt), score, points };
              return (
                <li key={id}>
                  {passed
                    ? rich('quizLesson.endedatScoreOfPointsPassed', values)
                    : rich('quizLesson.endedatScoreOfPointsNotPassed', values)}
                </li>
              );
            })}
          </ul>
        </nav>
      )}
    </div>
  );
}

type BeginFormProps = Pick<QuizLessonProps, 'quiz' | 'lessonId'> & Pick<ButtonLook, 'variant'>;

function BeginForm({ quiz, lessonId, variant }: BeginFormProps) {
  const pending = useNavigation().formData?.get('intent') === 'begin-attempt';
  if (!quiz.isEnrolled) return <p>{t('quizLesson.enrolInThisCourseToTakeTheQuiz')}</p>;
  if (quiz.points === 0) return <p>{t('common.thisQuizHasNoQuestionsYet')}</p>;
  if (quiz.attemptsLeft === 0) return <p>{t('common.youHaveNoAttemptLeft')}</p>;
  return (
    <Form method="post" preventScrollReset>
      <input type="hidden" name="lessonId" value={lessonId} />
      <SubmitButton
        name="intent"
        value="begin-attempt"
        variant={variant}
        pending={pending}
        pendingText={t('quizLesson.starting')}
      >
        {quiz.ended.length === 0 ? t('quizLesson.beginQuiz') : t('common.tryAgain')}
      </SubmitButton>
    </Form>
  );
}

type Result = NonNullable<ShownQuiz['result']>;

const Outcome = ({ result }: { result: Result }) => (
  <Alert tone={result.passed ? 'success' : 'warning'}>
    <h3 id="quiz-result" tabIndex={-1} className="alert-title">
      {result.passed ? t('quizLesson.passed') : t('quizLesson.notPassed')}
    </h3>
    <p>
      {t('quizLesson.scoreOfPointsPointsOnEndedat', {
        score: result.score,
        points: result.points,
        endedAt: result.endedAt,
      })}
    </p>
    {!result.showsAnswers && <p>{t('quizLesson.theCorrectAnswersAreShownOnceYouHavePassed')}</p>}
  </Alert>
);

/** The answers of an attempt, with the correct ones and explanations. */
const Answers = ({ questions }: Pick<Result, 'questions'>) => (
  <ol className="grid gap-4">
    {questions.map((question, index) => (
      <li key={question.id} className="card grid gap-2 p-4">
        <p className="flex flex-wrap gap-2">
          <Badge tone={question.isCorrect ? 'success' : 'danger'}>
            <Icon of={question.isCorrect ? CircleCheck : CircleX} />
            {question.isCorrect ? t('quizLesson.correct') : t('quizLesson.notCorrect')}
          </Badge>
          <span className="text-sm text-muted">
            {t('quizLesson.scoreOfPoints', { score: question.score, points: question.points })}
          </span>
        </p>
        <p dir="auto" className="font-semibold whitespace-pre-line">
          {index + 1}. {question.text}
        </p>
        <p dir="auto">
          {t('quizLesson.yourAnswer', { answer: question.answer ?? t('quizLesson.noAnswer') })}
        </p>
        {!question.isCorrect && question.correct !== undefined && (
          <p dir="auto">{t('quizLesson.correctCorrect', { correct: question.correct })}</p>
        )}
        {question.explanation && (
          <p dir="auto" className="text-muted whitespace-pre-line">
            {question.explanation}
          </p>
        )}
      </li>
    ))}
  </ol>
);
