import { data, redirect } from 'react-router';
import type { Actor } from '#app/accounts/actor.server.ts';
import { addModule } from '#app/courses/add-module.server.ts';
import { deleteLesson } from '#app/courses/delete-lesson.server.ts';
import { deleteModule } from '#app/courses/delete-module.server.ts';
import { findAuthoredCourse } from '#app/courses/find-course.server.ts';
import { renameModule } from '#app/courses/rename-module.server.ts';
import { moveLesson, moveModule } from '#app/courses/reorder.server.ts';
import {
  LESSON_ADDED,
  LESSON_DELETED,
  LESSON_NOT_DELETED,
  LESSON_SAVED,
  lessonNotAdded,
  MODULE_DELETED,
  moduleNotDeleted,
} from '#app/courses/texts.ts';
import { uploadFailure } from '#app/routes/courses/course-form.server.ts';
import { receiveLesson, receiveLessonEdit } from '#app/routes/courses/uploads.server.ts';
import { readForm } from '#app/routes/form.server.ts';
import type { UploadSource } from '#app/routes/upload-form.server.ts';
import { answering, headersOf, statusOf } from '#app/server/failure.server.ts';
import { flashCookie } from '#app/server/flash.server.ts';
import { AppError, invalid } from '#app/shared/errors.server.ts';
import { log } from '#app/shared/log.server.ts';

/** What a form of the page asks for, and what it said about it. */
type Change = {
  /** @returns the module to show open afterwards */
  perform: (actor: Actor, form: FormData) => Promise<string | undefined> | string | undefined;
  done?: string;
  /** What a failure says; the error's own message unless given. */
  failed?: (message: string) => string;
  /** Whether what is to be changed may be gone from the actor's course already: then that is what was asked for. */
  mayBeGone?: boolean;
};

const text = (form: FormData, name: string) => String(form.get(name) ?? '');

const CHANGES: Record<string, Change> = {
  'add-module': { perform: (actor, form) => addModule(actor, text(form, 'courseId')).id },
  'rename-module': {
    perform(actor, form) {
      renameModule(actor, text(form, 'id'), { title: form.get('title') });
      return text(form, 'id');
    },
  },
  'move-module': {
    perform(actor, form) {
      moveModule(actor, text(form, 'id'), { direction: form.get('direction') });
      return undefined;
    },
  },
  'delete-module': {
    async perform(actor, form) {
      await deleteModule(actor, text(form, 'id'), text(form, 'courseId'));
      return undefined;
    },
    done: MODULE_DELETED,
    failed: moduleNotDeleted,
    mayBeGone: true,
  },
  'move-lesson': {
    perform(actor, form) {
      moveLesson(actor, text(form, 'id'), { direction: form.get('direction') });
      return text(form, 'moduleId');
    },
  },
  'delete-lesson': {
    async perform(actor, form) {
      await deleteLesson(actor, text(form, 'id'), text(form, 'moduleId'));
      return text(form, 'moduleId');
    },
    done: LESSON_DELETED,
    failed: () => LESSON_NOT_DELETED,
    mayBeGone: true,
  },
};

function back(courseId: string, open: string | undefined, done: string | undefined) {
  const query = new URLSearchParams({ courseId, ...(open && { open }) });
  const headers: HeadersInit = done ? { 'Set-Cookie': flashCookie({ kind: 'success', message: done }) } : {};
  return redirect(`/admin/course-videos?${query}`, { headers });
}

/** Back to the page, or, to a form that is answered in place, only what the page is to say. */
function answer(form: FormData, open: string | undefined, done: string | undefined) {
  if (!done || !form.has('inPlace')) return back(text(form, 'courseId'), open, done);
  return data({ entered: undefined, toast: { kind: 'success' as const, message: done } });
}

/** One of the page's small forms: `intent` says which. */
export async function changeCourse(actor: Actor, request: Request) {
  const form = await answering(() => readForm(request));
  const intent = text(form, 'intent');
  const change = Object.hasOwn(CHANGES, intent) ? CHANGES[intent] : undefined;
  const courseId = text(form, 'courseId');
  try {
    if (!change) throw invalid('The form could not be read. Please try again.');
    return answer(form, await change.perform(actor, form), change.done);
  } catch (error) {
    const known = error instanceof AppError ? error : undefined;
    if (known?.code === 'not-found' && change?.mayBeGone && findAuthoredCourse(actor, courseId)) {
      return answer(form, undefined, change.done);
    }
    if (!known) log.error({ err: error }, 'unexpected error behind a form');
    const reason = known?.message ?? 'Something went wrong.';
    return data(
      { entered: undefined, toast: { kind: 'error' as const, message: change?.failed?.(reason) ?? reason } },
      { status: known ? statusOf(known) : 500, headers: known ? headersOf(known) : {} },
    );
  }
}

/** The lesson form as a browser sends it without a script; the dialog's address says what it is for. */
export async function uploadLesson(actor: Actor, upload: UploadSource, search: URLSearchParams) {
  const entered: Record<string, string> = {};
  try {
    const moduleId = search.get('addLesson');
    if (moduleId !== null) {
      const { notice } = await receiveLesson(actor, upload, moduleId, entered);
      return back(search.get('courseId') ?? '', moduleId, [LESSON_ADDED, notice].filter(Boolean).join(' '));
    }
    const { moduleId: open, notice } = await receiveLessonEdit(
      actor,
      upload,
      search.get('editLesson') ?? '',
      entered,
    );
    return back(search.get('courseId') ?? '', open, [LESSON_SAVED, notice].filter(Boolean).join(' '));
  } catch (error) {
    return uploadFailure(error, entered, lessonNotAdded('Something went wrong.'));
  }
}
