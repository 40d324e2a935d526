import type { RouterContextProvider } from 'react-router';
import type { Actor } from '#app/accounts/actor.server.ts';
import { takeUploadSlot } from '#app/accounts/rate-limits.server.ts';
import { type Reservation, reserveStorage } from '#app/files/media/storage.server.ts';
import type { Part, ReadPart } from '#app/server/edge/multipart.server.ts';
import { hashParts, readParts, unreadable } from '#app/server/edge/multipart.server.ts';
import { requestContext } from '#app/server/session/context.server.ts';
import { AppError } from '#app/shared/errors.server.ts';
import { type LazyText, textNow } from '#app/shared/reader-texts.ts';
import { t } from '#messages';

/** Most bytes that text fields and multipart framing add to a file. */
const FRAMING_BYTES = 64 * 1_024;
/** How much of a rejected upload is read to get the text fields after its file. */
const READ_ON_BYTES = 32 * 1_048_576;
const tooMuch = () => t('uploadForm.theUploadIsTooLarge');
/** More than the limits of all fields. */
const MAX_FIELD_BYTES = 65_536;

export type { ReadPart };

/** The headers and body of an upload. */
export type UploadSource = {
  headers: Headers;
  body: AsyncIterable<Uint8Array> | null;
  /** Receives the hash of each part. */
  notePart?: (part: ReadPart) => void;
};

/**
 * The upload of a request. The server passes the body beside the Request, whose stream would cost as much as writing to disk.
 */
export const uploadSource = (request: Request, context: Readonly<RouterContextProvider>): UploadSource => ({
  headers: request.headers,
  // A getter, because accessing `request.body` starts reading it.
  get body() {
    return context.get(requestContext).uploadBody ?? request.body;
  },
});

type UploadRules<Staged> = {
  /** The uploader. An account may have two uploads at a time. Null if the caller limits them. */
  actor: Actor | null;
  /** Owner of the future file, whose storage quota it counts towards. Null if the file will not be stored. */
  ownerId: string | null;
  fileField: string;
  /** Receives the file's bytes as they arrive, and its name, which is any text. */
  stage: (bytes: AsyncIterable<Uint8Array>, fileName: string) => Promise<Staged>;
  maxBytes: number;
  tooLargeMessage: LazyText;
  /** A second, smaller file, which needs no storage. */
  also?: { fileField: string; maxBytes: number; stage: UploadRules<Staged>['stage'] };
  /** Whether to read the text fields of a rejected upload, so that the page can show them again. */
  keepFields: boolean;
};

export type Upload<Staged> = {
  /** The text fields. Of repeated ones, the first value. */
  fields: Record<string, string>;
  /** Null if no file was chosen. */
  file: Staged | null;
  /** The second file. Null if none was chosen. */
  also: Staged | null;
  /** Why the file was rejected. Only set with `keepFields`. */
  error: AppError | null;
};

/**
 * Reads a multipart form with one file, which is staged while it arrives, in constant memory. The caller owns the staged file.
 * If this throws, nothing is left behind.
 * @throws AppError unsupported-media; without `keepFields` also too-large, rate-limited and storage-full before the body is
 *   read, invalid, and errors of `stage`
 */
export async function readUpload<Staged extends { discard(): Promise<void> }>(
  upload: UploadSource,
  rules: UploadRules<Staged>,
): Promise<Upload<Staged>> {
  requireForm(upload);
  const admission = new Admission(rules, upload.headers.get('Content-Length'));
  try {
    let rejected: AppError | null = null;
    try {
      await admission.enter();
    } catch (error) {
      rejected = expectedOrThrow(error, rules);
    }
    return await parse(upload, rules, admission, rejected);
  } finally {
    admission.leave();
  }
}

/** Returns an expected error if the form will be shown again. Throws all other errors. */
function expectedOrThrow(error: unknown, { keepFields }: Pick<UploadRules<unknown>, 'keepFields'>): AppError {
  if (keepFields && error instanceof AppError) return error;
  throw error;
}

/** Holds the upload slot and the storage of an upload while it is read. */
class Admission {
  readonly #rules: Pick<
    UploadRules<unknown>,
    'actor' | 'ownerId' | 'fileField' | 'maxBytes' | 'also' | 'tooLargeMessage'
  >;
  /** Content-Length, or null. */
  readonly #length: number | null;
  readonly #releases: (() => void)[] = [];
  #storage: Reservation | null = null;

  constructor(rules: UploadRules<unknown>, contentLength: string | null) {
    this.#rules = rules;
    this.#length = contentLength === null ? null : Number(contentLength);
  }

  /** @throws AppError too-large; rate-limited; storage-full */
  async enter() {
    const { actor, fileField, maxBytes, also, tooLargeMessage } = this.#rules;
    if ((this.#length ?? 0) > maxBytes + (also?.maxBytes ?? 0) + FRAMING_BYTES) {
      throw new AppError('too-large', textNow(tooLargeMessage), {
        fields: { [fileField]: [textNow(tooLargeMessage)] },
      });
    }
    if (actor) this.#releases.push(takeUploadSlot(actor));
    // A body this small may be a form with an empty file field, which needs no storage.
    const least = FRAMING_BYTES + (also?.maxBytes ?? 0);
    if (this.#length === null || this.#length > least) await this.store();
  }

  /** Reserves storage for the file, once. @throws AppError storage-full */
  async store() {
    const { ownerId, maxBytes } = this.#rules;
    if (this.#storage || ownerId === null) return;
    this.#storage = await reserveStorage(ownerId, Math.min(this.#length ?? maxBytes, maxBytes));
    this.#releases.push(this.#storage.release);
  }

  /** The bytes of the file, which reserve storage as they arrive. @throws AppError storage-full; errors of the source */
  async *stored(bytes: AsyncIterable<Uint8Array>) {
    await this.store();
    for await (const chunk of bytes) {
      await this.#storage?.arrive(chunk.byteLength);
      yield chunk;
    }
  }

  leave() {
    for (const release of this.#releases) release();
  }
}

/** How many bytes of a body may be read, how many have been, and the error of more. */
type Budget = { read: number; limit: number; exceeded?: () => AppError };

/** @throws AppError unsupported-media for another content type; invalid without a body */
function requireForm({ headers, body }: UploadSource): AsyncIterable<Uint8Array> {
  if (!/^multipart\/form-data\b/i.test(headers.get('Content-Type') ?? '')) {
    throw new AppError('unsupported-media', t('uploadForm.theUploadMustBeSentAs'));
  }
  if (!body) throw unreadable();
  return body;
}

async function* limited(body: AsyncIterable<Uint8Array>, budget: Budget) {
  try {
    for await (const chunk of body) {
      budget.read += chunk.byteLength;
      if (budget.read > budget.limit) throw budget.exceeded?.() ?? new AppError('too-large', tooMuch());
      yield chunk;
    }
  } catch (cause) {
    throw cause instanceof AppError ? cause : unreadable(cause);
  }
}

/**
 * Reads an upload part by part.
 * @throws AppError unsupported-media; invalid for a malformed form; too-large over the budget
 */
export function readUploadParts(upload: UploadSource, budget: Budget, maxParts?: number) {
  const { headers, notePart } = upload;
  const parts = readParts(limited(requireForm(upload), budget), headers.get('Content-Type') ?? '', maxParts);
  return notePart ? hashParts(parts, notePart) : parts;
}

/** Stages a file. An empty file field arrives as a part without a name and without bytes. */
async function stageUnlessEmpty<Staged>(
  { fileName, bytes }: Part,
  stage: UploadRules<Staged>['stage'],
): Promise<Staged | null> {
  if (fileName) return stage(bytes, fileName);
  const first = await bytes.next();
  if (first.done) return null;
  return stage(
    (async function* () {
      yield first.value;
      yield* bytes;
    })(),
    '',
  );
}

async function parse<Staged extends { discard(): Promise<void> }>(
  upload: UploadSource,
  rules: UploadRules<Staged>,
  admission: Admission,
  rejected: AppError | null,
): Promise<Upload<Staged>> {
  const { maxBytes, also: second, keepFields } = rules;
  const most = maxBytes + (second?.maxBytes ?? 0);
  const budget = { read: 0, limit: most + (keepFields ? READ_ON_BYTES : FRAMING_BYTES) };
  const fields: Record<string, string> = {};
  const staged = new Map<string, Staged | null>();
  let error = rejected;
  try {
    for await (const part of readUploadParts(upload, budget)) {
      if (part.fileName === null) {
        if (!Object.hasOwn(fields, part.name)) fields[part.name] = await part.text(MAX_FIELD_BYTES);
        continue;
      }
      const { stage } = [rules, second].find((each) => each?.fileField === part.name) ?? {};
      if (!stage || staged.has(part.name) || error) continue;
      try {
        staged.set(
          part.name,
          await stageUnlessEmpty(part, (bytes, fileName) =>
            stage(part.name === rules.fileField ? admission.stored(bytes) : bytes, fileName),
          ),
        );
      } catch (cause) {
        staged.set(part.name, null);
        error = expectedOrThrow(cause, rules);
        budget.limit = budget.read + READ_ON_BYTES;
      }
    }
  } catch (cause) {
    for (const each of staged.values()) await each?.discard();
    staged.clear();
    error ??= expectedOrThrow(cause, rules);
  }
  const [file = null, also = null] = [rules, second].map((each) => staged.get(each?.fileField ?? '') ?? null);
  return { fields, file, also, error };
}
