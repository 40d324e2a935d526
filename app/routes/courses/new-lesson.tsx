import { authoredCourse, authoredModule } from '#app/courses/find-course.server.ts';
import { addTextLesson } from '#app/courses/lessons/text-lessons.server.ts';
import { textLessonSchema } from '#app/courses/new-lesson.schema.ts';
import { addQuizLesson } from '#app/courses/quizzes/change-quiz.server.ts';
import { quizFormSchema } from '#app/courses/quizzes/question-fields.ts';
import { lessonAdded } from '#app/courses/texts.ts';
import { form, intentAction, redirectWithToast, type Submission } from '#app/routes/form.server.ts';
import { LONG_FORM_BYTES } from '#app/server/edge/body-limit.ts';
import type { RouteNeeds } from '#app/server/edge/route-needs.server.ts';
import { actorContext } from '#app/server/session/context.server.ts';
import { Card, PageHeader, pageMeta } from '#app/ui/page.tsx';
import { PageToast } from '#app/ui/toast.tsx';
import { t } from '#messages';
import type { Route } from './+types/new-lesson';
import { modulesPage } from './course-videos-path.ts';
import { QuizSettingsForm } from './quiz-settings-form.tsx';
import { TextLessonForm } from './text-lesson-form.tsx';

export const handle = { body: [{ bytes: LONG_FORM_BYTES }] } satisfies RouteNeeds;

export const meta = () => pageMeta(t('newLesson.newLesson'), t('newLesson.addATextOrAQuiz'));

export const loader = ({ params, url, context }: Route.LoaderArgs) => {
  const actor = context.get(actorContext);
  const { id, title } = authoredCourse(actor, params.id);
  const moduleId = url.searchParams.get('module') ?? '';
  authoredModule(actor, moduleId, id);
  return { course: { id, title }, moduleId, isQuiz: url.searchParams.get('type') === 'quiz' };
};

const moduleOf = ({ url }: Submission) => url.searchParams.get('module') ?? '';

export const action = intentAction(
  {
    text: form({
      schema: textLessonSchema,
      perform: (input, submission) =>
        addTextLesson(submission.actor, moduleOf(submission), input, submission.params.id),
      outcome: (_, submission) =>
        redirectWithToast(modulesPage(submission.params.id ?? '', moduleOf(submission)), lessonAdded()),
    }),
    quiz: form({
      schema: quizFormSchema,
      perform: ({ title, duration, ...settings }, submission) =>
        addQuizLesson(
          submission.actor,
          moduleOf(submission),
          { title, duration, quiz: { ...settings, questions: [] } },
          submission.params.id,
        ),
      outcome: ({ id }, { params }) =>
        redirectWithToast(`/admin/courses/${params.id}/lessons/${id}`, lessonAdded()),
    }),
  },
  { bytes: LONG_FORM_BYTES },
);

export default function NewLesson({ loaderData, actionData }: Route.ComponentProps) {
  const { course, moduleId, isQuiz } = loaderData;
  const title = isQuiz ? t('newLesson.newQuiz') : t('newLesson.newTextLesson');
  return (
    <div className="narrow-page">
      <PageToast toast={actionData?.toast} />
      <PageHeader
        title={title}
        crumbs={[
          { label: t('common.myCourses'), to: '/admin/courses' },
          { label: course.title, to: modulesPage(course.id, moduleId) },
          { label: title },
        ]}
      />
      <Card>
        {isQuiz ? (
          <QuizSettingsForm failure={actionData} button={t('common.createLesson')} />
        ) : (
          <TextLessonForm intent="text" failure={actionData} button={t('common.createLesson')} />
        )}
      </Card>
    </div>
  );
}
