import { watchReportSchema } from '#app/courses/progress/progress.schema.ts';
import { reportProgress } from '#app/courses/progress/report-progress.server.ts';
import { toErrorParts } from '#app/server/edge/error-response.server.ts';
import { readBody } from '#app/server/edge/read-body.server.ts';
import { actorContext, requestContext } from '#app/server/session/context.server.ts';
import { AppError } from '#app/shared/errors.server.ts';
import { parseJsonObject } from '#app/shared/json.server.ts';
import { parseInput } from '#app/shared/parse.server.ts';
import { t } from '#messages';
import type { Route } from './+types/report-progress';

const MAX_BYTES = 65_536;
/** A report has up to 500 ranges. */
const MAX_FIELDS = 2_000;

/** Receives the reports of the player (watch-reports.ts), which has a cookie instead of a token. */
export async function action({ request, params, context }: Route.ActionArgs) {
  const { log, readBody: read } = context.get(requestContext);
  try {
    if (request.headers.get('Content-Type') !== 'application/json')
      throw new AppError('unsupported-media', t('reportProgress.theBodyMustBeApplicationJson'));
    const bytes = await readBody(request, MAX_BYTES, read);
    if (bytes === null) throw new AppError('too-large', t('reportProgress.theBodyMustHaveAtMost64Kb'));
    const { leaving, ...report } = parseInput(watchReportSchema, parseJsonObject(bytes, MAX_FIELDS));
    const actor = context.get(actorContext);
    return Response.json(await reportProgress(actor, params.id, params.lessonId, report, leaving));
  } catch (error) {
    const known = toErrorParts(error);
    if (!known) {
      log.error({ err: error }, 'unexpected error behind a report of a player');
      return Response.json({ message: t('common.somethingWentWrong') }, { status: 500 });
    }
    const { status, headers, message } = known;
    return Response.json({ message }, { status, headers });
  }
}

/** Rejects GET. */
export const loader = () => new Response(null, { status: 405, headers: { Allow: 'POST' } });
