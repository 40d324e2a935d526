import {
  ArrowDown,
  ArrowUp,
  CirclePlay,
  Eye,
  EyeOff,
  GripVertical,
  Paperclip,
  Pencil,
  Trash2,
  Video,
} from 'lucide';
import type { DragEvent } from 'react';
import { useSubmit } from 'react-router';
import type { Conversion } from '#app/courses/conversions/conversion.ts';
import type { Lesson } from '#app/courses/course.server.ts';
import { shownDuration } from '#app/courses/duration.ts';
import { Form, useOwner } from '#app/routes/owned-form.tsx';
import { useHydrated } from '#app/ui/form.tsx';
import { IconButton, IconLink } from '#app/ui/icon-button.tsx';
import { Badge } from '#app/ui/list-parts.tsx';
import { Icon } from '#app/ui/page.tsx';
import { t } from '#messages';
import { ConversionNote, lessonTypes } from './lesson-marks.tsx';

/** What can be dragged. A lesson is dropped on lessons and modules, a module on modules. */
type Dragged = 'lesson' | 'module';

const typeOf = (dragged: Dragged) => `application/x-course-${dragged}`;

/** A handle with which a mouse drags an item. The buttons beside it do the same by keyboard and touch. */
export function DragHandle({ dragged, id }: { dragged: Dragged; id: string }) {
  const hydrated = useHydrated();
  if (!hydrated) return null;
  return (
    <span
      draggable
      aria-hidden="true"
      className="drag-handle"
      onDragStart={({ dataTransfer }) => {
        dataTransfer.setData(typeOf(dragged), id);
        dataTransfer.effectAllowed = 'move';
      }}
    >
      <Icon of={GripVertical} />
    </span>
  );
}

type Drop = {
  dragged: Dragged;
  page: string;
  courseId: string;
  /** The module of a lesson's new place. */
  moduleId?: string;
  /** From 1. Without it, the end. */
  position?: number;
};

/** The handlers of an element on which items are dropped. */
export function useDrop({ dragged, page, courseId, moduleId, position }: Drop) {
  const submit = useSubmit();
  const owner = useOwner();
  const type = typeOf(dragged);
  return {
    onDragOver(event: DragEvent) {
      if (!event.dataTransfer.types.includes(type)) return;
      event.preventDefault();
      event.stopPropagation();
    },
    onDrop(event: DragEvent) {
      const id = event.dataTransfer.getData(type);
      if (!id) return;
      event.preventDefault();
      event.stopPropagation();
      const fields = {
        ...(owner && { shownFor: owner }),
        intent: `place-${dragged}`,
        courseId,
        id,
        ...(moduleId !== undefined && { moduleId }),
        ...(position !== undefined && { position: String(position) }),
      };
      void submit(fields, { method: 'post', action: page, preventScrollReset: true });
    },
  };
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

type LessonFactsProps = Pick<LessonRowProps, 'lesson' | 'conversion'>;

const LessonFacts = ({ lesson: { title, duration, type, isDraft }, conversion }: LessonFactsProps) => (
  <div className="min-w-0 flex-1 basis-44">
    <p className="font-semibold">{title}</p>
    <p className="flex flex-wrap items-center gap-3 text-sm text-muted">
      <bdi>{shownDuration(duration)}</bdi>
      {isDraft && <Badge tone="warning">{t('common.draft')}</Badge>}
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
);

/** A lesson of a module, for its author. */
export function LessonRow({ page, place, lessonPage, lesson, conversion, leaving, move }: LessonRowProps) {
  const { id, title, type, isDraft } = lesson;
  const drop = useDrop({ dragged: 'lesson', page, ...place });
  const { courseId, moduleId } = place;
  const inPlace = { prefetch: 'none', preventScrollReset: true } as const;
  return (
    <li className="max-sm:flex-wrap" inert={leaving} data-leaving={leaving ? '' : undefined} {...drop}>
      <DragHandle dragged="lesson" id={id} />
      <LessonFacts lesson={lesson} conversion={conversion} />
      <div className="flex flex-wrap">
        {type === 'video' && (
          <IconLink
            to={`${page}&play=${id}`}
            {...inPlace}
            icon={CirclePlay}
            label={t('modulePanel.playTitle', { title })}
          />
        )}
        <IconLink
          to={type === 'video' ? `${page}&editLesson=${id}` : lessonPage}
          {...inPlace}
          icon={Pencil}
          label={t('common.editTitle', { title })}
        />
        {type === 'video' && (
          <IconLink
            to={lessonPage}
            {...inPlace}
            icon={Paperclip}
            label={t('modulePanel.filesAndCaptionsOfTitle', { title })}
          />
        )}
        <IconLink
          to={`${page}&deleteLesson=${id}`}
          {...inPlace}
          icon={Trash2}
          label={t('common.deleteTitle', { title })}
        />
        <Form method="post" action={page} className="flex" preventScrollReset>
          <Hidden fields={{ intent: 'draft-lesson', courseId, moduleId, id, draft: String(!isDraft) }} />
          <IconButton
            icon={isDraft ? Eye : EyeOff}
            label={
              isDraft ? t('modulePanel.publishTitle', { title }) : t('modulePanel.makeTitleADraft', { title })
            }
          />
        </Form>
        {move}
      </div>
    </li>
  );
}

/** Hidden fields of a form. */
export const Hidden = ({ fields }: { fields: Record<string, string> }) =>
  Object.entries(fields).map(([name, value]) => <input key={name} type="hidden" name={name} value={value} />);

type MoveProps = {
  intent: string;
  label: string;
  fields: Record<string, string>;
  first: boolean;
  last: boolean;
};

/** Buttons that move an item one place up or down. */
export const Move = ({ intent, label, fields, first, last }: MoveProps) =>
  first && last ? null : (
    <Form method="post" className="flex" preventScrollReset>
      <Hidden fields={{ intent, ...fields }} />
      <IconButton
        name="direction"
        value="up"
        disabled={first}
        icon={ArrowUp}
        label={t('modulePanel.moveLabelUp', { label })}
      />
      <IconButton
        name="direction"
        value="down"
        disabled={last}
        icon={ArrowDown}
        label={t('modulePanel.moveLabelDown', { label })}
      />
    </Form>
  );
