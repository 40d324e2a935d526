import fc from 'fast-check';
import { enrol } from '#app/courses/enrol.server.ts';
import type { Objects, RoleName } from '#tests/requests/access-table.ts';
import { enterWorld, type World } from '#tests/requests/access-world.ts';
import { type describedCalls, description, responseViolation } from '#tests/support/api-description.ts';
import type { FieldSchema } from '#tests/support/bad-input.ts';
import { fetchApi } from '#tests/support/handler.ts';

/** The number of cases for each call, and the seed that makes the same ones again. */
const CASES = Number(process.env.INPUT_CASES ?? 500);
const SEED = Number(process.env.INPUT_SEED ?? 20_261_125);
const LONGEST_MS = 1_000;

/** Prints how to repeat the cases. */
export const tellSeed = () => process.stdout.write(`INPUT_CASES=${CASES} INPUT_SEED=${SEED}\n`);

export type Call = (typeof describedCalls)[number];
type Options = NonNullable<Parameters<typeof fetchApi>[1]>;

/** Parameters of paths that have other names than the objects of the world. Those of neither do not exist. */
const aliases = ({ courseId, receiptId, creditId }: Objects) => ({
  id: courseId,
  paymentId: receiptId,
  userId: creditId,
});

/** The path of a call with objects of the world, or with the given texts. */
export function pathOf({ path }: Call, { objects }: World, given: Record<string, string> = {}): string {
  const lessonId = path.includes('/attempts') ? objects.quizId : objects.lessonId;
  const known: Record<string, string | undefined> = { ...objects, ...aliases(objects), lessonId, ...given };
  return path.slice(1).replace(/\{(\w+)\}/g, (_, name: string) => known[name] ?? 'none');
}

type Referring = FieldSchema & { $ref?: string };

const followed = (schema: Referring): FieldSchema =>
  schema.$ref ? followed(description.components.schemas[schema.$ref.split('/').at(-1) ?? ''] ?? {}) : schema;

/** The schema of a body. Of several shapes, the one of the example: fields of the others are ignored. */
export function shapeOf(schema: Referring, example: Record<string, unknown>): FieldSchema {
  const whole = followed(schema);
  const shapes = (whole.anyOf ?? whole.oneOf)?.map(followed) ?? [whole];
  const fits = ({ properties = {} }: FieldSchema) => Object.keys(example).every((name) => name in properties);
  return shapes.find(fits) ?? whole;
}

/** The example of a call's JSON body, with an account of the world in the place of the example's. */
export function exampleOf({ operation }: Call, { people }: World): Record<string, unknown> {
  const example = operation.requestBody?.content['application/json']?.example ?? {};
  return JSON.parse(JSON.stringify(example).replaceAll('mara@osei.example', people.individual.email));
}

/** The world, in which the verifier is enrolled in the course. */
export async function enterInputWorld(): Promise<World> {
  const world = await enterWorld();
  enrol(world.people.individual.browser, world.objects.courseId);
  return world;
}

export type Outcome = { status: number; ms: number; errors: string[]; answer: Response };

export async function ask(path: string, options: Options): Promise<Outcome> {
  const started = performance.now();
  const answer = await fetchApi(path, options);
  const text = await answer.text();
  const ms = performance.now() - started;
  const isJson = answer.headers.get('content-type')?.startsWith('application/json');
  const { errors = {} } = isJson && text !== '' ? JSON.parse(text) : {};
  const { status, headers } = answer;
  const copy = new Response(text || null, { status, headers });
  return { status, ms, errors: Object.keys(errors), answer: copy };
}

/** Who may make most calls, in this order. */
const CALLERS: RoleName[] = ['issuer', 'superadmin', 'individual'];

/** The token of somebody who may make a call, and whether there is somebody. */
export async function callerOf(world: World, { operation }: Call, path: string, options: Options) {
  if (operation.security.some((scheme) => Object.keys(scheme).length === 0))
    return { token: world.people.issuer.token, isAllowed: true };
  for (const role of CALLERS) {
    const { token } = world.people[role as keyof World['people']];
    const { status } = await ask(path, { ...options, token });
    if (status !== 401 && status !== 403) return { token, isAllowed: true };
  }
  return { token: world.people.issuer.token, isAllowed: false };
}

/**
 * Makes a call with each case, and compares the first answer of each kind with the description of the call. The world is made anew before
 * a case counts as failed, because an earlier one may have removed what the call needs, and because a loaded machine is slow now and then.
 * @param request the path and the options of a case
 * @param expected whether an outcome is right for a case, besides being no error of the server and in time
 */
export async function tryAll<Case>(
  call: Call,
  cases: fc.Arbitrary<Case>,
  request: (one: Case) => [path: string, options: Options],
  expected: (one: Case, outcome: Outcome) => boolean,
) {
  const isRight = (one: Case, outcome: Outcome) =>
    outcome.status < 500 && outcome.ms < LONGEST_MS && expected(one, outcome);
  const kinds = new Set<string>();
  const requireDescribed = async (path: string, { status, errors, answer }: Outcome) => {
    const kind = [status, ...errors.toSorted()].join(' ');
    // A URL that is too long or has a NUL reaches no call.
    if (status === 414 || path.includes('%00') || kinds.has(kind)) return;
    kinds.add(kind);
    const violation = await responseViolation(call, answer);
    if (violation) throw new Error(violation);
  };
  const check = async (one: Case) => {
    const [path, options] = request(one);
    const first = await ask(path, options);
    if (isRight(one, first)) return requireDescribed(path, first);
    await enterInputWorld();
    const { answer, ...outcome } = await ask(path, options);
    if (!isRight(one, { ...outcome, answer })) throw new Error(`It was answered ${JSON.stringify(outcome)}.`);
  };
  await fc.assert(fc.asyncProperty(cases, check), { numRuns: CASES, seed: SEED });
}
