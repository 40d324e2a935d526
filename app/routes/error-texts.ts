import type { RouteNeeds } from '#app/server/edge/route-needs.server.ts';
import type { ErrorText } from '#app/shared/form-error.ts';

export const NO_ANSWER = 'The server did not answer.';
/** The heading of a page that got no answer. */
export const NOT_LOADED = 'This page could not be loaded';

/** The texts of a form whose route states none. */
export const ERROR_TEXT: ErrorText = {
  failed: 'Something went wrong. Please try again.',
  unanswered: `${NO_ANSWER} Please try again.`,
};

/**
 * The texts for an action's errors. The server and the browser use the same ones.
 * @param needs what the route of the action states
 * @param intent of the form, on a page with several
 */
export function errorText({ errorText: text }: RouteNeeds, intent?: string | null): ErrorText {
  return (intent && text?.forms?.[intent]) || text || ERROR_TEXT;
}
