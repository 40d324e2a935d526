import fc from 'fast-check';
import { afterAll, beforeAll, beforeEach, describe, it } from 'vitest';
import { leaveWorld, type World } from '#tests/requests/access-world.ts';
import { describedCalls } from '#tests/support/api-description.ts';
import { badBodies, badForms, badTexts, type Parameter } from '#tests/support/bad-input.ts';
import {
  type Call,
  callerOf,
  enterInputWorld,
  exampleOf,
  pathOf,
  shapeOf,
  tellSeed,
  tryAll,
} from '#tests/support/call-with-input.ts';
import { multipart } from '#tests/support/course-factories.ts';
import { testEnvironment } from '#tests/support/setup.ts';

let world: World;
beforeAll(tellSeed);
beforeEach(async () => {
  testEnvironment({ RATE_LIMITS: 'off' });
  world = await enterInputWorld();
});
afterAll(leaveWorld);

const inPlace = ({ operation }: Call, place: 'query' | 'path'): Parameter[] =>
  operation.parameters?.filter((parameter) => parameter.in === place) ?? [];

const bodyOf = (call: Call) =>
  call.method === 'GET' || !call.operation.requestBody
    ? {}
    : { headers: { 'content-type': 'application/json' }, body: '{}' };

describe('a wrong parameter of a query is a 400 that names it', () => {
  it.each(describedCalls.filter((call) => inPlace(call, 'query').length > 0))('$name', async (call) => {
    const { method } = call;
    const path = pathOf(call, world);
    const { token } = await callerOf(world, call, path, { method, ...bodyOf(call) });
    await enterInputWorld();
    // A feed is held back by a valid `wait`.
    const parameters = inPlace(call, 'query').filter(({ name }) => name !== 'wait');
    const unknown = fc
      .constantFrom('__proto__', 'toString', 'limit[a]', 'Limit', '')
      .chain((name) => fc.constant({ name, text: '1', isBad: true }));
    await tryAll(
      call,
      fc.oneof({ weight: 9, arbitrary: badTexts(parameters) }, { weight: 1, arbitrary: unknown }),
      ({ name, text }) => [
        `${path}?${new URLSearchParams({ [name]: text })}`,
        { method, token, ...bodyOf(call) },
      ],
      ({ name, isBad }, { status, errors }) =>
        isBad ? status === 400 && errors.includes(name) : status !== 400 || errors.length > 0,
    );
  });
});

/** The body of the call's example, so that nothing but the path is wrong. */
const exampleBodyOf = (call: Call) =>
  call.method === 'GET' || !call.operation.requestBody
    ? {}
    : { headers: { 'content-type': 'application/json' }, body: JSON.stringify(exampleOf(call, world)) };

/** What the calls that do not answer 404 answer. */
const NOTHING: Record<string, number> = {
  // Dead links and foreign ones look alike.
  'GET /users/verify/{token}': 400,
  'POST /users/reset-password/{token}': 400,
  // Nobody of the world may make it, because it needs a second factor.
  'POST /accounts/{userId}/second-factor-reset': 403,
};

/** The file of captions is missing, which is found before their language is read. */
const isMissingFile = ({ name }: Call, parameter: string) =>
  name === 'PUT /courses/{id}/lessons/{lessonId}/captions/{language}' && parameter === 'language';

describe('a wrong parameter of a path finds nothing', () => {
  it.each(describedCalls.filter((call) => inPlace(call, 'path').length > 0))('$name', async (call) => {
    const { method } = call;
    const options = { method, ...exampleBodyOf(call) };
    const { token } = await callerOf(world, call, pathOf(call, world), options);
    await enterInputWorld();
    await tryAll(
      call,
      // An empty segment and dots would be another path.
      badTexts(inPlace(call, 'path')).filter(({ text }) => !/^\.*$/.test(text)),
      ({ name, text }) => [pathOf(call, world, { [name]: encodeURIComponent(text) }), { ...options, token }],
      ({ name, text }, { status, errors }) => {
        // A NUL reaches no call, and the language of captions is a value, not an object.
        if (text.includes('\0')) return status === 400;
        if (errors.length > 0) return status === 400 && errors.includes(name);
        return status === (isMissingFile(call, name) ? 415 : (NOTHING[call.name] ?? 404));
      },
    );
  });
});

const FORM = 'multipart/form-data';
const forms = describedCalls.flatMap((call) => {
  const content = call.operation.requestBody?.content[FORM];
  return content ? { ...call, content } : [];
});

describe('a wrong field of a form is a 400', () => {
  it.each(forms)('$name', async (call) => {
    const { method, content } = call;
    const { courseId } = world.objects;
    const given = (content.example ?? {}) as Record<string, unknown>;
    const example = 'courseId' in given ? { ...given, courseId } : given;
    const path = pathOf(call, world);
    const form = (entries: [string, string][]) => {
      const made = multipart({});
      for (const [name, text] of entries) made.append(name, text);
      return made as never;
    };
    const { token } = await callerOf(world, call, path, { method, body: form([['title', '']]) });
    await enterInputWorld();
    await tryAll(
      call,
      badForms({ schema: shapeOf(content.schema, example), example }),
      ({ entries }) => [path, { method, token, body: form(entries) }],
      ({ bad }, { status, errors }) =>
        bad.length === 0 || status === 404 || ([400, 413].includes(status) && errors.length > 0),
    );
  });
});

describe('a body that no call reads is ignored or refused', () => {
  const without = describedCalls.filter(
    ({ method, operation }) => method !== 'GET' && !operation.requestBody,
  );
  it.each(without)('$name', async (call) => {
    const { method } = call;
    // To open a design takes seconds, whatever its body.
    const isSlow = call.name === 'POST /designs/{designId}/boxes';
    const path = pathOf(call, world, isSlow ? { designId: 'none' } : {});
    const headers = { 'content-type': 'application/json' };
    const { token } = await callerOf(world, call, path, { method });
    await enterInputWorld();
    await tryAll(
      call,
      badBodies({ schema: {}, example: {} }),
      ({ text }) => [path, { method, token, headers, body: text }],
      () => true,
    );
  });
});
