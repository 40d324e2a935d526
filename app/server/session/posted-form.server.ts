import { OWNER_FIELD } from '#app/accounts/kept-forms.server.ts';
import { classify } from '#app/server/edge/edge.server.ts';
import { tooLargeTexts } from '#app/server/edge/http-error.server.ts';
import { readParts } from '#app/server/edge/multipart.server.ts';
import { readBody } from '#app/server/edge/read-body.server.ts';
import { AppError } from '#app/shared/errors.server.ts';
import { t } from '#messages';
import type { RequestInfo } from './context.server.ts';

const FORM_TYPES = /^(?:application\/x-www-form-urlencoded|multipart\/form-data)\b/i;
/** How much of an upload is read to find the owner, which is its first part. */
const HEAD_BYTES = 4_096;
/** How much of a rejected upload is read to get the text fields after its file. */
const READ_ON_BYTES = 32 * 1_048_576;
const MOST_PARTS = 200;
/** Most text of a form that is shown again. */
const MOST_TEXT_BYTES = 1_048_576;
/** Never shown again. `code` is also the name of coupons, which are no secret. */
const SECRET = /password\d?$|^(?:cardNumber|expiryMonth|expiryYear|cvCode|passkey|setup)$/i;
const isSecret = (name: string, pathname: string) =>
  SECRET.test(name) || (name === 'code' && !/coupons/.test(pathname));

/** The text of a form that was not accepted, to be shown again. */
export type PostedText = {
  fields: [name: string, value: string][];
  isMultipart: boolean;
  /** Whether files, or passwords and codes, have to be entered again. */
  hasFiles: boolean;
  hasSecrets: boolean;
};

/** What of a form has to be entered again, in sentences. */
export const toEnterAgain = ({ hasFiles, hasSecrets }: Pick<PostedText, 'hasFiles' | 'hasSecrets'>) => [
  ...(hasFiles ? [t('otherOwner.chooseFilesAgain')] : []),
  ...(hasSecrets ? [t('otherOwner.enterSecretsAgain')] : []),
];

/** A posted form whose body the route has not read. */
export type PostedForm = {
  /** The value of `OWNER_FIELD`. */
  owner: string | null;
  /** A request with the whole body, for the route. */
  request: Request;
  /** Reads the text, instead of the route. @throws AppError invalid for a malformed body */
  text: () => Promise<PostedText>;
};

function ownerIn(bytes: Buffer, isMultipart: boolean): string | null {
  if (!bytes.includes(OWNER_FIELD)) return null;
  const text = bytes.toString('latin1');
  if (!isMultipart) return new URLSearchParams(text).get(OWNER_FIELD);
  const [, value = null] =
    new RegExp(`name="${OWNER_FIELD}"\r\n(?:[^\r\n]+\r\n)*\r\n([^\r\n]*)\r\n`).exec(text) ?? [];
  return value;
}

/** Keeps the first bytes of a body. The returned body has all of them. */
async function readHead(body: AsyncIterable<Uint8Array>) {
  const chunks = body[Symbol.asyncIterator]();
  const read: Buffer[] = [];
  let end: { error?: unknown } | null = null;
  for (let size = 0; size < HEAD_BYTES && end === null; ) {
    try {
      const { done, value } = await chunks.next();
      if (done) end = {};
      // A copy, because a chunk is freed when the next one is read.
      else size += read[read.push(Buffer.from(value)) - 1]?.length ?? 0;
    } catch (error) {
      end = { error };
    }
  }
  async function* whole() {
    try {
      yield* read;
      if (end && 'error' in end) throw end.error;
      while (end === null) {
        const { done, value } = await chunks.next();
        if (done) return;
        yield value;
      }
    } finally {
      await chunks.return?.();
    }
  }
  return { head: Buffer.concat(read), whole: whole() };
}

async function* upTo(limit: number, body: AsyncIterable<Uint8Array>) {
  let left = limit;
  for await (const chunk of body) {
    left -= chunk.byteLength;
    if (left < 0) throw new AppError('too-large', tooLargeTexts());
    yield chunk;
  }
}

async function textOf(
  body: AsyncIterable<Uint8Array>,
  { contentType, pathname }: { contentType: string; pathname: string },
): Promise<PostedText> {
  const found: PostedText = { fields: [], isMultipart: true, hasFiles: false, hasSecrets: false };
  let left = MOST_TEXT_BYTES;
  try {
    for await (const part of readParts(upTo(READ_ON_BYTES, body), contentType, MOST_PARTS)) {
      if (part.fileName !== null) {
        found.hasFiles ||= part.fileName !== '';
        continue;
      }
      const value = await part.text(left);
      left -= Buffer.byteLength(value) + part.name.length;
      if (part.name === OWNER_FIELD) continue;
      if (isSecret(part.name, pathname)) found.hasSecrets = true;
      else found.fields.push([part.name, value]);
    }
  } catch (error) {
    // Fields after a large file are lost, those before it are not.
    if (!(error instanceof AppError)) throw error;
  }
  return found;
}

async function* one(bytes: Uint8Array) {
  yield bytes;
}

/**
 * Opens the form of a request before its route does. Null for other bodies.
 * @throws AppError as `readBody`; too-large
 */
export async function openForm(
  request: Request,
  pathname: string,
  info: RequestInfo,
): Promise<PostedForm | null> {
  const contentType = request.headers.get('Content-Type') ?? '';
  if (!FORM_TYPES.test(contentType) || info.api) return null;
  const isMultipart = /^multipart/i.test(contentType);
  const { upload, bodyLimit } = classify(new URL(request.url), contentType);
  const { method, headers, signal } = request;
  const kind = { contentType, pathname };
  if (upload) {
    const body = info.uploadBody ?? request.body;
    if (!body) return null;
    const { head, whole } = await readHead(body);
    info.uploadBody = whole;
    const rest = new Request(request.url, { method, headers, signal });
    return { owner: ownerIn(head, true), request: rest, text: () => textOf(whole, kind) };
  }
  const bytes = await readBody(request, bodyLimit);
  if (bytes === null) throw new AppError('too-large', tooLargeTexts());
  const body = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const text = async (): Promise<PostedText> => {
    if (isMultipart) return textOf(one(body), kind);
    const all = [...new URLSearchParams(body.toString())].filter(([name]) => name !== OWNER_FIELD);
    const fields = all.filter(([name]) => !isSecret(name, pathname));
    return { fields, isMultipart, hasFiles: false, hasSecrets: fields.length < all.length };
  };
  return {
    owner: ownerIn(body, isMultipart),
    request: new Request(request.url, { method, headers, body: body as BodyInit, signal }),
    text,
  };
}
