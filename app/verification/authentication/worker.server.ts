import type { MessagePort } from 'node:worker_threads';
import type { JsonObject, Report, Trust, VerifierKey } from '@certrace/verify';
import {
  asText,
  authenticate,
  canonicalJson,
  parseVerifierKey,
  sha256,
  statusEntries,
  wordReports,
} from '@certrace/verify';
import { inReadersLanguage } from '#app/shared/worker-thread.server.ts';
import type { Answers, Question } from './own-records.server.ts';
import { reportTexts } from './report-texts.ts';

export type AuthenticationTask = {
  file: Uint8Array;
  /** Port for questions to the main thread, which closes it when it cannot answer. */
  port: MessagePort;
  logKeys: string[];
  witnessKeys: VerifierKey[];
  /** Hashes of the certificates that signed PDFs of this site. */
  signingCertificates: string[];
  /** Milliseconds UTC. */
  now: number;
};

/** Longer than any ID of this site's documents. */
const MAX_ID = 500;

const hexHash = (content: Uint8Array | string) => Buffer.from(sha256(content)).toString('hex');

const idOf = (document: JsonObject) => asText(document.id)?.slice(0, MAX_ID) ?? null;

/** Sends one question at a time. */
function asker(port: MessagePort) {
  return <About extends Question['about']>(question: Extract<Question, { about: About }>) =>
    new Promise<Answers[About]>((resolve, reject) => {
      port.once('message', resolve);
      port.once('close', () => reject(new Error('the question got no answer')));
      port.postMessage(question);
    });
}

/** Runs in a worker thread: reads and checks an untrusted file. The thread has no database, only answers to its questions. */
async function check(task: AuthenticationTask): Promise<Report> {
  const { file, port, logKeys, witnessKeys, signingCertificates, now } = task;
  const ask = asker(port);
  const trust: Trust = {
    findIssuer: (did) => ask<'issuer'>({ about: 'issuer', did }),
    findStatus: (entry, _, document) => ask<'status'>({ about: 'status', entry, id: idOf(document) }),
    findLogProof: (credential, document) =>
      ask<'proof'>({
        about: 'proof',
        hash: hexHash(credential),
        content: hexHash(canonicalJson(document)),
        status: statusEntries(document)?.[0] ?? null,
        id: idOf(document),
      }),
    askLogs: async ({ origin, index, leaf, size, root }) => {
      const answer = await ask<'place'>({ about: 'place', place: { origin, index, leaf, size, root } });
      return answer.passed ? { ...answer, latestBefore: async () => answer.latestBefore } : answer;
    },
    logKeys: logKeys.map(parseVerifierKey).filter((key) => key !== null),
    witnessKeys,
    signingCertificates: new Set(signingCertificates),
    now,
  };
  return authenticate(file, trust);
}

wordReports(reportTexts);

export default inReadersLanguage(check);
