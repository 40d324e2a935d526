import { ArrowDown, ArrowUp, Pencil } from 'lucide';
import type { QuestionFields } from '#app/courses/quizzes/question-fields.ts';
import { Form } from '#app/routes/owned-form.tsx';
import type { FormError } from '#app/shared/form-error.ts';
import { LIST_FILES } from '#app/shared/lists/columns.ts';
import { FileField } from '#app/ui/form.tsx';
import { IconButton, IconLink, RemoveButton } from '#app/ui/icon-button.tsx';
import { Badge } from '#app/ui/list-parts.tsx';
import { ButtonAnchor, ButtonLink, Card, FormAlert, SubmitButton } from '#app/ui/page.tsx';
import { t } from '#messages';
import { QuestionForm, typeLabels } from './question-form.tsx';
import { type QuizFormValues, QuizSettingsForm } from './quiz-settings-form.tsx';

/** A quiz for its author. */
export type EditedQuiz = {
  settings: QuizFormValues;
  questions: { id: string; type: string; text: string; points: number; correct: string }[];
  /** The question that the URL opens. */
  open: { id: string; values: QuestionFields } | null;
};

type QuizEditorProps = { quiz: EditedQuiz; path: string; failure: FormError | undefined };

const failureOf = (failure: FormError | undefined, intent: string) =>
  failure?.intent === intent ? failure : undefined;

const AddQuestion = ({ path }: { path: string }) => (
  <nav aria-label={t('quizEditor.addAQuestion')} className="flex flex-wrap gap-2">
    {Object.entries(typeLabels()).map(([type, label]) => (
      <ButtonLink
        key={type}
        to={`${path}?new=${type}#questions`}
        variant="secondary"
        size="small"
        preventScrollReset
      >
        {t('quizEditor.addLabel', { label })}
      </ButtonLink>
    ))}
  </nav>
);

/** The settings and questions of a quiz. */
export function QuizEditor({ quiz, path, failure }: QuizEditorProps) {
  const { settings, questions, open } = quiz;
  return (
    <>
      <Card>
        <QuizSettingsForm
          values={settings}
          failure={failureOf(failure, 'quiz')}
          button={t('common.saveLesson')}
        />
      </Card>
      <Card className="grid gap-5" id="questions">
        <div className="flex flex-wrap items-center justify-between gap-3">
          <h2 className="text-xl">{t('common.questions')}</h2>
          <ButtonLink to={`${path}/results`} variant="secondary" size="small">
            {t('common.results')}
          </ButtonLink>
        </div>
        {questions.length === 0 ? (
          <p className="text-muted">{t('quizEditor.noQuestionsYet')}</p>
        ) : (
          <ol className="lesson-rows">
            {questions.map((question, index) => (
              <QuestionRow
                key={question.id}
                question={question}
                number={index + 1}
                path={path}
                first={index === 0}
                last={index === questions.length - 1}
              />
            ))}
          </ol>
        )}
        {open ? (
          <section aria-labelledby="question-heading" className="grid gap-4">
            <h3 id="question-heading" className="text-lg">
              {t('page.labelValue', {
                label: open.id === '' ? t('quizEditor.newQuestion') : t('quizEditor.editQuestion'),
                value: typeLabels()[open.values.type] ?? '',
              })}
            </h3>
            <QuestionForm
              key={open.id + open.values.type}
              {...open}
              failure={failureOf(failure, 'question')}
              closeTo={path}
            />
          </section>
        ) : (
          <AddQuestion path={path} />
        )}
      </Card>
      <QuestionFile path={path} failure={failureOf(failure, 'questions')} isEmpty={questions.length === 0} />
    </>
  );
}

type QuestionRowProps = {
  question: EditedQuiz['questions'][number];
  number: number;
  path: string;
  first: boolean;
  last: boolean;
};

function QuestionRow({ question, number, path, first, last }: QuestionRowProps) {
  const { id, type, text, points, correct } = question;
  return (
    <li>
      <div className="min-w-0">
        <p dir="auto" className="font-semibold [overflow-wrap:anywhere]">
          {number}. {text}
        </p>
        <p className="flex flex-wrap items-center gap-3 text-sm text-muted">
          <Badge>{typeLabels()[type]}</Badge>
          <span>{t('common.pointsPoints', { points })}</span>
        </p>
        <p dir="auto" className="text-sm text-muted [overflow-wrap:anywhere]">
          {t('quizLesson.correctCorrect', { correct })}
        </p>
      </div>
      <div className="flex flex-wrap">
        <IconLink
          to={`${path}?question=${id}#questions`}
          prefetch="none"
          preventScrollReset
          icon={Pencil}
          label={t('quizEditor.editQuestionNumber', { number })}
        />
        <Form method="post" action={path} className="flex" preventScrollReset>
          <input type="hidden" name="id" value={id} />
          <input type="hidden" name="intent" value="move-question" />
          <IconButton
            name="direction"
            value="up"
            disabled={first}
            icon={ArrowUp}
            label={t('quizEditor.moveQuestionNumberUp', { number })}
          />
          <IconButton
            name="direction"
            value="down"
            disabled={last}
            icon={ArrowDown}
            label={t('quizEditor.moveQuestionNumberDown', { number })}
          />
        </Form>
        <Form method="post" action={path} className="flex" preventScrollReset>
          <input type="hidden" name="id" value={id} />
          <RemoveButton intent="remove-question" label={t('quizEditor.removeQuestionNumber', { number })} />
        </Form>
      </div>
    </li>
  );
}

type QuestionFileProps = { path: string; failure: FormError | undefined; isEmpty: boolean };

/** Questions from a list, and to a CSV file. */
const QuestionFile = ({ path, failure, isEmpty }: QuestionFileProps) => (
  <Card className="grid gap-4">
    <h2 className="text-xl">{t('quizEditor.questionsAsAFile')}</h2>
    <FormAlert errors={failure?.message} />
    <Form
      failure={failure}
      method="post"
      action={`${path}?upload=questions`}
      encType="multipart/form-data"
      noValidate
      className="form"
      preventScrollReset
    >
      <FileField
        label={t('quizEditor.fileWithTheQuestions')}
        name="file"
        accept={LIST_FILES}
        hint={t('quizEditor.aFileWithTheColumnsType')}
      />
      <div className="flex flex-wrap gap-3">
        <SubmitButton variant="secondary">{t('quizEditor.importQuestions')}</SubmitButton>
        {!isEmpty && (
          <ButtonAnchor href={`${path}/questions.csv`} download variant="secondary">
            {t('quizEditor.exportQuestions')}
          </ButtonAnchor>
        )}
      </div>
    </Form>
  </Card>
);
