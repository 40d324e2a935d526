import { data, type RouterContextProvider } from 'react-router';
import type { Actor } from '#app/accounts/actor.server.ts';
import { pastedId } from '#app/certificates/find-certificate.server.ts';
import { toErrorParts } from '#app/server/edge/error-response.server.ts';
import { actorContext } from '#app/server/session/context.server.ts';

/** As the field takes it. */
const MAX_PASTED = 2_000;

/** Loader data for a look-up by the ID in the query. `message` gives the reason without a result. */
export type ById<Result> = {
  id: string;
  result: Result | null;
  message: string | null;
  needsLogin: boolean;
  /** The login page, which returns here. */
  loginPath: string;
};

/**
 * The loader of a page with a GET form for an ID.
 * @param find the domain function that looks it up
 */
export async function readById<Result>(
  url: URL,
  context: Readonly<RouterContextProvider>,
  find: (actor: Actor, input: { uniqueId: string }) => Promise<Result>,
) {
  const pasted = (url.searchParams.get('id') ?? '').slice(0, MAX_PASTED).toWellFormed();
  const emptyFor = (id: string): ById<Result> => ({
    id,
    result: null,
    message: null,
    needsLogin: false,
    loginPath: `/?redirectTo=${encodeURIComponent(`${url.pathname}?id=${encodeURIComponent(id)}`)}`,
  });
  let empty = emptyFor(pasted);
  if (pasted.trim() === '') return data(empty);
  try {
    const uniqueId = pastedId(pasted);
    empty = emptyFor(uniqueId);
    return data({ ...empty, result: await find(context.get(actorContext), { uniqueId }) });
  } catch (error) {
    const known = toErrorParts(error);
    if (!known) throw error;
    const { status, headers, message } = known;
    // The page is public, only its result needs a login.
    if (status === 401) return data({ ...empty, needsLogin: true });
    return data({ ...empty, message }, { status, headers });
  }
}
