import type { CompletedCourse } from '#app/credentials/badge.server.ts';
import type { Transaction } from '#db/client.ts';

/** What a scheduled certificate is for, if it was not issued by itself. */
export type Origin = {
  batchSeq: number | null;
  batchLine: number | null;
  completionSeq: number | null;
};

/** What a domain does when something happens to a certificate that it scheduled, in the same transaction. */
type Follower = {
  /** The completed course that the certificate is for. */
  completed?: (origin: Origin) => CompletedCourse | undefined;
  /** Whether it was withdrawn with others, and its row is only not deleted yet. */
  isWithdrawn?: (origin: Origin) => boolean;
  issued: (tx: Transaction, origin: Origin, certificateId: string) => void;
  /** @param problem as `scheduledProblem` stores it */
  failed?: (tx: Transaction, origin: Origin, problem: string) => void;
  withdrawn: (tx: Transaction, origin: Origin) => void;
};

const followers: Partial<Record<'batch' | 'completion', Follower>> = {};

/** Called once at the start, because batches and courses import certificates. */
export function followScheduled(kind: 'batch' | 'completion', follower: Follower) {
  followers[kind] = follower;
}

export const followerOf = ({ batchSeq, completionSeq }: Origin): Follower | undefined =>
  batchSeq !== null ? followers.batch : completionSeq !== null ? followers.completion : undefined;
