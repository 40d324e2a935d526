import {
  ArrowDown,
  ArrowUp,
  ChevronDown,
  CirclePlay,
  Eye,
  EyeOff,
  Paperclip,
  Pencil,
  Plus,
  Trash2,
  Video,
} from 'lucide';
import type { Conversion } from '#app/courses/conversions/conversion.ts';
import type { Lesson, Module } from '#app/courses/course.server.ts';
import { Form } from '#app/routes/owned-form.tsx';
import { Badge } from '#app/ui/badge.tsx';
import { Button, ButtonLink, SubmitButton } from '#app/ui/button.tsx';
import { TextField } from '#app/ui/field.tsx';
import { Icon } from '#app/ui/icon.tsx';
import { t } from '#messages';
import { ConversionNote } from './conversion-note.tsx';
import { DragHandle, useDrop } from './dragging.tsx';
import { lessonTypes } from './lesson-type.ts';

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
        {isDraft && <Badge tone="warning">{t('modulePanel.draft')}</Badge>}
        <span className="text-sm text-muted">{t('modulePanel.countLessons', { count: lessons.length })}</span>
        <Icon of={ChevronDown} className="accordion-chevron" />
      </summary>
      <div className="grid gap-4 p-4 pt-0">
        {renaming && (
          <Form method="post" action={page} className="flex flex-wrap items-end gap-3" preventScrollReset>
            <Hidden fields={{ intent: 'rename-module', courseId, id }} />
            <div className="min-w-0 flex-1 basis-44">
              <TextField
                label={t('modulePanel.moduleTitle')}
                name="title"
                required
                maxLength={200}
                defaultValue={title}
              />
            </div>
            <SubmitButton>{t('modulePanel.save')}</SubmitButton>
            <ButtonLink to={`${page}&open=${id}`} variant="secondary" preventScrollReset>
              {t('modulePanel.cancel')}
            </ButtonLink>
          </Form>
        )}
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
        {lessons.length === 0 ? (
          <p className="text-muted">{t('modulePanel.noLessonsInThisModule')}</p>
        ) : (
          <ol className="lesson-rows">
            {lessons.map((lesson, index) => (
              <LessonRow
                key={lesson.id}
                page={page}
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
        )}
      </div>
    </details>
  );
}

type LessonRowProps = {
  page: string;
  place: { courseId: string; moduleId: string; position: number };
  lessonPage: string;
  lesson: Lesson;
  conversion: Conversion | undefined;
  leaving: boolean;
  move: React.ReactNode;
};

function LessonRow({ page, place, lessonPage, lesson, conversion, leaving, move }: LessonRowProps) {
  const { id, title, duration, type, isDraft } = lesson;
  const drop = useDrop({ dragged: 'lesson', page, ...place });
  const button = { variant: 'quiet', size: 'icon', prefetch: 'none', preventScrollReset: true } as const;
  return (
    <li className="max-sm:flex-wrap" inert={leaving} data-leaving={leaving ? '' : undefined} {...drop}>
      <DragHandle dragged="lesson" id={id} />
      <div className="min-w-0 flex-1 basis-44">
        <p className="font-semibold">{title}</p>
        <p className="flex flex-wrap items-center gap-3 text-sm text-muted">
          <bdi>{duration}</bdi>
          {isDraft && <Badge tone="warning">{t('modulePanel.draft')}</Badge>}
          {type === 'video' ? (
            <Badge tone="success">
              <Icon of={Video} />
              {t('modulePanel.videoAvailable')}
            </Badge>
          ) : (
            <Badge tone="info">{lessonTypes()[type]}</Badge>
          )}
        </p>
        {conversion && <ConversionNote conversion={conversion} />}
      </div>
      <div className="flex flex-wrap">
        {type === 'video' && (
          <ButtonLink
            to={`${page}&play=${id}`}
            {...button}
            aria-label={t('modulePanel.playTitle', { title })}
          >
            <Icon of={CirclePlay} />
          </ButtonLink>
        )}
        <ButtonLink
          to={type === 'video' ? `${page}&editLesson=${id}` : lessonPage}
          {...button}
          aria-label={t('modulePanel.editTitle', { title })}
        >
          <Icon of={Pencil} />
        </ButtonLink>
        {type === 'video' && (
          <ButtonLink
            to={lessonPage}
            {...button}
            aria-label={t('modulePanel.filesAndCaptionsOfTitle', { title })}
          >
            <Icon of={Paperclip} />
          </ButtonLink>
        )}
        <ButtonLink
          to={`${page}&deleteLesson=${id}`}
          {...button}
          aria-label={t('modulePanel.deleteTitle', { title })}
        >
          <Icon of={Trash2} />
        </ButtonLink>
        <Form method="post" action={page} className="flex" preventScrollReset>
          <Hidden
            fields={{
              intent: 'draft-lesson',
              courseId: place.courseId,
              moduleId: place.moduleId,
              id,
              draft: String(!isDraft),
            }}
          />
          <Button
            type="submit"
            variant="quiet"
            size="icon"
            aria-label={
              isDraft ? t('modulePanel.publishTitle', { title }) : t('modulePanel.makeTitleADraft', { title })
            }
          >
            <Icon of={isDraft ? Eye : EyeOff} />
          </Button>
        </Form>
        {move}
      </div>
    </li>
  );
}

const Hidden = ({ fields }: { fields: Record<string, string> }) =>
  Object.entries(fields).map(([name, value]) => <input key={name} type="hidden" name={name} value={value} />);

type MoveProps = {
  intent: string;
  label: string;
  fields: Record<string, string>;
  first: boolean;
  last: boolean;
};

/** Buttons that move an item one place up or down. */
const Move = ({ intent, label, fields, first, last }: MoveProps) =>
  first && last ? null : (
    <Form method="post" className="flex" preventScrollReset>
      <Hidden fields={{ intent, ...fields }} />
      <Button
        type="submit"
        variant="quiet"
        size="icon"
        name="direction"
        value="up"
        disabled={first}
        aria-label={t('modulePanel.moveLabelUp', { label })}
      >
        <Icon of={ArrowUp} />
      </Button>
      <Button
        type="submit"
        variant="quiet"
        size="icon"
        name="direction"
        value="down"
        disabled={last}
        aria-label={t('modulePanel.moveLabelDown', { label })}
      >
        <Icon of={ArrowDown} />
      </Button>
    </Form>
  );
