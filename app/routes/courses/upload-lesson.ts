import { lessonNotAdded } from '#app/courses/texts.ts';
import { andChooseSmaller, MOST_VIDEO_FORM, videoTooLarge } from '#app/files/media/texts.ts';
import { lessonTarget, readLesson, saveLesson } from '#app/routes/courses/uploads.server.ts';
import { uploadSource } from '#app/routes/upload-form.server.ts';
import { toErrorParts } from '#app/server/edge/error-response.server.ts';
import type { RouteNeeds } from '#app/server/edge/route-needs.server.ts';
import { actorContext } from '#app/server/session/context.server.ts';
import { log } from '#app/shared/log.server.ts';
import { t } from '#messages';
import type { Route } from './+types/upload-lesson';
import type { UploadAnswer } from './upload.ts';

export const handle = {
  upload: { bytes: MOST_VIDEO_FORM, tooLarge: andChooseSmaller(videoTooLarge) },
} satisfies RouteNeeds;

const answer = (body: UploadAnswer, init?: ResponseInit) => Response.json(body, init);

/** Receives the upload of the lesson form. ?moduleId= adds a lesson, ?lessonId= edits one. */
export async function action({ request, url, context }: Route.ActionArgs) {
  const actor = context.get(actorContext);
  const upload = uploadSource(request, context);
  const target = lessonTarget(url.searchParams, { add: 'moduleId', edit: 'lessonId' });
  try {
    const form = await readLesson(actor, upload, target);
    const { moduleId: open, message, notice } = await saveLesson(actor, target, form);
    return answer({ ok: true, toast: message, notice, open });
  } catch (error) {
    const known = toErrorParts(error);
    if (known) {
      const { status, headers, message, errors = {} } = known;
      // These messages stand alone. All others get the lesson's prefix.
      const own = status === 400 || status === 413;
      return answer(
        { ok: false, message: own ? message : lessonNotAdded(message), errors },
        { status, headers },
      );
    }
    if (!request.signal.aborted) log.error({ err: error }, 'unexpected error behind an upload');
    return answer(
      { ok: false, message: lessonNotAdded(t('common.somethingWentWrong')), errors: {} },
      { status: 500 },
    );
  }
}

/** Rejects GET. */
export const loader = () => new Response(null, { status: 405, headers: { Allow: 'POST' } });
