import { setImmediate } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { endMembership } from '#app/accounts/organisations/members.server.ts';
import { sqlite, transaction } from '#db/client.ts';
import { describedCalls } from '#tests/support/api-description.ts';
import { captions, picture } from '#tests/support/course-factories.ts';
import { designZip } from '#tests/support/design-zips.ts';
import { diploma } from '#tests/support/diplomas.ts';
import { certificateInput, csvOf, makeBatch } from '#tests/support/factories.ts';
import { fetchApi } from '#tests/support/handler.ts';
import { CALL_ACTS } from './access-acts.ts';
import { bodyOf, isMultipart, toForm, urlOf } from './access-calls.ts';
import { shareWorld, type World } from './access-world.ts';

/** The member who asks for a call that needs an act. */
const ASKER = {
  certificates: 'issuing',
  courses: 'author',
  manage: 'issuer',
  'own or manage': 'issuer',
} as const;
type ChangingAct = keyof typeof ASKER;

/** Bodies of calls whose example lacks files, or is refused for another reason. */
const BODIES: Record<string, () => Promise<Record<string, unknown>>> = {
  'POST /certs/batches': async () => ({
    certificates: [{ ...certificateInput(), studentName: 'Mo Li', expiryDate: undefined }],
    start: true,
  }),
  'POST /certs/batches/{batchId}/pictures': async () => ({
    line: '2',
    pictures: new File([await picture()], 'ann.png'),
  }),
  'POST /admin/course': async () => ({
    title: 'Sailing',
    description: 'Wind and water.',
    thumbnail: new File([await picture()], 'sea.png'),
  }),
  'POST /designs/backgrounds': async () => ({
    background: new File([Uint8Array.from(diploma())], 'diploma.pdf'),
  }),
  'POST /designs/import': async () => ({
    design: new File([Uint8Array.from(await designZip())], 'design.zip'),
  }),
  'POST /fields/pictures': async () => ({ picture: new File([await picture()], 'ada.png') }),
  'PUT /courses/{id}/lessons/{lessonId}/captions/{language}': async () => ({
    file: new File([captions()], 'de.vtt'),
  }),
  'POST /courses/{id}/lessons/{lessonId}/files': async () => ({
    file: new File(['%PDF-1.7\n%%EOF\n'], 'Knots.pdf'),
  }),
};

/** The calls that change something and have a body, while which somebody's role may change. */
const CALLS = describedCalls.flatMap((call) => {
  const act = CALL_ACTS[call.name] ?? 'none';
  const hasBody = call.operation.requestBody && !call.name.endsWith('/preview');
  return act in ASKER && hasBody ? [[call.name, act as ChangingAct, call] as const] : [];
});

/** What owners do needs their password, whose check counts tries. An owner is not removed, but hands the organisation over. */
const isOwners = (act: ChangingAct) => ASKER[act] === 'issuer';

let world: World;
shareWorld((entered) => {
  world = entered;
});

const changes = () => Number(sqlite().prepare('select total_changes()').pluck().get());

/** A body that arrives after something else has happened. */
const bodyAfter = (happen: () => void, bytes: Uint8Array) =>
  new ReadableStream<Uint8Array>(
    {
      pull(controller) {
        happen();
        controller.enqueue(bytes);
        controller.close();
      },
    },
    { highWaterMark: 0 },
  );

it('is about many calls', () => {
  expect(CALLS.length).toBeGreaterThan(35);
});

describe.each(CALLS)('%s, which needs %s,', (_, act, call) => {
  it.each(isOwners(act) ? ['a viewer'] : ['removed', 'a viewer'])(
    'is refused for a member who is %s while the body arrives',
    async (change) => {
      const { people, objects } = world;
      const person = people[ASKER[act]];
      let before = 0;
      const happen = () => {
        const of = { organisationId: people.issuer.id, userId: person.id };
        if (change === 'removed') transaction((tx) => endMembership(tx, of));
        else sqlite().prepare("update memberships set role = 'viewer' where user_id = ?").run(person.id);
        before = changes();
      };
      const body = (await BODIES[call.name]?.()) ?? bodyOf(objects, call) ?? {};
      const sent = isMultipart(call)
        ? new Response(toForm(body))
        : new Response(JSON.stringify(body), { headers: { 'content-type': 'application/json' } });
      const answer = await fetchApi(urlOf(objects, call), {
        method: call.method,
        token: person.token,
        headers: { 'content-type': sent.headers.get('content-type') ?? '' },
        body: bodyAfter(happen, new Uint8Array(await sent.arrayBuffer())),
      });
      expect([answer.status, before > 0]).toEqual([403, true]);
      if (!isOwners(act)) expect(changes() - before).toBe(0);
    },
  );
});

it('leaves nothing of a batch whose maker becomes a viewer while its rows are written', async () => {
  const { people } = world;
  const before = sqlite().prepare('select count(*) from batches').pluck().get();
  const making = makeBatch(people.issuing, csvOf(5_000, 'Sailing'));
  const isWriting = () => sqlite().prepare("select 1 from batches where status = 'checking'").get();
  while (!isWriting()) await setImmediate();
  sqlite().prepare("update memberships set role = 'viewer' where user_id = ?").run(people.issuing.id);
  await expect(making).rejects.toMatchObject({ code: 'forbidden' });
  expect(sqlite().prepare('select count(*) from batches').pluck().get()).toBe(before);
});
