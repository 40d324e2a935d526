/** Messages of a worker to all others. They may be lost: a worker that is just starting misses them. */
export type Topic = 'mail' | 'batch' | 'completion' | 'events' | 'sessions-ended' | 'watched';

/** Questions of a worker to all workers. */
export type Question = 'metrics' | 'proxy-misfit' | 'query-times' | 'route-times' | 'started-at';

export type FromWorker =
  | { kind: 'tell'; topic: Topic; data: unknown }
  | { kind: 'ask'; id: number; question: Question }
  | { kind: 'answer'; id: number; data: unknown }
  | { kind: 'lock'; id: number; name: string }
  | { kind: 'unlock'; id: number }
  | { kind: 'alive' }
  | { kind: 'failed'; message: string };

export type ToWorker =
  | { kind: 'told'; topic: Topic; data: unknown }
  | { kind: 'question'; id: number; question: Question }
  | { kind: 'answers'; id: number; data: unknown[] }
  | { kind: 'locked'; id: number }
  /** Makes this worker run the jobs that one process runs for all: mail, sweeps, backups. */
  | { kind: 'run-jobs' }
  | { kind: 'stop' };

/** Whether a message has our envelope. Messages share their channel with those of Node and libraries. */
const isEnvelope = <Message>(sent: unknown): sent is { certrace: Message } =>
  typeof sent === 'object' && sent !== null && 'certrace' in sent;

/** The message in an envelope. Undefined for other messages. */
export const openEnvelope = <Message>(sent: unknown): Message | undefined =>
  isEnvelope<Message>(sent) ? sent.certrace : undefined;
