import type { DataStrategyResult, MiddlewareFunction } from 'react-router';
import type { LoginSuccess } from '#app/routes/accounts/login-form.server.ts';
import type { Frame } from '#app/server/session/frame.server.ts';
import { pageLanguage } from '#messages';

type Results = Record<string, DataStrategyResult>;

/** Whether a login has begun to lead to its first page, which loads as a document. */
let isLeaving = false;

const dataIn = (result: DataStrategyResult | undefined): object => {
  const { data = result?.result } = (result?.result ?? {}) as { data?: unknown };
  return result?.type === 'data' && typeof data === 'object' && data !== null ? data : {};
};

const startsToLeave = (result: DataStrategyResult) =>
  (dataIn(result) as Partial<LoginSuccess>).found?.isOtherLanguage === true;

/**
 * Client middleware of the root that loads the document anew when a page's data are in another language than the page on screen:
 * the scripts of the page have its language.
 */
export const loadOtherLanguage: MiddlewareFunction<Results> = async ({ request, url }, next) => {
  const results = await next();
  if (request.method !== 'GET') {
    isLeaving ||= Object.values(results).some(startsToLeave);
    return results;
  }
  const { languages } = dataIn(results.root) as Partial<Frame>;
  if (!languages || languages.chosen === pageLanguage()) return results;
  // What is on screen stays until the next page.
  if (isLeaving) return {};
  window.location.assign(url);
  return new Promise(() => {});
};
