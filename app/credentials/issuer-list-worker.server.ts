import { createHash } from 'node:crypto';
import { type JsonObject, parseJsonObject, proofOf, signJson } from '@certrace/verify';
import { inReadersLanguage } from '#app/shared/worker-thread.server.ts';
import type { SigningKey } from './sign-document.server.ts';

/** The type of the list, in the document and in `--trust` of the command line. */
const LIST_TYPE = 'ApprovedIssuers';
const MAX_LIST_BYTES = 64 * 1_048_576;

/** The newest decision in a list, the verification method that signed it, and the hash of its content. */
export type Listed = { decision: number; method: unknown; contentHash: string };

/** A list to sign. `content` is JSON with the members `site`, `approval` and `issuers`, in this order. */
type Unsigned = {
  content: string;
  decision: number;
  change: JsonObject | null;
  key: SigningKey;
  time: string;
};

/** A list to sign, or a signed one to read. */
export type ListTask = Unsigned | { signed: Uint8Array };
/** A signed list with its summary. Null if the list cannot be read. */
export type ListResult = { bytes: Uint8Array; listed: Listed } | null;

export const hashOfContent = (content: string) => createHash('sha256').update(content).digest('base64');

function sign({ content, decision, change, key, time }: Unsigned): ListResult {
  const { did, verificationMethod, privateKey } = key;
  const list = { type: LIST_TYPE, issuer: did, ...JSON.parse(content), decision, change, time };
  const bytes = Buffer.from(JSON.stringify(signJson(list, verificationMethod, privateKey, time)));
  return { bytes, listed: { decision, method: verificationMethod, contentHash: hashOfContent(content) } };
}

function read(bytes: Uint8Array): ListResult {
  const list = parseJsonObject(bytes, MAX_LIST_BYTES);
  if (typeof list === 'string') return null;
  const { site, approval, issuers } = list;
  const contentHash = hashOfContent(JSON.stringify({ site, approval, issuers }));
  return {
    bytes,
    listed: { decision: Number(list.decision), method: proofOf(list)?.verificationMethod, contentHash },
  };
}

export const signOrRead = (task: ListTask): ListResult => ('signed' in task ? read(task.signed) : sign(task));

/** Runs in a worker thread, because the list of thousands of issuers takes seconds to read or to sign. */
export default inReadersLanguage(signOrRead);
