import { type ParsedCaptions, parseCaptions } from './parse-captions.ts';

/** Runs in a worker thread, because a large file takes half a second. */
export default function parseInThread(bytes: Uint8Array): ParsedCaptions {
  return parseCaptions(bytes);
}
