import type { LessonFile } from '#app/courses/lessons/lesson-files.server.ts';
import { LESSON_FILE_EXTENSIONS } from '#app/files/media/lesson-file-types.ts';
import { formatBytes } from '#app/messages/format-numbers.ts';
import { Form } from '#app/routes/owned-form.tsx';
import type { FormError } from '#app/shared/form-error.ts';
import { FileField } from '#app/ui/form.tsx';
import { RemoveButton } from '#app/ui/icon-button.tsx';
import { Card, FormAlert, SubmitButton } from '#app/ui/page.tsx';
import { t } from '#messages';

type LessonFilesCardProps = { files: LessonFile[]; path: string; failure: FormError | undefined };

/** The files of a lesson, for its author. */
export const LessonFilesCard = ({ files, path, failure }: LessonFilesCardProps) => (
  <Card className="grid gap-4" id="files">
    <h2 className="text-xl">{t('common.files')}</h2>
    {files.length > 0 && (
      <ul className="lesson-rows">
        {files.map(({ id, name, bytes, path: href }) => (
          <li key={id}>
            <a href={href} download className="link min-w-0 flex-1 [overflow-wrap:anywhere]">
              {name}
            </a>
            <span className="text-sm text-muted">{formatBytes(bytes)}</span>
            <Form method="post" action={path} className="flex">
              <input type="hidden" name="id" value={id} />
              <RemoveButton intent="remove-file" label={t('lessonFilesCard.removeName', { name })} />
            </Form>
          </li>
        ))}
      </ul>
    )}
    <FormAlert errors={failure?.message} />
    <Form
      // A new form without the file that was uploaded.
      key={files.at(-1)?.id}
      failure={failure}
      method="post"
      action={`${path}?upload=file`}
      encType="multipart/form-data"
      noValidate
      className="form"
      preventScrollReset
    >
      <FileField
        label={t('lessonFilesCard.addAFile')}
        name="file"
        accept={LESSON_FILE_EXTENSIONS.join(',')}
        hint={t('lessonFilesCard.atMost50Mb')}
      />
      <div>
        <SubmitButton variant="secondary">{t('lessonFilesCard.uploadFile')}</SubmitButton>
      </div>
    </Form>
  </Card>
);

/** The files of a lesson, for its learners. */
export const LessonDownloads = ({ files }: { files: LessonFile[] }) =>
  files.length > 0 && (
    <section aria-labelledby="lesson-files" className="mt-4">
      <h3 id="lesson-files" className="mb-2 text-lg">
        {t('common.files')}
      </h3>
      <ul className="grid gap-1">
        {files.map(({ id, name, bytes, path }) => (
          <li key={id}>
            <a href={path} download className="link [overflow-wrap:anywhere]">
              {name}
            </a>{' '}
            <span className="text-sm text-muted">{formatBytes(bytes)}</span>
          </li>
        ))}
      </ul>
    </section>
  );
