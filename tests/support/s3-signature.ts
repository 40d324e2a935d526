import { createHash, createHmac } from 'node:crypto';
import type { IncomingMessage } from 'node:http';

export type S3Keys = { accessKeyId: string; secretAccessKey: string };

const sha256 = (data: string | Buffer) => createHash('sha256').update(data).digest('hex');
const hmac = (key: string | Buffer, data: string) => createHmac('sha256', key).update(data).digest();
const encode = (text: string) =>
  encodeURIComponent(text).replace(/[!'()*]/g, (char) => `%${char.charCodeAt(0).toString(16).toUpperCase()}`);

/** The signature and its parameters, from the Authorization header or from the query of a presigned URL. */
function claimed(request: IncomingMessage, query: URLSearchParams) {
  const header = request.headers.authorization ?? '';
  const presigned = query.has('X-Amz-Signature');
  const field = (name: string) =>
    (presigned ? query.get(`X-Amz-${name}`) : new RegExp(`${name}=([^,\\s]+)`).exec(header)?.[1]) ?? '';
  const date = presigned ? query.get('X-Amz-Date') : request.headers['x-amz-date'];
  const hash = presigned ? 'UNSIGNED-PAYLOAD' : request.headers['x-amz-content-sha256'];
  return {
    presigned,
    credential: field('Credential').split('/'),
    names: field('SignedHeaders').split(';'),
    signature: field('Signature'),
    date: String(date ?? ''),
    hash: String(hash ?? ''),
    expiresSeconds: presigned ? Number(query.get('X-Amz-Expires')) : 900,
  };
}

const timeOf = (date: string) =>
  Date.parse(date.replace(/^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z$/, '$1-$2-$3T$4:$5:$6Z'));

/**
 * Checks the AWS Signature Version 4 of a request.
 * @returns the error code of S3, or null if the signature is valid
 */
export function signatureProblem(request: IncomingMessage, body: Buffer, keys: S3Keys): string | null {
  const [path = '', search = ''] = (request.url ?? '').split('?');
  const query = new URLSearchParams(search);
  const { presigned, credential, names, signature, date, hash, expiresSeconds } = claimed(request, query);
  const [accessKeyId, day = '', region = '', service = ''] = credential;
  if (signature === '') return 'AccessDenied';
  if (accessKeyId !== keys.accessKeyId) return 'InvalidAccessKeyId';
  if (!(Math.abs(Date.now() - timeOf(date)) < expiresSeconds * 1000)) return 'AccessDenied';
  if (/^[0-9a-f]{64}$/.test(hash) && hash !== sha256(body)) return 'XAmzContentSHA256Mismatch';
  const pairs = [...query]
    .filter(([name]) => name !== 'X-Amz-Signature')
    .map(([name, value]) => `${encode(name)}=${encode(value)}`)
    .sort();
  const headers = names.map((name) => `${name}:${String(request.headers[name] ?? '').trim()}\n`).join('');
  const canonical = [request.method, path, pairs.join('&'), headers, names.join(';'), hash].join('\n');
  const scope = `${day}/${region}/${service}/aws4_request`;
  const toSign = ['AWS4-HMAC-SHA256', date, scope, sha256(canonical)].join('\n');
  const dayKey = hmac(`AWS4${keys.secretAccessKey}`, day);
  const signingKey = hmac(hmac(hmac(dayKey, region), service), 'aws4_request');
  if (hmac(signingKey, toSign).toString('hex') === signature) return null;
  return presigned ? 'AccessDenied' : 'SignatureDoesNotMatch';
}
