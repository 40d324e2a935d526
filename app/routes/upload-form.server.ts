import type { RouterContextProvider } from 'react-router';
import type { Actor } from '#app/accounts/actor.server.ts';
import { takeUploadSlot } from '#app/accounts/rate-limits.server.ts';
import { requestContext } from '#app/server/context.server.ts';
import { AppError } from '#app/shared/errors.server.ts';
import { type Part, readParts, unreadable } from './multipart.server.ts';

/** What a form's text fields and multipart framing may add to its file. */
const FRAMING_BYTES = 64 * 1_024;
const TOO_MUCH = 'The upload is larger than this address takes.';
/** Longer texts are cut off, which is still longer than any field may be. */
const MAX_FIELD_BYTES = 65_536;

/** What an upload comes in. */
export type UploadSource = { headers: Headers; body: AsyncIterable<Uint8Array> | null };

/** A request as an upload: from the server it comes past the request's own stream, which would cost as much as the disk. */
export const uploadSource = (
  { headers, body }: Request,
  context: Readonly<RouterContextProvider>,
): UploadSource => ({ headers, body: context.get(requestContext).uploadBody ?? body });

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

/**
 * Reads a multipart form with one file, which is staged while it arrives: whatever its size, little of it is in memory.
 * The caller owns what was staged; when this throws, nothing is left of it.
 * @throws AppError unsupported-media; invalid; too-large, as soon as it is known; rate-limited; whatever `stage` throws
 */
export async function readUpload<Staged extends { discard(): Promise<void> }>(
  { headers, body }: UploadSource,
  rules: UploadRules<Staged>,
): Promise<Upload<Staged>> {
  const contentType = headers.get('Content-Type') ?? '';
  if (!/^multipart\/form-data\b/i.test(contentType)) {
    throw new AppError('unsupported-media', 'The upload must be sent as multipart/form-data.');
  }
  if (Number(headers.get('Content-Length') ?? 0) > rules.maxBytes + FRAMING_BYTES) {
    const { tooLargeMessage, fileField } = rules;
    throw new AppError('too-large', tooLargeMessage, { fields: { [fileField]: [tooLargeMessage] } });
  }
  if (!body) throw unreadable();
  const releaseSlot = takeUploadSlot(rules.actor);
  try {
    return await parse(body, contentType, rules);
  } finally {
    releaseSlot();
  }
}

/** The body, which fails once there is more of it than an upload of `maxBytes` can be. */
async function* limited(body: AsyncIterable<Uint8Array>, maxBytes: number) {
  let bytes = 0;
  try {
    for await (const chunk of body) {
      bytes += chunk.byteLength;
      if (bytes > maxBytes + FRAMING_BYTES) throw new AppError('too-large', TOO_MUCH);
      yield chunk;
    }
  } catch (cause) {
    throw cause instanceof AppError ? cause : unreadable(cause);
  }
}

/** A file field that was left empty comes as a part without a name and without bytes. */
async function stageUnlessEmpty<Staged>(
  { fileName, bytes }: Part,
  stage: UploadRules<Staged>['stage'],
): Promise<Staged | null> {
  if (fileName) return stage(bytes);
  const first = await bytes.next();
  if (first.done) return null;
  return stage(
    (async function* () {
      yield first.value;
      yield* bytes;
    })(),
  );
}

async function textOf({ bytes }: Part): Promise<string> {
  let text = Buffer.alloc(0);
  for await (const chunk of bytes) {
    text = Buffer.concat([text, chunk.subarray(0, MAX_FIELD_BYTES - text.length)]);
  }
  return text.toString('utf8');
}

async function parse<Staged extends { discard(): Promise<void> }>(
  body: AsyncIterable<Uint8Array>,
  contentType: string,
  { fileField, stage, maxBytes }: UploadRules<Staged>,
): Promise<Upload<Staged>> {
  const fields: Record<string, string> = {};
  let file: Staged | null = null;
  let files = 0;
  try {
    for await (const part of readParts(limited(body, maxBytes), contentType)) {
      if (part.fileName === null) {
        if (!Object.hasOwn(fields, part.name)) fields[part.name] = await textOf(part);
      } else if (part.name === fileField && files === 0) {
        files += 1;
        file = await stageUnlessEmpty(part, stage);
      }
    }
  } catch (error) {
    await file?.discard();
    throw error;
  }
  return { fields, file };
}
