/** A timestamp authority (RFC 3161) that OpenSSL runs, and its checks of what the authority and the site signed. */
import { execFile, execFileSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { promisify } from 'node:util';

/** Whether this machine has OpenSSL's command. */
export function hasOpenssl(): boolean {
  try {
    execFileSync('openssl', ['version'], { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
}

const CONFIGURATION = `
[tsa]
default_tsa = authority
[authority]
serial = serial
signer_cert = tsa.pem
certs = ca.pem
signer_key = tsa.key
signer_digest = DIGEST
default_policy = 1.2.3.4.1
digests = sha256
ess_cert_id_alg = ESS
[tsa_extensions]
extendedKeyUsage = critical,timeStamping
[mail_extensions]
extendedKeyUsage = emailProtection
`;

/** Answers a request in place of the authority. */
type Answer = (query: Buffer, response: ServerResponse, reply: () => Promise<Buffer>) => unknown;

export type AuthorityOptions = {
  /** Kind of the authority's key. */
  key?: 'ec' | 'rsa';
  digest?: 'sha256' | 'sha512';
  /** Hash function with which a token names its certificate. */
  ess?: 'sha1' | 'sha256';
  /** What the authority's certificate is for. */
  purpose?: 'tsa_extensions' | 'mail_extensions';
};

const KEYS = { ec: ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:P-256'], rsa: ['-newkey', 'rsa:2048'] };

function makeKeys(folder: string, { key, digest, ess, purpose }: Required<AuthorityOptions>) {
  const openssl = (...args: string[]) => execFileSync('openssl', args, { cwd: folder, stdio: 'pipe' });
  writeFileSync(join(folder, 'tsa.cnf'), CONFIGURATION.replace('DIGEST', digest).replace('ESS', ess));
  writeFileSync(join(folder, 'serial'), '01\n');
  const days = ['-days', '7000', '-nodes'];
  openssl(
    'req',
    '-x509',
    ...KEYS.ec,
    ...days,
    '-subj',
    '/CN=Test TSA CA',
    '-keyout',
    'ca.key',
    '-out',
    'ca.pem',
  );
  openssl('req', ...KEYS[key], '-nodes', '-subj', '/CN=Test TSA', '-keyout', 'tsa.key', '-out', 'tsa.csr');
  const signed = ['-CA', 'ca.pem', '-CAkey', 'ca.key', '-CAcreateserial', '-days', '7000'];
  const extensions = ['-extfile', 'tsa.cnf', '-extensions', purpose];
  openssl('x509', '-req', '-in', 'tsa.csr', ...signed, ...extensions, '-out', 'tsa.pem');
}

/** Starts an authority on this machine. */
export async function startAuthority(options: AuthorityOptions = {}) {
  const { key = 'ec', digest = 'sha256', ess = 'sha256', purpose = 'tsa_extensions' } = options;
  const folder = mkdtempSync(join(tmpdir(), 'certrace-tsa-'));
  makeKeys(folder, { key, digest, ess, purpose });
  const state: { requests: number[]; answer: Answer | null } = { requests: [], answer: null };
  /** One reply at a time, because OpenSSL counts serial numbers in a file. */
  let last: Promise<unknown> = Promise.resolve();
  const reply = (query: Buffer): Promise<Buffer> => {
    const next = last.then(async () => {
      writeFileSync(join(folder, 'query'), query);
      const args = ['ts', '-reply', '-config', 'tsa.cnf', '-queryfile', 'query', '-out', 'reply'];
      await promisify(execFile)('openssl', args, { cwd: folder });
      return readFileSync(join(folder, 'reply'));
    });
    last = next.catch(() => undefined);
    return next;
  };
  const listen = async (request: IncomingMessage, response: ServerResponse) => {
    state.requests.push(Date.now());
    const query = await buffer(request);
    if (state.answer) return state.answer(query, response, () => reply(query));
    const isQuery = request.headers['content-type'] === 'application/timestamp-query';
    if (request.method !== 'POST' || !isQuery) return response.writeHead(400).end();
    return response.writeHead(200, { 'content-type': 'application/timestamp-reply' }).end(await reply(query));
  };
  const server = createServer((request, response) => {
    listen(request, response).catch(() => response.destroy());
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/tsa`,
    folder,
    state,
    /** Replaces the authority's answer. Without one, it answers as OpenSSL does. */
    answerWith: (answer: Answer | null) => {
      state.answer = answer;
    },
    stop: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** The signature in a PDF, what it covers, and the certificates that it may chain to, as files for OpenSSL. */
function extractSignature(pdf: Buffer, folder: string) {
  const text = pdf.toString('latin1');
  const ranges = /\/ByteRange \[(\d+) (\d+) (\d+) (\d+)/.exec(text)?.slice(1).map(Number) ?? [];
  const [from = 0, length = 0, second = 0, rest = 0] = ranges;
  const digits = text.slice(from + length + 1, second - 1);
  const cms = Buffer.from(digits, 'hex');
  const name = (file: string) => join(folder, file);
  writeFileSync(name('signature.der'), cms.subarray(0, cms.readUInt16BE(2) + 4));
  writeFileSync(
    name('content.bin'),
    Buffer.concat([pdf.subarray(from, from + length), pdf.subarray(second, second + rest)]),
  );
  return { signature: name('signature.der'), content: name('content.bin') };
}

/**
 * Has `openssl cms -verify` check a PDF's signature.
 * @param roots trusted certificates in PEM
 * @param time seconds UTC
 * @returns what it prints
 */
export function verifyWithOpenssl(pdf: Buffer, roots: string, time: number): string {
  const folder = mkdtempSync(join(tmpdir(), 'certrace-cms-'));
  try {
    const { signature, content } = extractSignature(pdf, folder);
    writeFileSync(join(folder, 'roots.pem'), roots);
    const files = ['-in', signature, '-content', content, '-CAfile', join(folder, 'roots.pem')];
    const options = ['-inform', 'DER', '-binary', '-cades', '-attime', `${time}`];
    const args = ['cms', '-verify', ...files, ...options, '-out', join(folder, 'out')];
    return execFileSync('openssl', args, { encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] });
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Has `openssl ts -verify` check a token over some bytes. @returns what it prints */
export function verifyToken(token: Uint8Array, content: Uint8Array, authority: string): string {
  const name = (file: string) => join(authority, file);
  writeFileSync(name('token.der'), token);
  writeFileSync(name('value.bin'), content);
  const files = ['-in', name('token.der'), '-data', name('value.bin'), '-CAfile', name('ca.pem')];
  return execFileSync('openssl', ['ts', '-verify', '-token_in', ...files], {
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'pipe'],
  });
}

/** Signs a timestamp's content with the key of an authority, whatever its certificate is for. @returns a token in DER */
export function signContent(info: Uint8Array, authority: string): Buffer {
  writeFileSync(join(authority, 'info.der'), info);
  const signer = ['-signer', 'tsa.pem', '-inkey', 'tsa.key', '-cades', '-md', 'sha256'];
  const content = ['-in', 'info.der', '-binary', '-nodetach', '-econtent_type', '1.2.840.113549.1.9.16.1.4'];
  const args = ['cms', '-sign', ...signer, ...content, '-outform', 'DER', '-out', 'token.der'];
  execFileSync('openssl', args, { cwd: authority, stdio: 'pipe' });
  return readFileSync(join(authority, 'token.der'));
}
