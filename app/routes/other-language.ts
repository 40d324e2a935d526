import type { DataStrategyResult, MiddlewareFunction } from 'react-router';
import type { LoginSuccess } from '#app/routes/accounts/login-form.server.ts';
import type { Frame } from '#app/server/session/frame.server.ts';
import { pageLanguage } from '#messages';

type Results = Record<string, DataStrategyResult>;

/** Whether a login has begun to lead to its first page, which loads as a document. */
let isLeaving = false;

/** The result of a loader or an action, without React Router's wrapper with the status. */
function returned(result: DataStrategyResult | undefined) {
  const value = result?.result as { data?: unknown } | null | undefined;
  return (value?.data ?? value) as Partial<Frame & LoginSuccess> | null | undefined;
}

/**
 * Client middleware of the root that reloads the document when a page's data are in another language than the
 * page on screen, because the scripts of the page have its language.
 */
export const loadOtherLanguage: MiddlewareFunction<Results> = async ({ request, url }, next) => {
  const results = await next();
  if (request.method !== 'GET') {
    isLeaving ||= Object.values(results).some((result) => returned(result)?.found?.isOtherLanguage);
    return results;
  }
  if ((returned(results.root)?.languages?.chosen ?? pageLanguage()) === pageLanguage()) return results;
  // The page on screen stays until the next one is loaded.
  if (isLeaving) return {};
  window.location.assign(url);
  return new Promise(() => {});
};
