import type { RouteNeeds } from '#app/server/edge/route-needs.server.ts';
import type { ErrorText } from '#app/shared/form-error.ts';
import { t } from '#messages';

export const noAnswer = () => t('errorTexts.theServerDidNotAnswer');
/** The heading of a page that got no answer. */
export const notLoaded = () => t('errorTexts.thisPageCouldNotBeLoaded');

/** The texts of a form whose route states none. */
export const defaultTexts = (): ErrorText => ({
  failed: t('errorTexts.somethingWentWrongPleaseTryAgain'),
  unanswered: t('errorTexts.theServerDidNotAnswerPleaseTryAgain'),
  lookAt: t('errorTexts.thisPageOnceItIsReloaded'),
});

/**
 * The texts for an action's errors. The server and the browser use the same ones.
 * @param needs the `handle` of the action's route
 * @param intent of the form, on a page with several
 */
export function errorText(needs: RouteNeeds, intent?: string | null): ErrorText {
  const text = needs.errorText?.();
  return (intent && text?.forms?.[intent]) || text || defaultTexts();
}
