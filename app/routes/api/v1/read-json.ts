import { AppError, invalid } from '#app/shared/errors.server.ts';
import { parseJsonObject } from '#app/shared/json.server.ts';

const MAX_JSON_BYTES = 1_048_576;
const tooLarge = () => new AppError('too-large', 'The body must have at most 1 MB.');

/** Whether a Content-Type is JSON in UTF-8, the one encoding that JSON has on the net (RFC 8259 section 8.1). */
function isJson(contentType: string): boolean {
  const [type = '', ...parameters] = contentType.split(';').map((part) => part.trim().toLowerCase());
  const charset = parameters.find((parameter) => parameter.startsWith('charset='));
  return type === 'application/json' && (charset === undefined || /^charset="?utf-?8"?$/.test(charset));
}

async function readBytes(request: Request): Promise<ArrayBuffer> {
  try {
    return await request.arrayBuffer();
  } catch (cause) {
    if (cause instanceof AppError) throw cause;
    throw new AppError('invalid', 'The body did not arrive whole.', { cause });
  }
}

/**
 * The JSON object that a call was sent.
 * @throws AppError unsupported-media, too-large, invalid
 */
export async function readJson(request: Request): Promise<Record<string, unknown>> {
  if (!isJson(request.headers.get('Content-Type') ?? '')) {
    throw new AppError('unsupported-media', 'The body must be application/json.');
  }
  if (!/^(?:identity)?$/i.test(request.headers.get('Content-Encoding') ?? '')) {
    throw new AppError('unsupported-media', 'The body must not be compressed.');
  }
  if (Number(request.headers.get('Content-Length') ?? 0) > MAX_JSON_BYTES) throw tooLarge();
  if (!request.body) throw invalid('The body is not valid JSON.');
  const bytes = await readBytes(request);
  if (bytes.byteLength > MAX_JSON_BYTES) throw tooLarge();
  return parseJsonObject(bytes);
}
