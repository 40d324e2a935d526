import { inReadersLanguage } from '#app/shared/in-readers-language.server.ts';
import { type ParsedCaptions, parseCaptions } from './parse-captions.ts';

/** Runs in a worker thread, because a large file takes half a second. */
function parseInThread(bytes: Uint8Array): ParsedCaptions {
  return parseCaptions(bytes);
}

export default inReadersLanguage(parseInThread);
