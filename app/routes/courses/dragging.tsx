import { GripVertical } from 'lucide';
import type { DragEvent } from 'react';
import { useSubmit } from 'react-router';
import { useOwner } from '#app/routes/owned-form.tsx';
import { useHydrated } from '#app/ui/hydrated.ts';
import { Icon } from '#app/ui/icon.tsx';

/** What can be dragged. A lesson is dropped on lessons and modules, a module on modules. */
export type Dragged = 'lesson' | 'module';

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
