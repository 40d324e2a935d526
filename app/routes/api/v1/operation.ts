import type { z } from 'zod';
import type { Actor } from '#app/accounts/actor.server.ts';
import type { Scope } from '#app/accounts/api-tokens/scopes.ts';
import type { UploadSource } from '#app/routes/upload-form.server.ts';
import type { RouteNeeds } from '#app/server/edge/route-needs.server.ts';
import type { ApiCalls } from '#app/server/pages/api-calls.server.ts';
import type { Holding } from '#app/shared/memory-budget.server.ts';
import type { LazyText } from '#app/shared/reader-texts.ts';
import type { Since } from './list-since.ts';

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

/** Names of a path's parameters, such as `'id'` for `certs/:id`. */
export type ParameterNames<Path extends string> = Path extends `${infer First}/${infer Rest}`
  ? ParameterNames<First> | ParameterNames<Rest>
  : Path extends `:${infer Name}`
    ? Name
    : never;

type Parsed<Schema> = Schema extends z.ZodType ? z.output<Schema> : Record<string, string>;

/** The arguments of a call's handler. */
export type Call<Names extends string = never, Body = undefined, Query = undefined> = {
  actor: Actor;
  params: Readonly<Record<Names, string>>;
  /** The parsed parameters of the query string. Of repeated ones, the first value counts. */
  query: Parsed<Query>;
  request: Request;
  /** The multipart body of a call with `files`. */
  upload: UploadSource;
  client: { address: string; userAgent: string | null };
  /** Reads the body, of at most `limit` bytes. `held` keeps its memory afterwards. @throws AppError too-large, invalid, busy */
  bytes(limit: number, held?: Holding): Promise<Uint8Array>;
  /** Reads and parses the JSON body: {} without a body, if all fields are optional. @throws AppError unsupported-media, too-large, invalid */
  input(): Promise<Parsed<Body>>;
  /** The JSON body before validation, for calls whose schema depends on its fields. */
  json(): Promise<Record<string, unknown>>;
};

/** The result of a call: a status and a body, or a complete Response. */
export type Answer = Response | PlainAnswer;

export type PlainAnswer = {
  status?: number;
  body: unknown;
  headers?: Record<string, string>;
  /** Whether a repeated call with the same Idempotency-Key may get another answer. */
  isInterim?: boolean;
};

/** The description of a call. */
export type Description<Body = z.ZodType | undefined, Query = z.ZodObject | undefined> = {
  /** With `none` anybody may call it. A valid token still identifies the actor. */
  auth: 'bearer' | 'none';
  /**
   * The scope that a named API token needs; `any` for all tokens. Without it, a call with `auth: 'bearer'` is for logins only, and
   * one with `none` for everybody.
   */
  scope?: Scope | 'any';
  /** Rejects actors who may not call it, before their input is parsed. @throws AppError */
  admits?: (actor: Actor) => void;
  /** Cache-Control of a response that shared caches may store. By default responses are no-store. */
  cache?: string;
  /** One line about what the call does and, if not everybody may call it, who may. */
  summary: string;
  /** Lesson calls repeat an error's message in `error` (docs/product.md, The JSON API). */
  namesErrorTwice?: boolean;
  /** The schema of the body. A call without a body has none of its fields. */
  body?: Body;
  /** Replaces the message for a missing required field. */
  missingMessage?: LazyText;
  /** An example body. */
  example?: Record<string, unknown>;
  /** Description of a body in text/csv, as an alternative to JSON. */
  csv?: string;
  /** Limits of a body that is larger than usual, the first for its content type. */
  limits?: RouteNeeds['body'];
  /** The schema and an example of a JSON body, as an alternative to multipart/form-data. */
  json?: { schema: z.ZodType; example: Record<string, unknown> };
  /** Whether the files may be left out. */
  optionalFiles?: boolean;
  /** The schema of the query string. Other parameters are rejected. */
  query?: Query;
  /** The times of a list's entries, for its parameter `since`. */
  since?: Since;
  /** Fields of the answer that are shown once: a repeated call with the same Idempotency-Key gets the answer without them. */
  secrets?: readonly string[];
  /** Whether the domain recognizes a repeated call with an Idempotency-Key itself. */
  hasOwnKey?: boolean;
  /**
   * Whether the call may change for which organisation its actor acts. A key then belongs to the account alone, because a repeated call
   * may come from another organisation than the first.
   */
  changesOrganisation?: boolean;
  /** Headers of the success response with descriptions. */
  headers?: Record<string, string>;
  /** Description of the file in the response. */
  file?: string;
  /** Description of the redirect's target. */
  redirects?: string;
  /** Success responses by status. Their schemas are in schemas/. */
  responses?: Record<number, z.ZodType>;
  /** Errors by status. Implied are 400, 413 and 415 by a body, 400 by a query, and 401 by a token. */
  failures?: Record<number, string>;
  /** Schemas of errors with more fields than usual, by status. */
  failureSchemas?: Record<number, z.ZodType>;
} & (
  | {
      /** File fields with a description. They make the body multipart/form-data. */
      files: Record<string, string>;
      /** The limit of that body. */
      upload: NonNullable<RouteNeeds['upload']>;
    }
  | { files?: undefined; upload?: undefined }
);

/** The arguments of a call's handler without pauses, whose body is parsed already. */
type Act<Names extends string, Body, Query> = Omit<Call<Names, Body, Query>, 'input'> & {
  input: Parsed<Body>;
};

/**
 * A call of the API: its description and its handler. With an Idempotency-Key, an `act` and its answer commit in one transaction, within
 * which nothing is awaited. A call with `answer` may await: the domain function that `handle` calls passes its result to `storeAnswer` in
 * its transaction. Work before that transaction may run twice.
 */
export type Operation<Names extends string, Body, Query, Result = unknown> = Description<Body, Query> &
  (
    | {
        handle(call: Call<Names, Body, Query>): Promise<Answer> | Answer;
        answer?: undefined;
        act?: undefined;
      }
    | {
        handle(call: Call<Names, Body, Query>): Promise<Result> | Result;
        /** The answer that a result makes. */
        answer(result: NoInfer<Result>, call: Call<Names, Body, Query>): PlainAnswer;
        /** Whether the act takes several transactions: the last stores the answer, and those before mark the call as made. */
        inSteps?: boolean;
        act?: undefined;
      }
    | { act(call: Act<Names, Body, Query>): Answer; handle?: undefined; answer?: undefined }
  );

/** The answer that the result of a call makes. */
export const answerOf = <Names extends string, Body, Query>(
  { answer }: Operation<Names, Body, Query>,
  call: Call<Names, Body, Query>,
  result: unknown,
): Answer => (answer ? answer(result, call) : (result as Answer));

/** Whether a call takes an Idempotency-Key: it changes something, and has an account. One that answers with a file only draws it. */
export const takesKey = (method: string, { auth, file }: Pick<Description, 'auth' | 'file'>): boolean =>
  auth === 'bearer' && method !== 'GET' && file === undefined;

/** Whether a call may have no body, because all fields are optional. */
export const isBodyOptional = ({ body }: Pick<Description, 'body'>): boolean =>
  body?.safeParse({}).success ?? true;

export type Descriptions = Partial<Record<Method, Description>>;

/** The calls of a path: what they do, and their descriptions by method. */
export type DeclaredCalls = ApiCalls & { descriptions: Descriptions };
