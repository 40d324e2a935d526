import type { RouterContextProvider } from 'react-router';
import { CSV_TOO_LARGE } from '#app/batches/limits.ts';
import { readParts, textOf } from '#app/routes/multipart.server.ts';
import { BATCH_CSV_BYTES } from '#app/server/edge/body-limit.server.ts';
import { readBody } from '#app/server/edge/read-body.server.ts';
import { requestContext } from '#app/server/session/context.server.ts';
import { AppError } from '#app/shared/errors.server.ts';

/** More than the limits of all fields. */
const MAX_FIELD_BYTES = 65_536;
const FILE_FIELD = 'file';
const MAX_NAME_LENGTH = 100;

type Uploaded = { fields: Record<string, string>; fileName: string; bytes: Uint8Array };

/**
 * Reads the fields and the file of the upload form.
 * @throws AppError unsupported-media; too-large; invalid without a file or for a malformed body; busy
 */
export async function readBatchUpload(
  request: Request,
  context: Readonly<RouterContextProvider>,
): Promise<Uploaded> {
  const type = request.headers.get('Content-Type') ?? '';
  if (!/^multipart\/form-data\b/i.test(type)) {
    throw new AppError('unsupported-media', 'The upload must be sent as multipart/form-data.');
  }
  const body = await readBody(request, BATCH_CSV_BYTES, context.get(requestContext).readBody);
  if (body === null) throw new AppError('too-large', CSV_TOO_LARGE, { fields: { file: [CSV_TOO_LARGE] } });
  const fields: Record<string, string> = {};
  let file: Omit<Uploaded, 'fields'> | undefined;
  const source = (async function* () {
    yield body;
  })();
  for await (const part of readParts(source, type)) {
    if (part.fileName === null) fields[part.name] = await textOf(part, MAX_FIELD_BYTES);
    else if (part.name === FILE_FIELD && !file) {
      const chunks: Uint8Array[] = [];
      for await (const chunk of part.bytes) chunks.push(chunk);
      // One chunk, because the source is: a part of the body, without a copy.
      const [bytes = new Uint8Array()] = chunks.length > 1 ? [Buffer.concat(chunks)] : chunks;
      file = { fileName: shownName(part.fileName), bytes };
    }
  }
  if (!file || file.bytes.byteLength === 0) {
    const message = 'Choose a CSV file.';
    throw new AppError('invalid', message, { fields: { file: [message] } });
  }
  return { fields, ...file };
}

/** The file's name without a path and without control characters. */
const shownName = (name: string) =>
  name
    .toWellFormed()
    .replace(/^.*[\\/]/, '')
    .replace(/[\p{C}\p{Zl}\p{Zp}]/gu, '')
    .slice(0, MAX_NAME_LENGTH)
    .trim() || 'certificates.csv';
