import type { z } from 'zod';
import type { Actor } from '#app/accounts/actor.server.ts';
import type { UploadSource } from '#app/routes/upload-form.server.ts';

export type Method = 'GET' | 'POST' | 'DELETE';

/** The names of a path's parameters: `'id'` for `certs/:id`. */
export type ParameterNames<Path extends string> = Path extends `${infer First}/${infer Rest}`
  ? ParameterNames<First> | ParameterNames<Rest>
  : Path extends `:${infer Name}`
    ? Name
    : never;

/** What a call's handler gets: who acts, the path's parameters, and the request for what is left to read of it. */
export type Call<Names extends string = never> = {
  actor: Actor;
  params: Readonly<Record<Names, string>>;
  /** The query string's parameters, first value each. */
  query: Record<string, string>;
  request: Request;
  /** The multipart body of a call that takes files. */
  upload: UploadSource;
  client: { address: string; userAgent: string | null };
  /** The body, of at most so many bytes. @throws AppError too-large, invalid, busy */
  bytes(limit: number): Promise<Uint8Array>;
  /** The JSON body. @throws AppError unsupported-media, too-large, invalid */
  json(): Promise<Record<string, unknown>>;
};

/** What a call answers: a status and a body, or a Response of its own. */
export type Answer = Response | { status?: number; body: unknown; headers?: Record<string, string> };

/** One call, and all that its description says of it. */
export type Operation<Names extends string = never> = {
  /** `none`: anybody may call it; a token counts all the same. */
  auth: 'bearer' | 'none';
  /** Whether a shared cache may keep the answer. Private answers are no-store. */
  cache?: string;
  /** One line: what it does, and for whom if not for everybody. */
  summary: string;
  /** Lesson calls repeat an error's message in `error` (docs/product.md, The JSON API). */
  namesErrorTwice?: boolean;
  /** The schema that the verb parses the body with. */
  body?: z.ZodType;
  /** A body that a caller could send. */
  example?: Record<string, unknown>;
  /** What a body of text/csv holds, which is taken instead of JSON. */
  csv?: string;
  /** File fields and what they take: makes the body multipart/form-data. */
  files?: Record<string, string>;
  /** The schema that the verb parses the query string with. */
  query?: z.ZodObject;
  /** Whether it honours Idempotency-Key. */
  idempotent?: boolean;
  /** Headers of the success answer, and what they say. */
  headers?: Record<string, string>;
  /** Where the answer, a 302, sends the browser. */
  redirects?: string;
  /** Success answers by status: schemas from schemas.ts. */
  responses?: Record<number, z.ZodType>;
  /**
   * Failures by status with their message, beside those that its other properties bring with them: 400, 413 and 415
   * of a body, 400 of a query, 401 of a token.
   */
  failures?: Record<number, string>;
  /** Schemas of failures that say more than others, by status. */
  failureSchemas?: Record<number, z.ZodType>;
  handle(call: Call<Names>): Promise<Answer> | Answer;
};

export type Operations<Names extends string = never> = Partial<Record<Method, Operation<Names>>>;

/** A call as it is described: without what answers it. */
export type DescribedOperations = Partial<Record<Method, Omit<Operation, 'handle'>>>;

const described = new Map<string, DescribedOperations>();

/** Adds a path's calls to the description of the API; respond.ts does it for every call that it wraps. */
export function describeCalls(path: string, operations: DescribedOperations) {
  described.set(path, operations);
}

/** Every call by its path below /api/v1, in the order of the route table. */
export const describedCalls = (): ReadonlyMap<string, DescribedOperations> => described;
