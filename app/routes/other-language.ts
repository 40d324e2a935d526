import type { DataStrategyResult, MiddlewareFunction } from 'react-router';
import type { Frame } from '#app/server/session/frame.server.ts';
import { pageLanguage } from '#messages';

type Results = Record<string, DataStrategyResult>;

/**
 * Client middleware of the root that loads the document anew when a page's data are in another language than the page on screen, as
 * after a login: the scripts of the page have its language.
 */
export const loadOtherLanguage: MiddlewareFunction<Results> = async ({ url }, next) => {
  const results = await next();
  const { root } = results;
  const frame = root?.type === 'data' ? (root.result as Partial<Frame> | undefined) : undefined;
  if (!frame?.languages || frame.languages.chosen === pageLanguage()) return results;
  window.location.assign(url);
  // The page stays until the browser has the next one.
  return new Promise(() => {});
};
