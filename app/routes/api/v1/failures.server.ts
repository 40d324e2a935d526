import type { RouterContextProvider } from 'react-router';
import { toApiError, toErrorParts } from '#app/server/edge/error-response.server.ts';
import { actorContext, requestContext, restrictionContext } from '#app/server/session/context.server.ts';
import type { ErrorName } from '#app/shared/error-codes.ts';
import { AppError, type FieldErrors, unauthenticated } from '#app/shared/errors.server.ts';
import { t } from '#messages';
import type { Description } from './operation.ts';

export type Failure = {
  status: number;
  message: string;
  code: ErrorName;
  headers?: Record<string, string>;
  details?: Record<string, unknown>;
  errors?: FieldErrors | undefined;
};

/** The fields of an error, for programs. */
export const errorBody = ({ message, code, details, errors }: Omit<Failure, 'status' | 'headers'>) => ({
  success: false as const,
  message,
  code,
  ...details,
  ...(errors && { errors }),
});

type Naming = Pick<Description, 'namesErrorTwice'>;

/** An error of a call (docs/product.md, The JSON API). */
export function fail(request: Request, failure: Failure, { namesErrorTwice }: Naming = {}): Response {
  const { status, message, headers = {} } = failure;
  const body = { ...errorBody(failure), ...(namesErrorTwice && { error: message }) };
  return toApiError(status, body, headers, request.headers.get('Accept'));
}

const internal = (): Failure => ({ status: 500, message: t('api.somethingWentWrong'), code: 'internal' });

type Context = Readonly<RouterContextProvider>;

/** The failure of a call that threw an error. Logs an unexpected one. */
export function toFailure(error: unknown, { method }: Request, context: Context): Failure {
  const known = toErrorParts(error);
  if (known) return known;
  context.get(requestContext).log.error({ err: error, method }, 'unexpected error in an API call');
  return internal();
}

/** The response to a call that threw an error. */
export const failWith = (
  error: unknown,
  { request, context }: { request: Request; context: Context },
  description?: Naming,
): Response => fail(request, toFailure(error, request, context), description);

/** The error for a token that is used from an address outside its ranges. */
const addressRefused = () =>
  new AppError('forbidden', t('api.tokenNotFromThisAddress'), {
    details: { code: 'address_not_allowed' },
  });

/**
 * Requires a valid token.
 * @throws AppError unauthenticated; forbidden for a token that is used from another address, and for a restricted account
 */
export function requireToken(context: Context) {
  const actor = context.get(actorContext);
  if (actor.kind !== 'visitor') return;
  const restriction = context.get(restrictionContext);
  if (restriction) throw restriction.error();
  if (actor.refused) throw addressRefused();
  throw unauthenticated(t('api.bearerTokenRequired'));
}
