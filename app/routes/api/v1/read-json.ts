import { AppError } from '#app/shared/errors.server.ts';
import { parseJsonObject } from '#app/shared/json.server.ts';

const MAX_JSON_BYTES = 1_048_576;
const tooLarge = () => new AppError('too-large', 'The body must have at most 1 MB.');

/** Whether a Content-Type is JSON in UTF-8, the one encoding that JSON has on the net (RFC 8259 section 8.1). */
function isJson(contentType: string): boolean {
  const [type = '', ...parameters] = contentType.split(';').map((part) => part.trim().toLowerCase());
  const charset = parameters.find((parameter) => parameter.startsWith('charset='));
  return type === 'application/json' && (charset === undefined || /^charset="?utf-?8"?$/.test(charset));
}

type ReadBody = (limit: number) => Promise<Uint8Array | null>;

/** Reads the body of a request that carries it, as those do that come from no socket. */
const bodyOf =
  (request: Request): ReadBody =>
  async (limit) => {
    const bytes = new Uint8Array(await request.arrayBuffer());
    return bytes.byteLength > limit ? null : bytes;
  };

async function readBytes(read: ReadBody): Promise<Uint8Array> {
  try {
    const bytes = await read(MAX_JSON_BYTES);
    if (bytes === null) throw tooLarge();
    return bytes;
  } catch (cause) {
    if (cause instanceof AppError) throw cause;
    throw new AppError('invalid', 'The body did not arrive whole.', { cause });
  }
}

/**
 * The JSON object that a call was sent.
 * @param read where its body is read, when that is past the request
 * @throws AppError unsupported-media, too-large, invalid
 */
export async function readJson(
  request: Request,
  read: ReadBody = bodyOf(request),
): Promise<Record<string, unknown>> {
  if (!isJson(request.headers.get('Content-Type') ?? '')) {
    throw new AppError('unsupported-media', 'The body must be application/json.');
  }
  if (!/^(?:identity)?$/i.test(request.headers.get('Content-Encoding') ?? '')) {
    throw new AppError('unsupported-media', 'The body must not be compressed.');
  }
  if (Number(request.headers.get('Content-Length') ?? 0) > MAX_JSON_BYTES) throw tooLarge();
  return parseJsonObject(await readBytes(read));
}
