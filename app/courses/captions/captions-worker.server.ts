import { inReadersLanguage } from '#app/shared/worker-thread.server.ts';
import { type ParsedCaptions, parseCaptions } from './parse-captions.ts';

export type CaptionsToParse = { bytes: Uint8Array; language: string };

/** Runs in a worker thread, because a large file takes half a second. */
function parseInThread({ bytes, language }: CaptionsToParse): ParsedCaptions {
  return parseCaptions(bytes, language);
}

export default inReadersLanguage(parseInThread);
