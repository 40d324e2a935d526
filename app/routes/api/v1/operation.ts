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

/** The arguments of a call's handler. */
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

/** The result of a call: a status and a body, or a complete Response. */
export type Answer = Response | { status?: number; body: unknown; headers?: Record<string, string> };

/** One call with its description. */
export type Operation<Names extends string = never> = {
  /** `none`: anybody may call it; a valid token still identifies the actor. */
  auth: 'bearer' | 'none';
  /** Whether a shared cache may keep the answer. Private answers are no-store. */
  cache?: string;
  /** One line: what it does and, if not everybody may call it, who may. */
  summary: string;
  /** Lesson calls repeat an error's message in `error` (docs/product.md, The JSON API). */
  namesErrorTwice?: boolean;
  /** The schema that the verb parses the body with. */
  body?: z.ZodType;
  /** An example body. */
  example?: Record<string, unknown>;
  /** What a body of text/csv holds, which is taken instead of JSON. */
  csv?: string;
  /** File fields and what they take: makes the body multipart/form-data. */
  files?: Record<string, string>;
  /** The schema that the verb parses the query string with. */
  query?: z.ZodObject;
  /** Whether it honours Idempotency-Key. */
  idempotent?: boolean;
  /** Headers of the success response with descriptions. */
  headers?: Record<string, string>;
  /** The file in the response. */
  file?: string;
  /** Where the 302 redirects. */
  redirects?: string;
  /** Success responses by status, with schemas from schemas/. */
  responses?: Record<number, z.ZodType>;
  /**
   * Failures by status with their message, besides those implied by other properties: 400, 413 and 415 of a body, 400 of a
   * query, 401 of a token.
   */
  failures?: Record<number, string>;
  /** Schemas of failures that say more than others, by status. */
  failureSchemas?: Record<number, z.ZodType>;
  handle(call: Call<Names>): Promise<Answer> | Answer;
};

export type Operations<Names extends string = never> = Partial<Record<Method, Operation<Names>>>;

/** A described call, without its handler. */
export type DescribedOperations = Partial<Record<Method, Omit<Operation, 'handle'>>>;

const described = new Map<string, DescribedOperations>();

/** Adds a path's calls to the API's description; respond.ts calls it for each one. */
export function describeCalls(path: string, operations: DescribedOperations) {
  described.set(path, operations);
}

/** Every call by its path below /api/v1, in the order of the route table. */
export const describedCalls = (): ReadonlyMap<string, DescribedOperations> => described;
