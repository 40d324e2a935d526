import { Form } from 'react-router';
import { changeLesson, editedLesson, uploadQuestions } from '#app/routes/courses/edit-lesson.server.ts';
import { isUpload } from '#app/routes/upload-action.server.ts';
import { LONG_FORM_BYTES } from '#app/server/edge/body-limit.ts';
import type { RouteNeeds } from '#app/server/edge/route-needs.server.ts';
import { actorContext } from '#app/server/session/context.server.ts';
import { ButtonLink, SubmitButton } from '#app/ui/button.tsx';
import { Card } from '#app/ui/card.tsx';
import { Select } from '#app/ui/field.tsx';
import { PageHeader } from '#app/ui/page-header.tsx';
import { pageMeta } from '#app/ui/page-meta.ts';
import { PageToast } from '#app/ui/toast.tsx';
import type { Route } from './+types/edit-lesson';
import { modulesPage } from './course-videos-path.ts';
import { QuizEditor } from './quiz-editor.tsx';
import { TextLessonForm } from './text-lesson-form.tsx';

export const handle = {
  body: [{ bytes: LONG_FORM_BYTES }],
  upload: { bytes: LONG_FORM_BYTES },
} satisfies RouteNeeds;

export const meta = ({ loaderData }: Route.MetaArgs) =>
  pageMeta(loaderData?.title ?? 'Lesson', 'Edit a lesson of a course.');

export const loader = ({ params, url, context }: Route.LoaderArgs) =>
  editedLesson(context.get(actorContext), params, url.searchParams);

export const action = Object.assign(
  async (args: Route.ActionArgs) => (isUpload(args) ? uploadQuestions(args) : changeLesson(args)),
  { intents: [...changeLesson.intents, 'questions'] },
);

export default function EditLesson({ loaderData, actionData }: Route.ComponentProps) {
  const { id, title, duration, moduleId, modules, course, text, quiz } = loaderData;
  const path = `/admin/courses/${course.id}/lessons/${id}`;
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
      <div className="grid gap-6">
        {quiz && <QuizEditor quiz={quiz} path={path} failure={actionData} />}
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
        {modules.length > 1 && (
          <Card>
            <h2 className="mb-4 text-xl">Module</h2>
            <Form method="post" className="flex flex-wrap items-end gap-3">
              <div className="min-w-0 flex-1">
                <Select
                  label="Move to module"
                  name="moduleId"
                  defaultValue={moduleId}
                  options={modules.map((module) => ({ value: module.id, label: module.title }))}
                />
              </div>
              <SubmitButton name="intent" value="move" variant="secondary">
                Move
              </SubmitButton>
            </Form>
          </Card>
        )}
      </div>
    </div>
  );
}
