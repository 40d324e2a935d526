import { createHash, randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import { type S3Keys, signatureProblem } from './s3-signature.ts';

type Upload = { key: string; parts: Map<number, Buffer> };
type Call = { method: string; key: string; query: URLSearchParams; body: Buffer; request: IncomingMessage };
type Answer = { status: number; headers?: Record<string, string>; body?: string | Buffer };

const escapeXml = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');
const unescapeXml = (text: string) =>
  text.replaceAll('&lt;', '<').replaceAll('&gt;', '>').replaceAll('&quot;', '"').replaceAll('&amp;', '&');
const etagOf = (bytes: Buffer) => `"${createHash('md5').update(bytes).digest('hex')}"`;
const xml = (body: string, status = 200): Answer => ({
  status,
  headers: { 'Content-Type': 'application/xml' },
  body: `<?xml version="1.0" encoding="UTF-8"?>${body}`,
});
const failure = (status: number, code: string, more = '') =>
  xml(`<Error><Code>${code}</Code><Message>The stand-in says ${code}</Message>${more}</Error>`, status);

/** The objects of one bucket, in memory. */
function bucketOf(name: string) {
  const objects = new Map<string, Buffer>();
  const uploads = new Map<string, Upload>();

  /** Both versions of ListObjects, which differ in the parameter for the next page. */
  function list(query: URLSearchParams): Answer {
    const prefix = query.get('prefix') ?? '';
    const delimiter = query.get('delimiter');
    const after = query.get('continuation-token') ?? query.get('start-after') ?? query.get('marker') ?? '';
    const most = Math.min(Number(query.get('max-keys') ?? 1000), 1000);
    const contents: string[] = [];
    const prefixes = new Set<string>();
    let last = '';
    let isTruncated = false;
    for (const key of [...objects.keys()].sort()) {
      if (!key.startsWith(prefix) || key <= after) continue;
      if (contents.length + prefixes.size >= most) {
        isTruncated = true;
        break;
      }
      const end = delimiter ? key.indexOf(delimiter, prefix.length) : -1;
      if (delimiter && end !== -1) prefixes.add(key.slice(0, end + delimiter.length));
      else contents.push(key);
      last = key;
    }
    const rows = contents.map((key) => {
      const bytes = objects.get(key) ?? Buffer.alloc(0);
      return `<Contents><Key>${escapeXml(key)}</Key><Size>${bytes.length}</Size><ETag>${escapeXml(etagOf(bytes))}</ETag><LastModified>2026-01-01T00:00:00.000Z</LastModified></Contents>`;
    });
    const groups = [...prefixes].map(
      (key) => `<CommonPrefixes><Prefix>${escapeXml(key)}</Prefix></CommonPrefixes>`,
    );
    const next = isTruncated
      ? `<NextContinuationToken>${escapeXml(last)}</NextContinuationToken><NextMarker>${escapeXml(last)}</NextMarker>`
      : '';
    return xml(
      `<ListBucketResult><Name>${name}</Name><IsTruncated>${isTruncated}</IsTruncated>${next}${rows.join('')}${groups.join('')}</ListBucketResult>`,
    );
  }

  function read({ method, key, query, request }: Call): Answer {
    const bytes = objects.get(key);
    if (!bytes) return failure(404, 'NoSuchKey');
    const headers = {
      'Accept-Ranges': 'bytes',
      'Content-Type': query.get('response-content-type') ?? 'binary/octet-stream',
      ETag: etagOf(bytes),
    };
    const range = /^bytes=(\d+)-(\d*)$/.exec(request.headers.range ?? '');
    if (!range) {
      return { status: 200, headers: { ...headers, 'Content-Length': String(bytes.length) }, body: bytes };
    }
    const start = Number(range[1]);
    const end = range[2] === '' ? bytes.length - 1 : Math.min(Number(range[2]), bytes.length - 1);
    if (start > end) return failure(416, 'InvalidRange');
    return {
      status: 206,
      headers: {
        ...headers,
        'Content-Length': String(end - start + 1),
        'Content-Range': `bytes ${start}-${end}/${bytes.length}`,
      },
      body: method === 'HEAD' ? '' : bytes.subarray(start, end + 1),
    };
  }

  function write({ key, query, body }: Call): Answer {
    const id = query.get('uploadId');
    if (id === null) objects.set(key, body);
    else {
      const upload = uploads.get(id);
      if (!upload) return failure(404, 'NoSuchUpload');
      upload.parts.set(Number(query.get('partNumber')), body);
    }
    return { status: 200, headers: { ETag: etagOf(body) } };
  }

  function completeUpload(id: string, body: Buffer): Answer {
    const upload = uploads.get(id);
    if (!upload) return failure(404, 'NoSuchUpload');
    const numbers = [...body.toString().matchAll(/<PartNumber>(\d+)<\/PartNumber>/g)].map(([, number]) =>
      Number(number),
    );
    const parts = numbers.map((number) => upload.parts.get(number));
    if (parts.length === 0 || parts.includes(undefined)) return failure(400, 'InvalidPart');
    const whole = Buffer.concat(parts as Buffer[]);
    if (parts.slice(0, -1).some((part) => (part?.length ?? 0) < 5 * 1_048_576)) {
      return failure(400, 'EntityTooSmall');
    }
    objects.set(upload.key, whole);
    uploads.delete(id);
    return xml(
      `<CompleteMultipartUploadResult><ETag>${escapeXml(etagOf(whole))}</ETag></CompleteMultipartUploadResult>`,
    );
  }

  function post({ key, query, body, request }: Call): Answer {
    if (query.has('delete')) {
      // Storage other than AWS accepts no other checksum here.
      if (!request.headers['content-md5']) return failure(400, 'MissingContentMD5');
      const keys = [...body.toString().matchAll(/<Key>([^<]*)<\/Key>/g)].map(([, text = '']) =>
        unescapeXml(text),
      );
      for (const one of keys) objects.delete(one);
      return xml('<DeleteResult></DeleteResult>');
    }
    if (query.has('uploads')) {
      const id = randomUUID();
      uploads.set(id, { key, parts: new Map() });
      return xml(`<InitiateMultipartUploadResult><UploadId>${id}</UploadId></InitiateMultipartUploadResult>`);
    }
    return completeUpload(query.get('uploadId') ?? '', body);
  }

  function remove({ key, query }: Call): Answer {
    const id = query.get('uploadId');
    if (id === null) objects.delete(key);
    else uploads.delete(id);
    return { status: 204 };
  }

  function answer(call: Call): Answer {
    const { method, key, query } = call;
    if (key === '' && method === 'GET')
      return query.has('location') ? xml('<LocationConstraint/>') : list(query);
    if (method === 'GET' || method === 'HEAD') return read(call);
    if (method === 'PUT') return write(call);
    if (method === 'POST') return post(call);
    return method === 'DELETE' ? remove(call) : failure(405, 'MethodNotAllowed');
  }
  return { objects, uploads, answer };
}

/** What S3 repeats of a request whose signature is wrong. */
const repeated = ({ headers }: IncomingMessage) =>
  `<StringToSign>${escapeXml(String(headers.authorization))}</StringToSign>`;

/** What the stand-in does wrong. */
const WELL = {
  /** Fails every request with this status. */
  failWith: undefined as number | undefined,
  /** Fails the requests for which it returns true. */
  failFor: undefined as
    | ((call: { method: string; key: string; query: URLSearchParams }) => boolean)
    | undefined,
  /** Waits before each response. */
  delayMs: 0,
  /** Never responds. */
  stalls: false,
  /** Sends half of an object and then stalls. */
  stallsInBody: false,
  /** Ignores Range and sends whole objects, like some proxies. */
  ignoresRange: false,
  /** Responds to HEAD without Content-Length. */
  hidesLength: false,
  /** Completes no upload in parts, and reports that with status 200, as S3 may. */
  failsToComplete: false,
  /** Responds to every list with the same page of one file. */
  repeatsPage: false,
  /** With failWith, asks the client to wait this long before it tries again. */
  retryAfterSeconds: undefined as number | undefined,
  /** Responds to everything with status 200 and an HTML page, like the login page of a network. */
  showsPage: false,
};

/** An S3-compatible server on loopback with one bucket in memory, addressed by path. It checks signatures. */
export async function startS3(bucketName = 'certrace') {
  const keys: S3Keys = { accessKeyId: 'AKIASTANDIN', secretAccessKey: 'the secret of the stand-in' };
  const bucket = bucketOf(bucketName);
  const state = { ...WELL };
  const calls: string[] = [];

  async function respond(request: IncomingMessage, response: ServerResponse) {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const body = Buffer.concat(chunks);
    const [path = '', search = ''] = (request.url ?? '').split('?');
    const [, name = '', ...rest] = path.split('/').map(decodeURIComponent);
    const call: Call = {
      method: request.method ?? '',
      key: rest.join('/'),
      query: new URLSearchParams(search),
      body,
      request,
    };
    calls.push(`${call.method} ${call.key}`);
    if (state.delayMs > 0) await delay(state.delayMs);
    if (state.stalls) return;
    const problem = signatureProblem(request, body, keys);
    if (state.ignoresRange) delete request.headers.range;
    if (state.repeatsPage) call.query = new URLSearchParams('max-keys=1');
    let answer: Answer;
    if (state.showsPage) answer = { status: 200, body: '<html><body>Log in</body></html>' };
    else if (state.failWith !== undefined) answer = failure(state.failWith, 'ServiceUnavailable');
    else if (state.failFor?.(call)) answer = failure(500, 'InternalError');
    else if (problem !== null) answer = failure(403, problem, repeated(request));
    else if (name !== bucketName) answer = failure(404, 'NoSuchBucket');
    else if (state.failsToComplete && call.method === 'POST' && call.query.has('uploadId'))
      answer = failure(200, 'InternalError');
    else answer = bucket.answer(call);
    if (answer.headers && state.retryAfterSeconds)
      answer.headers['Retry-After'] = `${state.retryAfterSeconds}`;
    if (state.hidesLength && call.method === 'HEAD') delete answer.headers?.['Content-Length'];
    response.writeHead(answer.status, answer.headers);
    if (state.stallsInBody && answer.body && call.method === 'GET' && call.key !== '') {
      response.write(answer.body.slice(0, answer.body.length / 2));
    } else response.end(call.method === 'HEAD' ? undefined : answer.body);
  }

  const server = createServer((request, response) => {
    respond(request, response).catch(() => response.destroy());
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const url = `http://127.0.0.1:${port}`;
  return {
    url,
    bucketName,
    keys,
    /** Configures the server for this storage. */
    settings: {
      STORAGE: 's3',
      S3_ENDPOINT: url,
      S3_BUCKET: bucketName,
      S3_ACCESS_KEY_ID: keys.accessKeyId,
      S3_SECRET_ACCESS_KEY: keys.secretAccessKey,
    },
    state,
    /** Empties the bucket, and lets the stand-in do nothing wrong. */
    reset() {
      Object.assign(state, WELL);
      bucket.objects.clear();
      bucket.uploads.clear();
      calls.splice(0);
    },
    /** Method and key of each request so far. */
    calls,
    objects: bucket.objects,
    /** Multipart uploads that were neither completed nor aborted. */
    uploads: bucket.uploads,
    async stop() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}
