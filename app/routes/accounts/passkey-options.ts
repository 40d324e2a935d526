import { passkeyOptions } from '#app/accounts/second-factor/passkey-options.server.ts';
import { passkeyOptionsSchema } from '#app/accounts/second-factor/second-factor.schema.ts';
import { readForm } from '#app/routes/read-form.server.ts';
import { toErrorParts } from '#app/server/edge/error-response.server.ts';
import { actorContext, challengeToken } from '#app/server/session/context.server.ts';
import { parseInput } from '#app/shared/parse.server.ts';
import type { Route } from './+types/passkey-options';

/** Starts a challenge for the script of a page with a passkey's button. */
export async function action({ request, context }: Route.ActionArgs) {
  try {
    const input = parseInput(passkeyOptionsSchema, Object.fromEntries(await readForm(request)));
    const options = await passkeyOptions(context.get(actorContext), input, challengeToken(request));
    return Response.json(options, { headers: { 'Cache-Control': 'no-store' } });
  } catch (error) {
    const parts = toErrorParts(error);
    if (!parts) throw error;
    return Response.json({ message: parts.message }, { status: parts.status, headers: parts.headers });
  }
}

/** Rejects GET. */
export const loader = () => new Response(null, { status: 405, headers: { Allow: 'POST' } });
