import { authoredCourse, authoredModule, courseById } from '#app/courses/find-course.server.ts';
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
import { LessonKinds } from './course-form-parts.tsx';
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
  const lessonCount = courseById(id).modules.reduce((sum, { lessons }) => sum + lessons.length, 0);
  return { course: { id, title }, moduleId, lessonCount, isQuiz: url.searchParams.get('type') === 'quiz' };
};

const moduleOf = ({ url }: Submission) => url.searchParams.get('module') ?? '';

export const action = intentAction(
  {
    text: form({
      schema: textLessonSchema,
      perform: (input, submission) =>
        addTextLesson(submission.actor, moduleOf(submission), input, submission.params.id),
      outcome(_, submission) {
        const [courseId, moduleId] = [submission.params.id ?? '', moduleOf(submission)];
        const page = submission.url.searchParams.has('another')
          ? `/admin/courses/${courseId}/lessons/new?${new URLSearchParams({ module: moduleId })}`
          : modulesPage(courseId, moduleId);
        return redirectWithToast(page, lessonAdded());
      },
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
  const { course, moduleId, lessonCount, isQuiz } = loaderData;
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
      <Card className="grid gap-5">
        <LessonKinds courseId={course.id} moduleId={moduleId} current={isQuiz ? 'quiz' : 'text'} />
        {isQuiz ? (
          <QuizSettingsForm failure={actionData} button={t('common.createLesson')} />
        ) : (
          <TextLessonForm
            // Empty after 'Save and add another'.
            key={lessonCount}
            intent="text"
            failure={actionData}
            button={t('common.createLesson')}
            another={`/admin/courses/${course.id}/lessons/new?module=${moduleId}&another=1`}
          />
        )}
      </Card>
    </div>
  );
}
