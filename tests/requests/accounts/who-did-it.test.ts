import { describe, expect, it } from 'vitest';
import { startBatch } from '#app/batches/run-batch.server.ts';
import { revokeCertificate } from '#app/certificates/revoke-certificate.server.ts';
import { couponSchema } from '#app/courses/coupon.schema.ts';
import { createCoupon } from '#app/courses/manage-coupons.server.ts';
import { parseInput } from '#app/shared/parse.server.ts';
import { makeCourse } from '#tests/support/course-factories.ts';
import {
  makeBatch,
  makeCertificate,
  makeDesign,
  makeIssuer,
  makeSuperAdmin,
  makeVerifier,
  type Person,
  payFor,
} from '#tests/support/factories.ts';
import { fetchApi, fetchPage } from '#tests/support/handler.ts';
import { again, handOver, join, makeMember } from '#tests/support/members.ts';

/** The text of a page's main part, without tags. */
async function textOf(path: string, { cookie }: Person): Promise<string> {
  const html = await (await fetchPage(path, { cookie })).text();
  const main = html.slice(html.indexOf('<main'), html.indexOf('</main>'));
  return main.replaceAll(/<!--.*?-->|<[^>]*>/gs, '').replaceAll('&#x27;', "'");
}

type Role = 'issuer' | 'author';

/** Lists, the words before the name, what a member does, and its role. */
const LISTS: [string, string, (person: Person) => Promise<unknown>, Role?][] = [
  ['/admin/issued-certificates', 'Issued by', (person) => makeCertificate(person)],
  ['/admin/batches', 'Started by', async (person) => startBatch(person.actor, (await makeBatch(person)).id)],
  ['/admin/designs', 'Saved by', async (person) => makeDesign(person)],
  [
    '/admin/coupons',
    'Created by',
    async ({ actor }) =>
      createCoupon(actor, parseInput(couponSchema, { code: 'SPRING-25', kind: 'percent', value: '25' })),
    'author',
  ],
];

describe('lists of an organisation', () => {
  it.each(LISTS)('%s name who did something if there are several members', async (path, words, act) => {
    const owner = await makeIssuer();
    await act(owner);
    expect(await textOf(path, owner)).not.toContain(words);
    const viewer = await join(owner, await makeVerifier({ name: 'Ines Viewer' }), 'viewer');
    expect(await textOf(path, viewer)).toContain(`${words} ${owner.name}`);
  });

  it.each(LISTS)('%s name the member', async (path, words, act, role = 'issuer') => {
    const owner = await makeIssuer();
    const member = await join(owner, await makeVerifier({ name: 'Mara Registrar' }), role);
    await act(member);
    expect(await textOf(path, owner)).toContain(`${words} Mara Registrar`);
  });

  it('name the author of a course', async () => {
    const owner = await makeIssuer();
    await makeCourse(owner, { title: 'Sailing' });
    expect(await textOf('/admin/courses', owner)).not.toMatch(/Created .{8,20} by/);
    const author = await join(owner, await makeVerifier({ name: 'Ada Author' }), 'author');
    const { id } = await makeCourse(author, { title: 'Rowing' });
    await fetchApi(`admin/course/${id}/duplicate`, { token: author.token, method: 'POST' });
    const text = await textOf('/admin/courses', owner);
    expect(text.match(/by Ada Author/g)).toHaveLength(2);
    expect(text).toContain(`by ${owner.name}`);
  });

  it('name who started a batch on its page, too', async () => {
    const owner = await makeIssuer();
    const member = await join(owner, await makeVerifier({ name: 'Mara Registrar' }), 'issuer');
    const { id } = await makeBatch(member);
    expect(await textOf(`/admin/batches/${id}`, owner)).not.toContain('Mara Registrar');
    startBatch(member.actor, id);
    expect(await textOf(`/admin/batches/${id}`, owner)).toContain('Mara Registrar');
  });
});

describe('the history of a certificate', () => {
  it('names members to members, and to nobody else', async () => {
    const owner = await makeIssuer();
    const member = await join(owner, await makeVerifier({ name: 'Mara Registrar' }), 'issuer');
    const viewer = await makeMember(owner, 'viewer');
    const verifier = await makeVerifier();
    const { uniqueId } = await makeCertificate(member);
    await payFor(verifier, uniqueId);
    revokeCertificate(owner.actor, uniqueId, { reason: 'Issued by mistake' });
    const path = `/tracing?id=${uniqueId}`;
    for (const reader of [owner, member, viewer]) {
      const text = await textOf(path, reader);
      expect(text).toContain('Issued by Mara Registrar');
      expect(text).toContain(`Revoked by ${owner.name}`);
      expect(text).toContain(verifier.name);
    }
    expect(await textOf(path, verifier)).toContain('History of');
    expect(await textOf(path, verifier)).not.toContain('Mara Registrar');
  });

  it('says that a super admin revoked it', async () => {
    const owner = await makeIssuer();
    const { uniqueId } = await makeCertificate(owner);
    revokeCertificate((await makeSuperAdmin()).actor, uniqueId, { reason: 'Issued by mistake' });
    const text = await textOf(`/tracing?id=${uniqueId}`, owner);
    expect(text).toContain('Revoked by a super admin');
    expect(text).not.toContain('Issued by');
  });

  it('is closed to the founder who has left', async () => {
    const founder = await makeIssuer();
    const member = await makeMember(founder, 'issuer');
    const { uniqueId } = await makeCertificate(founder);
    const owner = await handOver(founder, member);
    expect(await textOf(`/tracing?id=${uniqueId}`, again(founder))).toContain('History of');
    await fetchApi(`members/${founder.id}`, { token: owner.token, method: 'DELETE' });
    const login = await fetchPage('/', { form: { email: founder.email, password: 'blue-heron-over-fen' } });
    const cookie = login.headers
      .getSetCookie()
      .map((line) => line.split(';')[0])
      .join('; ');
    expect(await textOf(`/tracing?id=${uniqueId}`, { ...founder, cookie })).not.toContain('History of');
  });
});
