import { data } from 'react-router';
import { z } from 'zod';
import type { Actor } from '#app/accounts/actor.server.ts';
import { deleteLesson } from '#app/courses/change-lesson.server.ts';
import { directionSchema, moduleTitleSchema } from '#app/courses/course.schema.ts';
import { findAuthoredCourse } from '#app/courses/find-course.server.ts';
import {
  addModule,
  deleteModule,
  moveLesson,
  moveModule,
  placeLesson,
  placeModule,
  renameModule,
} from '#app/courses/modules.server.ts';
import { setLessonDraft, setModuleDraft } from '#app/courses/publish-course.server.ts';
import { lessonDeleted, lessonNotAdded, moduleDeleted } from '#app/courses/texts.ts';
import { joinSentences } from '#app/messages/join-sentences.ts';
import { form, intentAction, redirectWithToast, type Submission, stay } from '#app/routes/form.server.ts';
import { uploadAction } from '#app/routes/upload-action.server.ts';
import { AppError } from '#app/shared/errors.server.ts';
import { t } from '#messages';
import { modulesPage as pageOf } from './course-videos-path.ts';
import { lessonTarget, readLesson, saveLesson } from './uploads.server.ts';

const id = z.string().max(100).default('');
const moduleSchema = z.object({ courseId: id, id });
const lessonSchema = moduleSchema.extend({ moduleId: id });
const isDraft = z.enum(['true', 'false']).transform((value) => value === 'true');
const position = z.coerce.number().int().min(1).max(1_000_000);

type Changed = { courseId: string; open?: string };

const back = ({ courseId, open }: Changed) => redirectWithToast(pageOf(courseId, open));

/** The outcome of a deletion. With JavaScript it stays on the page, which shows the toast. */
const deleted =
  (message: () => string) =>
  ({ courseId, open }: Changed, submission: Submission) =>
    submission.form.has('inPlace')
      ? data(stay({ message: message() }, submission))
      : redirectWithToast(pageOf(courseId, open), message());

/** Runs a deletion. Content that no longer exists counts as deleted. */
async function unlessGone(actor: Actor, courseId: string, remove: () => Promise<unknown>) {
  try {
    await remove();
  } catch (error) {
    const gone = error instanceof AppError && error.code === 'not-found';
    if (!gone || !findAuthoredCourse(actor, courseId)) throw error;
  }
}

/** The action of the page's small forms. */
export const changeCourse = intentAction({
  'add-module': form({
    schema: z.object({ courseId: id }),
    perform: ({ courseId }, { actor }) => ({ courseId, rename: addModule(actor, courseId).id }),
    // Its name is entered next.
    outcome: (opened) => redirectWithToast(`/admin/course-videos?${new URLSearchParams(opened)}`),
  }),
  'rename-module': form({
    schema: moduleSchema.extend(moduleTitleSchema.shape),
    perform(input, { actor }) {
      renameModule(actor, input.id, input);
      return { courseId: input.courseId, open: input.id };
    },
    outcome: back,
  }),
  'move-module': form({
    schema: moduleSchema.extend(directionSchema.shape),
    perform(input, { actor }) {
      moveModule(actor, input.id, input);
      return { courseId: input.courseId };
    },
    outcome: back,
  }),
  'draft-module': form({
    schema: moduleSchema.extend({ draft: isDraft }),
    perform(input, { actor }) {
      setModuleDraft(actor, input.id, input.draft);
      return { courseId: input.courseId, open: input.id };
    },
    outcome: back,
  }),
  'draft-lesson': form({
    schema: lessonSchema.extend({ draft: isDraft }),
    perform(input, { actor }) {
      setLessonDraft(actor, input.id, input.draft);
      return { courseId: input.courseId, open: input.moduleId };
    },
    outcome: back,
  }),
  'place-module': form({
    schema: moduleSchema.extend({ position }),
    perform(input, { actor }) {
      placeModule(actor, input.id, input.position);
      return { courseId: input.courseId };
    },
    outcome: back,
  }),
  'place-lesson': form({
    schema: lessonSchema.extend({ position: position.optional() }),
    perform(input, { actor }) {
      placeLesson(actor, input.id, input);
      return { courseId: input.courseId, open: input.moduleId };
    },
    outcome: back,
  }),
  'delete-module': form({
    schema: moduleSchema,
    async perform(input, { actor }) {
      await unlessGone(actor, input.courseId, async () => deleteModule(actor, input.id, input.courseId));
      return { courseId: input.courseId };
    },
    outcome: deleted(moduleDeleted),
  }),
  'move-lesson': form({
    schema: lessonSchema.extend(directionSchema.shape),
    perform(input, { actor }) {
      moveLesson(actor, input.id, input);
      return { courseId: input.courseId, open: input.moduleId };
    },
    outcome: back,
  }),
  'delete-lesson': form({
    schema: lessonSchema,
    async perform(input, { actor }) {
      await unlessGone(actor, input.courseId, async () => deleteLesson(actor, input.id, input.moduleId));
      return { courseId: input.courseId, open: input.moduleId };
    },
    outcome: deleted(lessonDeleted),
  }),
});

/** The lesson that the dialog's URL adds or edits. */
const targetOf = ({ searchParams }: URL) =>
  lessonTarget(searchParams, { add: 'addLesson', edit: 'editLesson' });

/** The action of the lesson form without JavaScript. */
export const uploadLesson = uploadAction({
  intent: 'lesson',
  text: () => ({ failed: lessonNotAdded(t('common.somethingWentWrong')) }),
  read: ({ actor, upload, url }) => readLesson(actor, upload, targetOf(url), true),
  perform: (form, { actor, url }) => saveLesson(actor, targetOf(url), form),
  outcome({ moduleId, message, notice }, { url: { searchParams } }) {
    const courseId = searchParams.get('courseId') ?? '';
    const page = searchParams.has('another')
      ? `/admin/course-videos?${new URLSearchParams({ courseId, addLesson: moduleId })}`
      : pageOf(courseId, moduleId);
    return redirectWithToast(page, joinSentences([message, notice]));
  },
});
