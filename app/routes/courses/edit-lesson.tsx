import { lessonToEdit } from '#app/courses/lessons/lesson-to-edit.server.ts';
import { textLessonSchema } from '#app/courses/lessons/text.schema.ts';
import { updateTextLesson } from '#app/courses/lessons/update-text-lesson.server.ts';
import { LESSON_SAVED } from '#app/courses/texts.ts';
import { form, intentAction, type Submission } from '#app/routes/form.server.ts';
import { redirectWithToast } from '#app/routes/redirects.server.ts';
import { LONG_FORM_BYTES } from '#app/server/edge/body-limit.ts';
import type { RouteNeeds } from '#app/server/edge/route-needs.server.ts';
import { actorContext } from '#app/server/session/context.server.ts';
import { ButtonLink } from '#app/ui/button.tsx';
import { Card } from '#app/ui/card.tsx';
import { PageHeader } from '#app/ui/page-header.tsx';
import { pageMeta } from '#app/ui/page-meta.ts';
import { PageToast } from '#app/ui/toast.tsx';
import type { Route } from './+types/edit-lesson';
import { modulesPage } from './course-videos-path.ts';
import { TextLessonForm } from './text-lesson-form.tsx';

export const handle = { body: [{ bytes: LONG_FORM_BYTES }] } satisfies RouteNeeds;

export const meta = ({ loaderData }: Route.MetaArgs) =>
  pageMeta(loaderData?.title ?? 'Lesson', 'Edit a lesson of a course.');

export const loader = ({ params, context }: Route.LoaderArgs) => {
  const { ownerId: _, ...lesson } = lessonToEdit(context.get(actorContext), params.id, params.lessonId);
  return lesson;
};

const back =
  (message: string) =>
  (_: unknown, { params }: Submission) =>
    redirectWithToast(`/admin/courses/${params.id}/lessons/${params.lessonId}`, message);

export const action = intentAction(
  {
    text: form({
      schema: textLessonSchema,
      perform: (input, { actor, params }) => updateTextLesson(actor, params.lessonId ?? '', input),
      outcome: back(LESSON_SAVED),
    }),
  },
  { bytes: LONG_FORM_BYTES },
);

export default function EditLesson({ loaderData, actionData }: Route.ComponentProps) {
  const { id, title, duration, moduleId, course, text } = loaderData;
  return (
    <div className="narrow-page">
      <PageToast toast={actionData?.toast} />
      <PageHeader
        title="Edit Lesson"
        lead={title}
        crumbs={[
          { label: 'My Courses', to: '/admin/courses' },
          { label: course.title, to: modulesPage(course.id, moduleId) },
          { label: title },
        ]}
        actions={
          <ButtonLink to={`/course/${course.id}?lesson=${id}`} variant="secondary">
            View lesson
          </ButtonLink>
        }
      />
      {text !== null && (
        <Card>
          <TextLessonForm
            intent="text"
            values={{ title, duration, text }}
            failure={actionData}
            button="Save Lesson"
          />
        </Card>
      )}
    </div>
  );
}
