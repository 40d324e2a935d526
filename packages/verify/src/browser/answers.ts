/** Thrown when the browser lacks an algorithm, so that nothing can be said about a signature. */
export class UnsupportedBrowser extends Error {
  override name = 'UnsupportedBrowser';
}

type Ask = () => Promise<boolean>;

const answers = new Map<string, boolean>();
const open = new Map<string, Ask>();
/** One work at a time, so that open questions are those of one work. */
let last: Promise<unknown> = Promise.resolve();

/**
 * The answer of WebCrypto to a question. The checks are synchronous and WebCrypto is not, so the first answer is false, and
 * `withAnswers` repeats the check once it knows the answer.
 * @param id identifies the question: algorithm, key, message and signature
 */
export function answerTo(id: string, ask: Ask): boolean {
  const known = answers.get(id);
  if (known === undefined) open.set(id, ask);
  return known ?? false;
}

async function answer(ask: Ask): Promise<boolean> {
  try {
    return await ask();
  } catch (error) {
    if (error instanceof Error && error.name === 'NotSupportedError') {
      throw new UnsupportedBrowser('This browser lacks an algorithm that the check needs. Use a newer one.');
    }
    // A malformed key or signature.
    return false;
  }
}

/**
 * Repeats some work until each signature that it asked about has its answer, and returns the last result.
 * @throws UnsupportedBrowser
 */
export function withAnswers<Result>(work: () => Promise<Result>): Promise<Result> {
  const result = last.then(() => repeat(work));
  last = result.catch(() => undefined);
  return result;
}

async function repeat<Result>(work: () => Promise<Result>): Promise<Result> {
  for (;;) {
    open.clear();
    const result = await work();
    if (open.size === 0) return result;
    for (const [id, ask] of [...open]) answers.set(id, await answer(ask));
  }
}
