import { andChooseSmaller, lessonFileTooLarge, MOST_LESSON_FILE_FORM } from '#app/files/media/texts.ts';
import {
  changeLesson,
  editedLesson,
  uploadCaptions,
  uploadFile,
  uploadQuestions,
} from '#app/routes/courses/edit-lesson.server.ts';
import { Form } from '#app/routes/owned-form.tsx';
import { isUpload } from '#app/routes/upload-action.server.ts';
import { LONG_FORM_BYTES } from '#app/server/edge/body-limit.ts';
import type { RouteNeeds } from '#app/server/edge/route-needs.server.ts';
import { actorContext } from '#app/server/session/context.server.ts';
import { Select } from '#app/ui/form.tsx';
import { ButtonLink, Card, PageHeader, pageMeta, SubmitButton } from '#app/ui/page.tsx';
import { PageToast } from '#app/ui/toast.tsx';
import { t } from '#messages';
import type { Route } from './+types/edit-lesson';
import { CaptionsCard } from './captions-card.tsx';
import { modulesPage } from './course-videos-path.ts';
import { LessonFilesCard } from './lesson-files-card.tsx';
import { QuizEditor } from './quiz-editor.tsx';
import { TextLessonForm } from './text-lesson-form.tsx';

export const handle = {
  body: [{ bytes: LONG_FORM_BYTES }],
  upload: { bytes: MOST_LESSON_FILE_FORM, tooLarge: andChooseSmaller(lessonFileTooLarge) },
} satisfies RouteNeeds;

export const meta = ({ loaderData }: Route.MetaArgs) =>
  pageMeta(loaderData?.title ?? t('common.lesson'), t('editLesson.editALessonOfACourse'));

export const loader = ({ params, url, context }: Route.LoaderArgs) =>
  editedLesson(context.get(actorContext), params, url.searchParams);

export const action = Object.assign(
  async (args: Route.ActionArgs) => {
    if (!isUpload(args)) return changeLesson(args);
    const upload = args.url.searchParams.get('upload');
    if (upload === 'captions') return uploadCaptions(args);
    return upload === 'file' ? uploadFile(args) : uploadQuestions(args);
  },
  { intents: [...changeLesson.intents, 'questions', 'file', 'captions'] },
);

type ModuleChoiceProps = Pick<Route.ComponentProps['loaderData'], 'modules' | 'moduleId'>;

const ModuleChoice = ({ modules, moduleId }: ModuleChoiceProps) => (
  <Card>
    <h2 className="mb-4 text-xl">{t('common.module')}</h2>
    <Form method="post" className="flex flex-wrap items-end gap-3">
      <div className="min-w-48 flex-1">
        <Select
          label={t('editLesson.moveToModule')}
          name="moduleId"
          defaultValue={moduleId}
          options={modules.map((module) => ({ value: module.id, label: module.title }))}
        />
      </div>
      <SubmitButton name="intent" value="move" variant="secondary">
        {t('editLesson.move')}
      </SubmitButton>
    </Form>
  </Card>
);

export default function EditLesson({ loaderData, actionData }: Route.ComponentProps) {
  const { id, type, title, duration, moduleId, modules, course, text, quiz, files, captions } = loaderData;
  const failure = actionData?.ok === false ? actionData : undefined;
  const failureOf = (...intents: string[]) => (intents.includes(failure?.intent ?? '') ? failure : undefined);
  const path = `/admin/courses/${course.id}/lessons/${id}`;
  return (
    <div className="narrow-page">
      <PageToast toast={actionData?.toast} />
      <PageHeader
        title={t('common.editLesson')}
        lead={title}
        crumbs={[
          { label: t('common.myCourses'), to: '/admin/courses' },
          { label: course.title, to: modulesPage(course.id, moduleId) },
          { label: title },
        ]}
        actions={
          <ButtonLink to={`/course/${course.id}?lesson=${id}#lesson`} variant="secondary">
            {t('common.viewAsLearner')}
          </ButtonLink>
        }
      />
      <div className="grid gap-6">
        {quiz && <QuizEditor quiz={quiz} path={path} failure={failure} />}
        {text !== null && (
          <Card>
            <TextLessonForm
              intent="text"
              values={{ title, duration, text }}
              failure={failureOf('text')}
              button={t('common.saveLesson')}
              lessonId={id}
              filesTo={`${path}?upload=file`}
            />
          </Card>
        )}
        {type === 'video' && (
          <p>
            <ButtonLink
              to={`/admin/course-videos?courseId=${course.id}&open=${moduleId}&editLesson=${id}`}
              variant="secondary"
            >
              {t('editLesson.editTitleDurationAndVideo')}
            </ButtonLink>
          </p>
        )}
        {type === 'video' && (
          <CaptionsCard
            captions={captions}
            languages={loaderData.captionLanguages}
            path={path}
            failure={failureOf('captions', 'remove-captions')}
            mended={actionData?.ok ? actionData.mended : undefined}
          />
        )}
        <LessonFilesCard files={files} path={path} failure={failureOf('file', 'remove-file')} />
        {modules.length > 1 && <ModuleChoice modules={modules} moduleId={moduleId} />}
      </div>
    </div>
  );
}
