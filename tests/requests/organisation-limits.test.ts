import { expect, it } from 'vitest';
import { LIMITS } from '#app/accounts/rate-limits.server.ts';
import { makeCertificate, makeIssuer, makeVerifier, type Person } from '#tests/support/factories.ts';
import { fetchApi } from '#tests/support/handler.ts';
import { makeMember } from '#tests/support/members.ts';

const times = (count: number) => Array.from({ length: count }, (_, n) => n);

/** Statuses of as many look-ups, and how often each came. */
async function lookUp({ token }: Person, uniqueId: string, count: number) {
  const statuses: Record<number, number> = {};
  for (const _ of times(count)) {
    const { status } = await fetchApi('cert/verify', { token, json: { uniqueId } });
    statuses[status] = (statuses[status] ?? 0) + 1;
  }
  return statuses;
}

it('a cost that members share is limited for their organisation, but not what the owner manages', async () => {
  const [owner, stranger, visitor] = [await makeIssuer(), await makeIssuer(), await makeVerifier()];
  const { uniqueId } = await makeCertificate(owner);
  const members: Person[] = [];
  for (const _ of times(4)) members.push(await makeMember(owner, 'viewer'));
  const { account, organisation } = LIMITS['look-ups'];
  const [fourth = owner, ...others] = members;
  for (const member of others)
    expect(await lookUp(member, uniqueId, account + 1)).toEqual({ 200: account, 429: 1 });
  expect(others.length * account).toBe(organisation);
  // The organisation has no more, although this member and the owner have looked up nothing.
  for (const person of [fourth, owner]) expect(await lookUp(person, uniqueId, 1)).toEqual({ 429: 1 });
  for (const person of [stranger, visitor]) expect(await lookUp(person, uniqueId, 1)).toEqual({ 200: 1 });

  const { token } = owner;
  const manage = async (path: string, method: string, json?: unknown) =>
    (await fetchApi(path, { token, method, json })).status;
  expect(await manage('members/invitations', 'POST', { email: 'new@people.example', role: 'viewer' })).toBe(
    201,
  );
  expect(await manage(`members/${fourth.id}`, 'PATCH', { role: 'issuer' })).toBe(200);
  expect(await manage(`members/${fourth.id}`, 'DELETE')).toBe(200);
});
