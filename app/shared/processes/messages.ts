/** What one worker tells all others. Nobody may depend on its arrival: a worker that starts at that moment misses it. */
export type Topic = 'mail' | 'batch' | 'sessions-ended';

/** What a worker asks of all workers. */
export type Question = 'metrics' | 'route-times' | 'started-at';

export type FromWorker =
  | { kind: 'tell'; topic: Topic; data: unknown }
  | { kind: 'ask'; id: number; question: Question }
  | { kind: 'answer'; id: number; data: unknown }
  | { kind: 'lock'; id: number; name: string }
  | { kind: 'unlock'; id: number }
  /** The worker cannot start, for this reason. */
  | { kind: 'failed'; message: string };

export type ToWorker =
  | { kind: 'told'; topic: Topic; data: unknown }
  | { kind: 'question'; id: number; question: Question }
  | { kind: 'answers'; id: number; data: unknown[] }
  | { kind: 'locked'; id: number }
  /** From now on this worker does what one process does for all: mail, sweeps, backups. */
  | { kind: 'run-jobs' }
  | { kind: 'stop' };

/** The messages share their channel with those of Node and of libraries. */
export type Envelope<Message> = { certrace: Message };

/** The message in an envelope, or undefined when it is not one of ours. */
export const openEnvelope = <Message>(sent: unknown): Message | undefined =>
  typeof sent === 'object' && sent !== null && 'certrace' in sent
    ? (sent as Envelope<Message>).certrace
    : undefined;
