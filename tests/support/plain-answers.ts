import { validatorTexts } from './validator-text.ts';

/* Every response and every line of a server that a suite receives is searched for texts of the validator. */

const found: string[] = [];
const reading = new Set<Promise<void>>();

/** Notes the validator's texts in something that people read. The test that runs then fails. */
export function noteValidatorTexts(text: string, source: string) {
  for (const line of validatorTexts(text)) found.push(`${source}: ${line}`);
}

/** As `noteValidatorTexts`, for a text that is still being received. A text that is lost on the way is not searched. */
export function noteValidatorTextsLater(text: Promise<string>, source: string) {
  const read: Promise<void> = text
    .then(
      (received) => noteValidatorTexts(received, source),
      () => {},
    )
    .finally(() => reading.delete(read));
  reading.add(read);
}

const IS_TEXT = /^(?:text\/|application\/json)/;

/**
 * Searches a response: errors at once, and others when the test reads them, so that an unread body stays unread.
 * @param source names it in the failure
 */
export function plainResponse(response: Response, source: string): Response {
  if (!response.body || !IS_TEXT.test(response.headers.get('content-type') ?? '')) return response;
  if (response.status >= 400) {
    noteValidatorTextsLater(response.clone().text(), source);
    return response;
  }
  const read = response.text.bind(response);
  const text = async () => {
    const received = await read();
    noteValidatorTexts(received, source);
    return received;
  };
  return Object.defineProperties(response, {
    text: { value: text },
    json: { value: async () => JSON.parse(await text()) as unknown },
  });
}

const WRAPPED = Symbol.for('certrace.tests.fetch');

/** Searches the responses to `fetch`. Files of a project share a process, so it may be wrapped already. */
export function searchFetch() {
  const { fetch } = globalThis;
  if (WRAPPED in fetch) return;
  const searching = async (...[target, init]: Parameters<typeof fetch>) =>
    plainResponse(await fetch(target, init), target instanceof Request ? target.url : String(target));
  globalThis.fetch = Object.assign(searching, { [WRAPPED]: true });
}

/** What was found since the last call. */
export async function foundTexts(): Promise<string[]> {
  await Promise.all(reading);
  return found.splice(0);
}
