import { expect, it } from 'vitest';
import { startStoringSkeletons } from '#app/accounts/name-twins.server.ts';
import { sqlite } from '#db/client.ts';
import { makeIssuer, makePendingIssuer, makeSuperAdmin, makeVerifier } from '#tests/support/factories.ts';
import { fetchPage } from '#tests/support/handler.ts';
import { foundOrganisations } from '#tests/support/organisations.ts';

const NAME = 'Massachusetts Institute of Technology';
/** The same letters to the eye: Cyrillic а, с and е. */
const TWIN = 'Mаssасhusеtts Institute of Technology';

type Root = Awaited<ReturnType<typeof makeSuperAdmin>>;

/** The text of an issuer's row on /admin/update. */
async function rowOf({ cookie }: Root, issuerId: string): Promise<string> {
  const page = await (await fetchPage('/admin/update', { cookie })).text();
  const rows = page.match(/<tr[\s>].*?<\/tr>/gs) ?? [];
  const row = rows.find((html) => html.includes(`name="issuerId" value="${issuerId}"`)) ?? '';
  return row
    .replace(/<wbr\/?>|<!--.*?-->/gs, '')
    .replace(/<[^>]+>/g, ' ')
    .replace(/\s+/g, ' ');
}

it('shows the twin and the mixed scripts of a new issuer, which may register', async () => {
  const [issuer, root] = [await makeIssuer({ name: NAME }), await makeSuperAdmin()];
  expect(await rowOf(root, issuer.id)).not.toContain('looks like');
  const twin = await makePendingIssuer({ name: TWIN });
  const row = await rowOf(root, twin.id);
  expect(row).toContain(`Name looks like ${issuer.username} (active)`);
  expect(row).toContain('mixed scripts Latin, Cyrillic');
  expect(await rowOf(root, issuer.id)).toContain(`Name looks like ${twin.username} (pending)`);
  const approved = await fetchPage('/admin/update', {
    form: { issuerId: twin.id, decision: 'approve' },
    cookie: root.cookie,
  });
  expect(await approved.text()).toContain(`was approved. The name looks like that of ${issuer.username}.`);
});

it('says what was decided about an issuer in the reader’s language', async () => {
  const root = await makeSuperAdmin();
  const { id } = await makePendingIssuer({ name: NAME });
  const answer = await fetchPage('/admin/update', {
    form: { issuerId: id, decision: 'approve' },
    cookie: `${root.cookie}; language=de`,
  });
  expect(await answer.text()).toContain(`${NAME} wurde freigegeben.`);
});

it.each([
  NAME,
  NAME.toUpperCase(),
  'Massachusetts  Institute of Technology',
  'Massachusetts lnstitute of Technology',
])('finds the twin %j', async (name) => {
  const [issuer, root] = [await makeIssuer({ name: NAME }), await makeSuperAdmin()];
  const twin = await makePendingIssuer({ name });
  expect(await rowOf(root, twin.id)).toContain(`Name looks like ${issuer.username} (active)`);
});

it('compares a requested name, and the new one after its approval', async () => {
  const [issuer, other, root] = [
    await makeIssuer({ name: NAME }),
    await makeIssuer({ name: 'Bob' }),
    await makeSuperAdmin(),
  ];
  await fetchPage('/settings', { form: { intent: 'name', name: TWIN }, cookie: other.cookie });
  const requested = await rowOf(root, other.id);
  expect(requested).toMatch(
    /Asks to be .* Name looks like massachusetts.* \(active\) Name in mixed scripts Latin, Cyrillic/,
  );
  expect(await rowOf(root, issuer.id)).not.toContain('looks like');
  const page = await (await fetchPage('/admin/update', { cookie: root.cookie })).text();
  const [, nameChangeId = ''] = /name="nameChangeId" value="([\w-]+)"/.exec(page) ?? [];
  const approved = await fetchPage('/admin/update', {
    form: { nameChangeId, decision: 'approve' },
    cookie: root.cookie,
  });
  expect(await approved.text()).toContain(
    `Bob is now ${TWIN}. The name looks like that of ${issuer.username}.`,
  );
  expect(await rowOf(root, issuer.id)).toContain(`Name looks like ${other.username} (active)`);
  // The old name has no twin any more.
  const bob = await makePendingIssuer({ name: 'BOB' });
  expect(await rowOf(root, bob.id)).not.toContain('looks like');
});

it('shows the active twins first and at most three', async () => {
  const root = await makeSuperAdmin();
  for (let n = 0; n < 4; n += 1) await makePendingIssuer({ name: NAME });
  const issuer = await makeIssuer({ name: NAME });
  const twin = await makePendingIssuer({ name: TWIN });
  expect(await rowOf(root, twin.id)).toMatch(
    new RegExp(`looks like ${issuer.username} \\(active\\) \\S+ \\(pending\\) \\S+ \\(pending\\) and others`),
  );
});

it('compares only issuers', async () => {
  const root = await makeSuperAdmin();
  await makeVerifier({ name: NAME });
  const issuer = await makePendingIssuer({ name: NAME });
  expect(await rowOf(root, issuer.id)).not.toContain('looks like');
});

it('stores the skeletons of names from before skeletons were stored, in several steps', async () => {
  const root = await makeSuperAdmin();
  const insert = sqlite().prepare(
    `insert into users (id, name, email, username, role, password_hash, created_at)
     values (@id, @name, @id || '@people.example', @id, 'admin', '', 0)`,
  );
  for (let n = 0; n < 450; n += 1) insert.run({ id: `old-${n}`, name: n === 420 ? NAME : `School ${n}` });
  foundOrganisations();
  const stored = () =>
    sqlite().prepare('select count(distinct user_seq) from issuer_name_skeletons').pluck().get();
  expect(stored()).toBe(0);
  const stop = startStoringSkeletons();
  await expect.poll(stored).toBe(450);
  stop();
  const twin = await makePendingIssuer({ name: TWIN });
  expect(await rowOf(root, twin.id)).toContain('Name looks like old-420 (pending)');
  sqlite().prepare("delete from users where id = 'old-420'").run();
  expect(await rowOf(root, twin.id)).not.toContain('looks like');
});
