import { z } from 'zod';
import {
  createDocument,
  type ZodOpenApiOperationObject,
  type ZodOpenApiPathsObject,
  type ZodOpenApiResponsesObject,
} from 'zod-openapi';
import { env } from '#app/config/env.server.ts';
import { API_VERSION } from '#app/events/event-objects.server.ts';
import { codeOfStatus } from '#app/shared/error-codes.ts';
import { uniqueIdSchema } from './object.ts';
import { type DeclaredCalls, type Description, isBodyOptional, takesKey } from './operation.ts';
import { lessonErrorSchema } from './schemas/courses.ts';
import { errorSchema, problemSchema, TOO_MANY } from './schemas/responses.ts';

/** All path parameters. Building the document fails if one is missing. */
const PATH_PARAMETERS: Record<string, z.ZodType> = {
  token: z.string().meta({ description: 'The token from the mailed link' }),
  id: z.string().meta({ description: 'The _id of the course' }),
  batchId: z.string().meta({ description: 'The _id of the batch' }),
  courseId: z.string().meta({ description: 'The _id of the course' }),
  sessionId: z.string().meta({ description: 'The _id of the login or the token' }),
  issuerId: z.string().meta({ description: 'The _id of the issuer' }),
  nameChangeId: z.string().meta({ description: 'The _id of the requested name' }),
  messageId: z.string().meta({ description: 'The _id of the message' }),
  scheduledId: z.string().meta({ description: 'The uniqueId of the certificate' }),
  correctionId: z.string().meta({ description: 'The _id of the request for a correction' }),
  designId: z.string().meta({ description: 'The _id of the design' }),
  backgroundId: z.string().meta({ description: 'The _id of the background' }),
  fieldId: z.string().meta({ description: 'The _id of the field' }),
  couponId: z.string().meta({ description: 'The _id of the coupon' }),
  userId: z.string().meta({ description: 'The _id of the account' }),
  statementId: z.string().meta({ description: 'The _id of the statement' }),
  paymentId: z.string().meta({ description: 'The _id of the payment' }),
  creditNoteId: z.string().meta({ description: 'The _id of the credit note' }),
  libraryId: z.string().meta({ description: 'The _id of the design in the library', examples: ['deco'] }),
  organisationId: z.string().meta({ description: 'The _id of the organisation' }),
  invitationId: z.string().meta({ description: 'The _id of the invitation' }),
  tokenId: z.string().meta({ description: 'The _id of the token' }),
  moduleId: z.string().meta({ description: 'The _id of the module' }),
  attemptId: z.string().meta({ description: 'The _id of the attempt' }),
  webhookId: z.string().meta({ description: 'The _id of the webhook' }),
  deliveryId: z.string().meta({ description: 'The _id of the delivery' }),
  lessonId: z.string().meta({ description: 'The _id of the lesson' }),
  language: z.string().meta({ description: 'A BCP 47 language tag', examples: ['pt-BR'] }),
  fileId: z.string().meta({ description: 'The _id of the file' }),
  uniqueId: z.string().meta({
    description: 'The ID of the certificate, in any case, with or without hyphens',
    examples: [uniqueIdSchema.meta()?.examples?.[0]],
  }),
};

const OTHERS = 'This description';

const TAGS: [pattern: RegExp, tag: string][] = [
  [/^(?:(?:(?:users|admin)\/)?courses?(?:\/|$)|coupons)/, 'Courses'],
  [/^(?:(?:users|admin|auth)\/|accounts|tokens|issuers)/, 'Accounts'],
  [/^(?:events|webhooks)/, 'Events'],
  [/^(?:cert\/|verifications|authenticate|certificates\/(?:my|all)-verified)/, 'Verification'],
  [/^(?:cert|designs|fields)/, 'Certificates'],
  [/^(?:payments|credit|statements|seller)/, 'Payments'],
  [/^(?:messages|mail|status)/, 'Operation'],
];

const tagOf = (path: string) => TAGS.find(([pattern]) => pattern.test(path))?.[1] ?? OTHERS;

const idempotencyKey = z.string().min(1).max(255).optional().meta({
  description:
    'For 24 hours, a call with the same key, path and body gets the same response, with Idempotency-Replayed: true, and changes nothing',
});

/** The 403 for a token with other scopes, or from another address than its own. */
const scopeNeeded = (scope: Description['scope']) => {
  if (scope === 'any') return 'This token may not be used from this address.';
  return scope
    ? `This call needs a token with the scope ${scope}.`
    : 'A token with scopes cannot make this call. It needs a login.';
};

/** The security requirements of a call (OpenAPI 3.1.1 section 4.8.30). */
const securityOf = ({ auth, scope }: Description) => {
  const bearer = { bearer: scope && scope !== 'any' ? [scope] : [] };
  return auth === 'bearer' ? [bearer] : [{}, bearer];
};

/** Error responses: those that follow from the call's input, and those that it lists itself. */
function failuresOf(
  { auth, scope, body, files, query, failures }: Description,
  idempotent: boolean,
): Record<string, string> {
  return {
    ...((body || query || idempotent) && { 400: 'The input is not valid.' }),
    ...(auth === 'bearer' && { 401: 'A valid bearer token is required.' }),
    ...((auth === 'bearer' || scope) && { 403: scopeNeeded(scope) }),
    ...(body && { 413: files ? 'The upload is too large.' : 'The body must have at most 1 MB.' }),
    ...(body && {
      415: files ? 'The upload must be sent as multipart/form-data.' : 'The body must be application/json.',
    }),
    ...(idempotent && { 422: 'This Idempotency-Key was used with another path or body.' }),
    429: TOO_MANY,
    ...failures,
  };
}

function failureAnswers(method: string, operation: Description): ZodOpenApiResponsesObject {
  const usual = operation.namesErrorTwice ? lessonErrorSchema : errorSchema;
  const answer = (description: string, status: number, schema: z.ZodType = usual) => ({
    description,
    content: {
      'application/json': {
        schema,
        example: {
          success: false,
          message: description,
          code: codeOfStatus(status),
          ...(operation.namesErrorTwice && { error: description }),
        },
      },
      'application/problem+json': { schema: problemSchema },
    },
  });
  const named = Object.entries(failuresOf(operation, takesKey(method, operation))).map(
    ([status, message]) => [
      status,
      answer(message, Number(status), operation.failureSchemas?.[Number(status)]),
    ],
  );
  return { ...Object.fromEntries(named), default: answer('Something went wrong.', 500) };
}

const NEXT_PAGE = 'The next page, rel="next"; absent on the last page';

function successAnswers({
  responses = {},
  headers,
  redirects,
  file,
}: Description): ZodOpenApiResponsesObject {
  if (file) return { 200: { description: file } };
  if (redirects) return { 302: { description: redirects } };
  const isList = Object.values(responses).some(
    (schema) => schema instanceof z.ZodObject && 'nextCursor' in schema.shape,
  );
  const names = Object.entries({ ...(isList && { Link: NEXT_PAGE }), ...headers });
  const given = names.map(([name, description]) => [
    name,
    { description, schema: { type: 'string' as const } },
  ]);
  return Object.fromEntries(
    Object.entries(responses).map(([status, schema]) => [
      status,
      {
        description: status === '201' ? 'Created' : 'Success',
        content: { 'application/json': { schema } },
        ...(names.length > 0 && { headers: Object.fromEntries(given) }),
      },
    ]),
  );
}

/** A multipart body with the fields of its schema and with files. */
function withFiles(body: z.ZodType, files: Record<string, string>, optional = false) {
  const parts = Object.entries(files).map(([name, description]) => {
    const part = z.file().meta({ description });
    return [name, optional ? part.optional() : part];
  });
  if (!(body instanceof z.ZodObject)) throw new Error('A multipart body needs an object schema');
  return z.object({ ...body.shape, ...Object.fromEntries(parts) });
}

function requestBody({
  body,
  example,
  files,
  optionalFiles,
  csv,
  json,
}: Description): ZodOpenApiOperationObject['requestBody'] {
  if (!body) return undefined;
  const content = {
    schema: files ? withFiles(body, files, optionalFiles) : body,
    ...(example && { example }),
  };
  const type = files ? 'multipart/form-data' : 'application/json';
  const other = csv
    ? { 'text/csv': { schema: z.string().meta({ description: csv }) } }
    : json && { 'application/json': json };
  return {
    required: files !== undefined || !isBodyOptional({ body }),
    content: { [type]: content, ...other },
  };
}

function pathParameters(path: string) {
  const names = [...path.matchAll(/:(\w+)/g)].map(([, name = '']) => name);
  const unknown = names.find((name) => !PATH_PARAMETERS[name]);
  if (unknown) throw new Error(`The path parameter ${unknown} is not described`);
  return z.object(Object.fromEntries(names.map((name) => [name, PATH_PARAMETERS[name] as z.ZodType])));
}

function describe(path: string, method: string, operation: Description): ZodOpenApiOperationObject {
  const { summary, query } = operation;
  const body = requestBody(operation);
  return {
    operationId: `${method.toLowerCase()}-${path.replace(/[^\w.]+/g, '-')}`,
    summary,
    tags: [tagOf(path)],
    security: securityOf(operation),
    requestParams: {
      ...(path.includes(':') && { path: pathParameters(path) }),
      ...(query && { query }),
      ...(takesKey(method, operation) && { header: z.object({ 'Idempotency-Key': idempotencyKey }) }),
    },
    ...(body && { requestBody: body }),
    responses: { ...successAnswers(operation), ...failureAnswers(method, operation) },
  };
}

function describeAll(calls: Calls): ZodOpenApiPathsObject {
  const paths: ZodOpenApiPathsObject = {};
  for (const [path, { descriptions }] of calls) {
    const methods = Object.entries(descriptions).map(([method, operation]) => [
      method.toLowerCase(),
      describe(path, method, operation),
    ]);
    paths[`/${path.replace(/:(\w+)/g, '{$1}')}`] = Object.fromEntries(methods);
  }
  return paths;
}

const INTRODUCTION = `Certificates, their verification, and courses, as JSON. A token comes from a login or from the settings page and goes \
into the Authorization header; cookies are ignored. Errors are {"success": false, "message": "…", "code": "…"} with "errors" by field \
where fields are wrong, or problem details (RFC 9457) for clients that accept application/problem+json. A list rejects query parameters that it does not have. Too many calls are answered 429 with Retry-After.`;

type Calls = ReadonlyMap<string, DeclaredCalls>;

/** The OpenAPI 3.1 description of calls, by their path below /api/v1. */
export const describeApi = (calls: Calls) =>
  createDocument({
    openapi: '3.1.1',
    info: { title: 'Certrace', version: API_VERSION, description: INTRODUCTION },
    servers: [{ url: `${env().APP_URL}/api/v1` }],
    tags: [
      'Accounts',
      'Certificates',
      'Verification',
      'Payments',
      'Courses',
      'Events',
      'Operation',
      OTHERS,
    ].map((name) => ({ name })),
    paths: describeAll(calls),
    components: { securitySchemes: { bearer: { type: 'http', scheme: 'bearer' } } },
  });
