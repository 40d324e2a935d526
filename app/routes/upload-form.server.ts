import { Busboy, type BusboyFileStream } from '@fastify/busboy';
import type { Actor } from '#app/accounts/actor.server.ts';
import { takeUploadSlot } from '#app/accounts/limits.server.ts';
import { AppError, invalid } from '#app/shared/errors.server.ts';

/** What a form's text fields and multipart framing may add to its file. */
const FRAMING_BYTES = 64 * 1_024;
const TOO_MUCH = 'The upload is larger than this address takes.';
const UNREADABLE = 'The upload could not be read. Please try again.';

type UploadRules<Staged> = {
  /** Whose upload it is: an account has two at once. */
  actor: Actor;
  fileField: string;
  /** Takes the file's bytes as they come. */
  stage: (bytes: AsyncIterable<Uint8Array>) => Promise<Staged>;
  maxBytes: number;
  tooLargeMessage: string;
};

export type Upload<Staged> = {
  /** The text fields; of several with one name the first. */
  fields: Record<string, string>;
  /** Null when no file was chosen. */
  file: Staged | null;
};

const unreadable = (cause: unknown) => new AppError('invalid', UNREADABLE, { cause });

/** The bytes of a part; a body that is cut off or malformed ends them with an expected failure. */
async function* bytesOf(stream: BusboyFileStream): AsyncGenerator<Uint8Array> {
  try {
    yield* stream;
  } catch (cause) {
    throw unreadable(cause);
  }
}

/** A file field that was left empty comes as a part without a name and without bytes. */
async function stageUnlessEmpty<Staged>(
  stream: BusboyFileStream,
  fileName: string | undefined,
  stage: UploadRules<Staged>['stage'],
): Promise<Staged | null> {
  const bytes = bytesOf(stream);
  const first = await bytes.next();
  if (first.done && !fileName) return null;
  return stage(
    (async function* () {
      if (first.done) return;
      yield first.value;
      yield* bytes;
    })(),
  );
}

/**
 * Reads a multipart form with one file, which is staged while it arrives: whatever its size, little of it is in memory.
 * The caller owns what was staged; when this throws, nothing is left of it.
 * @throws AppError unsupported-media; invalid; too-large, as soon as it is known; rate-limited; whatever `stage` throws
 */
export async function readUpload<Staged extends { discard(): Promise<void> }>(
  request: Request,
  rules: UploadRules<Staged>,
): Promise<Upload<Staged>> {
  const contentType = request.headers.get('Content-Type') ?? '';
  if (!/^multipart\/form-data\b/i.test(contentType)) {
    throw new AppError('unsupported-media', 'The upload must be sent as multipart/form-data.');
  }
  if (Number(request.headers.get('Content-Length') ?? 0) > rules.maxBytes + FRAMING_BYTES) {
    const { tooLargeMessage, fileField } = rules;
    throw new AppError('too-large', tooLargeMessage, { fields: { [fileField]: [tooLargeMessage] } });
  }
  if (!request.body) throw invalid(UNREADABLE);
  const releaseSlot = takeUploadSlot(rules.actor);
  try {
    return await parse(request.body, contentType, rules);
  } finally {
    releaseSlot();
  }
}

/**
 * Feeds the parser from the body, chunk by chunk, until its end or until `stop` is called. A hand-written loop: the stream
 * adapters in between cost as much as writing the file.
 */
function feeding(body: ReadableStream<Uint8Array>, parser: InstanceType<typeof Busboy>, maxBytes: number) {
  const reader = body.getReader();
  let stopped = false;
  let failure: unknown;
  let wake: () => void = () => undefined;
  const stop = (reason: unknown) => {
    if (stopped) return;
    stopped = true;
    failure = reason;
    wake();
    // Ends a read that is waiting; the edge drops what still arrives.
    reader.cancel().catch(() => undefined);
  };
  const event = (name: 'drain' | 'finish') =>
    new Promise<void>((resolve) => {
      wake = resolve;
      parser.once(name, resolve);
    });
  parser.on('error', (cause: unknown) => stop(unreadable(cause)));

  async function run() {
    let bytes = 0;
    try {
      while (!stopped) {
        const { done, value } = await reader.read();
        if (done) break;
        bytes += value.byteLength;
        if (bytes > maxBytes) throw new AppError('too-large', TOO_MUCH);
        if (!parser.write(value) && !stopped) await event('drain');
      }
      if (!stopped) {
        const finished = event('finish');
        parser.end();
        await finished;
      }
    } catch (cause) {
      stop(cause instanceof AppError ? cause : unreadable(cause));
    }
    if (stopped) throw failure;
  }
  return { run, stop };
}

async function parse<Staged extends { discard(): Promise<void> }>(
  body: ReadableStream<Uint8Array>,
  contentType: string,
  { fileField, stage, maxBytes }: UploadRules<Staged>,
): Promise<Upload<Staged>> {
  const fields: Record<string, string> = {};
  let current: BusboyFileStream | undefined;
  let staging: Promise<Staged | null> | undefined;
  let parser: InstanceType<typeof Busboy>;
  try {
    parser = new Busboy({
      headers: { 'content-type': contentType },
      limits: { fields: 20, parts: 25, fieldSize: 32_768, headerPairs: 50, headerSize: 16_384 },
      fileHwm: 262_144,
    });
  } catch (cause) {
    throw unreadable(cause);
  }
  const { run, stop } = feeding(body, parser, maxBytes + FRAMING_BYTES);
  parser.on('field', (name, value) => {
    if (!Object.hasOwn(fields, name)) fields[name] = value;
  });
  parser.on('file', (name, stream, fileName) => {
    // The parser tells a broken upload on the part that is open then, whether anyone still reads it or not.
    stream.on('error', () => undefined);
    if (name !== fileField || staging) {
      stream.resume();
      return;
    }
    current = stream;
    staging = stageUnlessEmpty(stream, fileName, stage);
    staging.catch(stop);
  });
  try {
    await run();
  } catch (error) {
    // The parser may leave the open part without an end, and whoever reads it waiting.
    current?.destroy(new Error('The upload was cut off', { cause: error }));
    const staged = await staging?.catch(() => null);
    await staged?.discard();
    parser.destroy();
    throw error;
  }
  return { fields, file: (await staging) ?? null };
}
