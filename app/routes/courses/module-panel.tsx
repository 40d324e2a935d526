import { ChevronDown, Eye, EyeOff, Pencil, Plus, RotateCw, Trash2 } from 'lucide';
import { useEffect, useState } from 'react';
import type { Conversion } from '#app/courses/conversions/conversion.ts';
import type { Module } from '#app/courses/course.server.ts';
import { Form } from '#app/routes/owned-form.tsx';
import type { FormError } from '#app/shared/form-error.ts';
import { TextField } from '#app/ui/form.tsx';
import { Badge } from '#app/ui/list-parts.tsx';
import { Button, ButtonLink, Icon, SubmitButton } from '#app/ui/page.tsx';
import { t } from '#messages';
import { DragHandle, Hidden, LessonRow, Move, useDrop } from './lesson-row.tsx';

type ModulePanelProps = {
  courseId: string;
  module: Module;
  /** Of videos that browsers cannot play, by the path of the video. */
  conversions: Record<string, Conversion>;
  open: boolean;
  /** Its place in the course, from 1. */
  position: number;
  first: boolean;
  last: boolean;
  /** Whether the title is being edited. */
  renaming: boolean;
  /** Whether the module is being deleted. It is dimmed and inert until the response arrives. */
  leaving: boolean;
  /** The lesson that is being deleted. */
  leavingLesson: string | undefined;
};

/** A module with its lessons, for its author. */
export function ModulePanel({
  courseId,
  module,
  conversions,
  open,
  position,
  leaving,
  leavingLesson,
  renaming,
  ...place
}: ModulePanelProps) {
  const page = `/admin/course-videos?courseId=${courseId}`;
  const { id, title, lessons, isDraft } = module;
  const moduleDrop = useDrop({ dragged: 'module', page, courseId, position });
  const lessonDrop = useDrop({ dragged: 'lesson', page, courseId, moduleId: id });
  return (
    <details
      id={`module-${id}`}
      className="module card"
      open={open || renaming}
      inert={leaving}
      data-leaving={leaving ? '' : undefined}
      {...lessonDrop}
    >
      <summary {...moduleDrop}>
        <DragHandle dragged="module" id={id} />
        <h2 className="min-w-0 flex-1 text-lg">{title}</h2>
        {isDraft && <Badge tone="warning">{t('common.draft')}</Badge>}
        <span className="text-sm text-muted">{t('common.countLessons', { count: lessons.length })}</span>
        <Icon of={ChevronDown} className="accordion-chevron" />
      </summary>
      <div className="grid gap-4 p-4 pt-0">
        {renaming && <RenameForm page={page} courseId={courseId} {...module} />}
        <ModuleActions page={page} courseId={courseId} module={module} {...place} />
        {lessons.length === 0 ? (
          <p className="text-muted">{t('common.noLessonsInThisModule')}</p>
        ) : (
          <Lessons
            courseId={courseId}
            module={module}
            conversions={conversions}
            leavingLesson={leavingLesson}
          />
        )}
      </div>
    </details>
  );
}

type RenameFormProps = { page: string; courseId: string; id: string; title: string };

const RenameForm = ({ page, courseId, id, title }: RenameFormProps) => (
  <Form method="post" action={page} className="flex flex-wrap items-end gap-3" preventScrollReset>
    <Hidden fields={{ intent: 'rename-module', courseId, id }} />
    <div className="min-w-0 flex-1 basis-44">
      <TextField
        label={t('common.moduleTitle')}
        name="title"
        required
        maxLength={200}
        defaultValue={title}
        autoFocus
        onFocus={({ currentTarget }) => currentTarget.select()}
      />
    </div>
    <SubmitButton>{t('common.save')}</SubmitButton>
    <ButtonLink to={`${page}&open=${id}`} variant="secondary" preventScrollReset>
      {t('common.cancel')}
    </ButtonLink>
  </Form>
);

type ModuleActionsProps = Pick<ModulePanelProps, 'courseId' | 'module' | 'first' | 'last'> & { page: string };

const ModuleActions = ({ page, courseId, module: { id, title, isDraft }, ...place }: ModuleActionsProps) => (
  <div className="flex flex-wrap items-center gap-2">
    <ButtonLink to={`${page}&addLesson=${id}`} size="small" preventScrollReset>
      <Icon of={Plus} />
      {t('modulePanel.addLesson')}
    </ButtonLink>
    <ButtonLink to={`${page}&rename=${id}`} variant="secondary" size="small" preventScrollReset>
      <Icon of={Pencil} />
      {t('modulePanel.rename')}
    </ButtonLink>
    <ButtonLink to={`${page}&deleteModule=${id}`} variant="danger" size="small" preventScrollReset>
      <Icon of={Trash2} />
      {t('modulePanel.deleteModule')}
    </ButtonLink>
    <Form method="post" action={page} preventScrollReset>
      <Hidden fields={{ intent: 'draft-module', courseId, id, draft: String(!isDraft) }} />
      <SubmitButton variant="secondary" size="small">
        <Icon of={isDraft ? Eye : EyeOff} />
        {isDraft ? t('modulePanel.publishModule') : t('modulePanel.makeDraft')}
      </SubmitButton>
    </Form>
    <Move intent="move-module" label={title} fields={{ courseId, id }} {...place} />
  </div>
);

type LessonsProps = Pick<ModulePanelProps, 'courseId' | 'module' | 'conversions' | 'leavingLesson'>;

const Lessons = ({ courseId, module: { id, lessons }, conversions, leavingLesson }: LessonsProps) => (
  <ol className="lesson-rows">
    {lessons.map((lesson, index) => (
      <LessonRow
        key={lesson.id}
        page={`/admin/course-videos?courseId=${courseId}`}
        place={{ courseId, moduleId: id, position: index + 1 }}
        lessonPage={`/admin/courses/${courseId}/lessons/${lesson.id}`}
        lesson={lesson}
        conversion={conversions[lesson.videoPath ?? '']}
        leaving={leavingLesson === lesson.id}
        move={
          <Move
            intent="move-lesson"
            label={lesson.title}
            fields={{ courseId, moduleId: id, id: lesson.id }}
            first={index === 0}
            last={index === lessons.length - 1}
          />
        }
      />
    ))}
  </ol>
);

/** A module that could not be saved. It exists only on the page, with a temporary id. */
type UnsavedModule = { id: string };

let count = 0;

/** The unsaved modules, and a function that removes one of them. */
export function useUnsavedModules(answer: FormError | undefined) {
  const [unsaved, setUnsaved] = useState<UnsavedModule[]>([]);
  useEffect(() => {
    if (answer?.intent === 'add-module') {
      count += 1;
      const id = `unsaved-${count}`;
      setUnsaved((known) => [...known, { id }]);
    }
  }, [answer]);
  return { unsaved, drop: (id: string) => setUnsaved((known) => known.filter((one) => one.id !== id)) };
}

export const AddModule = ({ courseId, label }: { courseId: string; label: string }) => (
  <Form method="post" preventScrollReset>
    <input type="hidden" name="intent" value="add-module" />
    <input type="hidden" name="courseId" value={courseId} />
    <SubmitButton>
      <Icon of={Plus} />
      {label}
    </SubmitButton>
  </Form>
);

type PanelProps = { courseId: string; id: string; number: number; onDrop: () => void };

/** A module that is not saved, with a notice. */
export const UnsavedModulePanel = ({ courseId, id, number, onDrop }: PanelProps) => (
  <section className="card grid gap-3 border-dashed p-4" aria-labelledby={id}>
    <div className="flex flex-wrap items-center gap-3">
      <h2 id={id} className="min-w-0 flex-1 text-lg">
        {t('common.moduleNumberNewModule', { number })}
      </h2>
      <Badge tone="warning">{t('unsavedModules.notSaved')}</Badge>
    </div>
    <p className="text-sm text-muted">{t('unsavedModules.thisModuleCouldNotBeSaved')}</p>
    <div className="flex flex-wrap gap-2">
      {/* Hidden while it is being sent. On failure it reappears, on success as a saved module. */}
      <Form method="post" preventScrollReset onSubmit={onDrop}>
        <input type="hidden" name="intent" value="add-module" />
        <input type="hidden" name="courseId" value={courseId} />
        <Button type="submit" variant="secondary" size="small">
          <Icon of={RotateCw} />
          {t('unsavedModules.saveAgain')}
        </Button>
      </Form>
      <Button variant="danger" size="small" onClick={onDrop}>
        <Icon of={Trash2} />
        {t('common.remove')}
      </Button>
    </div>
  </section>
);
