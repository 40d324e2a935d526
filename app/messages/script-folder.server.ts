import { ENGLISH } from './catalogs.server.ts';

/**
 * The path of a script's copy in a language: /assets/de/root-C7GDVOVR.js for /assets/root-C7GDVOVR.js. The build writes the copies
 * (scripts/client-messages.ts). English scripts stay in /assets.
 */
export const scriptIn = (language: string, path: string) =>
  language === ENGLISH ? path : path.replace(/^\/assets\/([^/]+\.js)$/, `/assets/${language}/$1`);
