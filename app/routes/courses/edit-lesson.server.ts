import { z } from 'zod';
import type { Actor } from '#app/accounts/actor.server.ts';
import { captionsOf, captionsSchema } from '#app/courses/captions/captions-of.server.ts';
import {
  languageName,
  offeredLanguages,
  removeCaptions,
} from '#app/courses/captions/change-captions.server.ts';
import { directionSchema } from '#app/courses/course.schema.ts';
import { filesOfLesson, removeLessonFile } from '#app/courses/lessons/lesson-files.server.ts';
import { lessonToEdit, updateTextLesson } from '#app/courses/lessons/text-lessons.server.ts';
import { placeLesson } from '#app/courses/modules.server.ts';
import { textLessonSchema } from '#app/courses/new-lesson.schema.ts';
import {
  addQuestions,
  moveQuestion,
  removeQuestion,
  updateQuestion,
  updateQuizLesson,
} from '#app/courses/quizzes/change-quiz.server.ts';
import { FORM_OPTIONS } from '#app/courses/quizzes/entries-text.ts';
import { MAX_QUESTIONS_FILE_BYTES, questionsFileTooLarge } from '#app/courses/quizzes/question-columns.ts';
import { questionFormSchema, quizFormSchema, toFields } from '#app/courses/quizzes/question-fields.ts';
import { importQuestions, questionsBusy } from '#app/courses/quizzes/questions-csv.server.ts';
import { QUESTION_TYPES } from '#app/courses/quizzes/quiz.schema.ts';
import { currentQuiz } from '#app/courses/quizzes/quiz.server.ts';
import { captionsRemoved, captionsSaved, fileAdded, fileRemoved, lessonSaved } from '#app/courses/texts.ts';
import { joinSentences } from '#app/messages/join-sentences.ts';
import type { ActionArgs, Submission } from '#app/routes/form.server.ts';
import { form, intentAction, redirectWithToast } from '#app/routes/form.server.ts';
import { inMemory } from '#app/routes/pieces/check-posted-file.server.ts';
import { uploadAction } from '#app/routes/upload-action.server.ts';
import { readUpload } from '#app/routes/upload-form.server.ts';
import { LONG_FORM_BYTES } from '#app/server/edge/body-limit.ts';
import { numberToEnter } from '#app/shared/entered-numbers.ts';
import { invalidFile } from '#app/shared/errors.server.ts';
import type { Toast } from '#app/shared/form-error.ts';
import { createMemoryBudget } from '#app/shared/memory-budget.server.ts';
import { t } from '#messages';
import type { EditedQuiz } from './quiz-editor.tsx';
import { correctText } from './shown-quiz.server.ts';
import { addReadFile, readCaptions, readLessonFile, setReadCaptions } from './uploads.server.ts';

/** Limits the memory of all files that are being read. */
const holdFile = createMemoryBudget({
  maxBytes: 16 * 1_048_576,
  message: questionsBusy,
});

const lessonIdOf = ({ params }: Pick<ActionArgs, 'params'>) => params.lessonId ?? '';

/** The page of the lesson. */
const pathOf = ({ params }: Pick<ActionArgs, 'params'>) =>
  `/admin/courses/${params.id}/lessons/${params.lessonId}`;

const back = (message?: () => string) => (_: unknown, submission: Pick<Submission, 'params'>) =>
  redirectWithToast(pathOf(submission), message?.());

const id = z.string().max(100).default('');
const toFiles = (message: () => string) => (_: unknown, submission: Pick<Submission, 'params'>) =>
  redirectWithToast(`${pathOf(submission)}#files`, message());

/** The small forms of the page. */
export const changeLesson = intentAction(
  {
    text: form({
      schema: textLessonSchema,
      perform: (input, submission) => updateTextLesson(submission.actor, lessonIdOf(submission), input),
      outcome: back(lessonSaved),
    }),
    move: form({
      schema: z.object({ moduleId: id }),
      perform: ({ moduleId }, submission) =>
        placeLesson(submission.actor, lessonIdOf(submission), { moduleId }),
      outcome: back(() => t('editLesson.lessonMoved')),
    }),
    quiz: form({
      schema: quizFormSchema,
      perform: (input, submission) => updateQuizLesson(submission.actor, lessonIdOf(submission), input),
      outcome: back(lessonSaved),
    }),
    question: form({
      schema: questionFormSchema,
      perform({ id: questionId, question }, submission) {
        const lessonId = lessonIdOf(submission);
        if (questionId === '') addQuestions(submission.actor, lessonId, [question]);
        else updateQuestion(submission.actor, lessonId, questionId, question);
      },
      outcome: back(() => t('editLesson.questionSaved')),
    }),
    'move-question': form({
      schema: directionSchema.extend({ id }),
      perform: (input, submission) =>
        moveQuestion(submission.actor, lessonIdOf(submission), input.id, input.direction),
      outcome: back(),
    }),
    'remove-question': form({
      schema: z.object({ id }),
      perform: (input, submission) => removeQuestion(submission.actor, lessonIdOf(submission), input.id),
      outcome: back(() => t('editLesson.questionRemoved')),
    }),
    'remove-captions': form({
      schema: captionsSchema,
      perform: ({ language }, submission) =>
        removeCaptions(submission.actor, lessonIdOf(submission), language),
      outcome: (_, submission) => redirectWithToast(`${pathOf(submission)}#captions`, captionsRemoved()),
    }),
    'remove-file': form({
      schema: z.object({ id }),
      perform: (input, submission) => removeLessonFile(submission.actor, lessonIdOf(submission), input.id),
      outcome: toFiles(fileRemoved),
    }),
  },
  { bytes: LONG_FORM_BYTES },
);

/** Adds a file for learners to download. */
export const uploadFile = uploadAction({
  intent: 'file',
  read({ actor, params, upload }) {
    const { id: lessonId, ownerId } = lessonToEdit(actor, params.id ?? '', params.lessonId ?? '');
    return readLessonFile({ actor, upload, ownerId, lessonId, keepFields: true });
  },
  perform: (upload, { actor }) => addReadFile(actor, upload),
  outcome: (_, submission) => toFiles(fileAdded)(_, submission),
});

/** Sets the captions in a language. */
export const uploadCaptions = uploadAction({
  intent: 'captions',
  async read({ actor, params, upload }) {
    lessonToEdit(actor, params.id ?? '', params.lessonId ?? '');
    return readCaptions(actor, upload, true);
  },
  perform: ({ fields, file }, submission) =>
    setReadCaptions(submission.actor, lessonIdOf(submission), fields, file),
  outcome({ language, mended }, submission) {
    if (mended.length === 0) return redirectWithToast(`${pathOf(submission)}#captions`, captionsSaved());
    const toast: Toast = { kind: 'success', message: captionsSaved() };
    return {
      ok: true as const,
      intent: 'captions',
      toast,
      mended: { language: languageName(language), texts: mended },
    };
  },
});

const QUESTIONS = {
  fileField: 'file',
  maxBytes: MAX_QUESTIONS_FILE_BYTES,
  tooLargeMessage: questionsFileTooLarge,
};

/** Adds the questions of a list. */
export const uploadQuestions = uploadAction({
  intent: 'questions',
  async read({ actor, params, upload }) {
    lessonToEdit(actor, params.id ?? '', params.lessonId ?? '');
    return readUpload(upload, {
      actor,
      ownerId: null,
      ...QUESTIONS,
      stage: inMemory({ ...QUESTIONS, hold: holdFile }),
      keepFields: true,
    });
  },
  async perform({ file }, submission) {
    if (!file) throw invalidFile(t('common.pleaseChooseAFile'));
    try {
      return await importQuestions(submission.actor, lessonIdOf(submission), file.bytes);
    } finally {
      await file.discard();
    }
  },
  outcome({ count, hidden }, submission) {
    const added = t('editLesson.countQuestionsAdded', { count });
    const note = hidden > 0 ? t('editLesson.hiddenInTheFile', { count: hidden }) : null;
    return redirectWithToast(pathOf(submission), joinSentences([added, note]));
  },
});

const NEW_QUESTION = {
  text: '',
  points: '1',
  options: [],
  correct: [],
  tolerance: '',
  ignoreCase: true,
  ignoreAccents: false,
  explanation: '',
};

/** The question that the URL opens: one to edit or a new one. */
function openQuestion(questions: ReturnType<typeof currentQuiz>['questions'], search: URLSearchParams) {
  const type = QUESTION_TYPES.find((known) => known === search.get('new'));
  if (type) return { id: '', values: { ...NEW_QUESTION, type } };
  const question = questions.find((each) => each.id === search.get('question'));
  if (!question) return null;
  const values = toFields(question);
  return values.options.length > FORM_OPTIONS ? null : { id: question.id, values };
}

/** A lesson for the page that edits it. */
export function editedLesson(
  actor: Actor,
  params: { id: string; lessonId: string },
  search: URLSearchParams,
) {
  const { ownerId: _, ...lesson } = lessonToEdit(actor, params.id, params.lessonId);
  return {
    ...lesson,
    quiz: lesson.type === 'quiz' ? editedQuiz(lesson, search) : null,
    files: filesOfLesson(lesson.id),
    captions: captionsOf(lesson.id).map((each) => ({ ...each, name: languageName(each.language) })),
    captionLanguages: lesson.type === 'video' ? offeredLanguages() : [],
  };
}

function editedQuiz(
  lesson: { id: string; title: string; duration: string },
  search: URLSearchParams,
): EditedQuiz {
  const { questions, timeLimit, attempts, passMark, shuffle } = currentQuiz(lesson.id);
  return {
    settings: {
      title: lesson.title,
      duration: lesson.duration,
      passMark: String(passMark),
      attempts: attempts === null ? '' : String(attempts),
      minutes: timeLimit === null ? '' : numberToEnter(timeLimit / 60),
      shuffle,
    },
    questions: questions.map((question) => ({
      id: question.id,
      type: question.type,
      text: question.text,
      points: question.points,
      correct: correctText(question),
    })),
    open: openQuestion(questions, search),
  };
}
