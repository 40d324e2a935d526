import { makeCourse } from './course-factories.ts';
import { makeIssuer, makeVerifier, type Person } from './factories.ts';
import { fetchApi } from './handler.ts';
import { invitationToken, makeMember } from './members.ts';

const call = (path: string, token: string | undefined, method: string, json?: unknown) =>
  fetchApi(path, { method, ...(token && { token }), ...(json !== undefined && { json }) });
const invite = (owner: Person, email: string, role = 'issuer') =>
  call('members/invitations', owner.token, 'POST', { email, role });
const idOf = async (answer: Response) =>
  ((await answer.clone().json()) as { invitation: { _id: string } }).invitation._id;

/** The calls about organisations and their members. */
export const MEMBER_SAMPLES: Record<string, () => Promise<Response[]>> = {
  'GET /organisations': async () => [
    await call('organisations', (await makeIssuer()).token, 'GET'),
    await call('organisations', undefined, 'GET'),
  ],
  'DELETE /organisations/{organisationId}': async () => {
    const owner = await makeIssuer();
    const member = await makeMember(owner, 'viewer');
    const leave = ({ token }: Person) => call(`organisations/${owner.id}`, token, 'DELETE');
    return [await leave(owner), await leave(member), await leave(member)];
  },
  'PATCH /organisations/{organisationId}': async () => {
    const owner = await makeIssuer();
    const member = await makeMember(owner, 'viewer');
    const rename = ({ token }: Person, id: string, name: string) =>
      call(`organisations/${id}`, token, 'PATCH', { name });
    return [
      await rename(owner, owner.id, 'Harbour Institute'),
      await rename(owner, owner.id, ''),
      await rename(owner, 'none', 'Harbour Institute'),
      await rename(member, owner.id, 'Harbour Institute'),
    ];
  },
  'POST /organisations/{organisationId}/ownership': async () => {
    const owner = await makeIssuer();
    const member = await makeMember(owner, 'issuer');
    const accept = () => call(`organisations/${owner.id}/ownership`, member.token, 'POST', {});
    const before = await accept();
    await call('members/ownership', owner.token, 'POST', { userId: member.id });
    return [before, await accept()];
  },
  'GET /members': async () => {
    const owner = await makeIssuer();
    const member = await makeMember(owner, 'viewer');
    await invite(owner, 'new@people.example', 'author');
    return [await call('members', owner.token, 'GET'), await call('members', member.token, 'GET')];
  },
  'GET /members/tokens': async () => {
    const owner = await makeIssuer();
    const member = await makeMember(owner, 'viewer');
    await call('tokens', owner.token, 'POST', { name: 'Campus', scopes: ['courses:read'] });
    return [
      await call('members/tokens', owner.token, 'GET'),
      await call('members/tokens', member.token, 'GET'),
    ];
  },
  'DELETE /members/tokens/{tokenId}': async () => {
    const owner = await makeIssuer();
    const made = await call('tokens', owner.token, 'POST', { name: 'Campus', scopes: ['courses:read'] });
    const { token } = (await made.json()) as { token: { _id: string } };
    const revoke = () => call(`members/tokens/${token._id}`, owner.token, 'DELETE');
    return [await revoke(), await revoke()];
  },
  'POST /members/invitations': async () => {
    const owner = await makeIssuer();
    const member = await makeMember(owner, 'viewer');
    return [
      await invite(owner, 'new@people.example'),
      await invite(owner, member.email),
      await invite(owner, 'new@people.example', 'owner'),
      await invite(member, 'new@people.example'),
    ];
  },
  'DELETE /members/invitations/{invitationId}': async () => {
    const owner = await makeIssuer();
    const id = await idOf(await invite(owner, 'new@people.example'));
    const withdraw = () => call(`members/invitations/${id}`, owner.token, 'DELETE');
    return [await withdraw(), await withdraw()];
  },
  'POST /invitations/{token}': async () => {
    const owner = await makeIssuer();
    const [person, stranger] = [await makeVerifier(), await makeVerifier()];
    await invite(owner, person.email);
    const token = invitationToken(person.email);
    const accept = ({ token: by }: Person) => call(`invitations/${token}`, by, 'POST');
    return [await accept(stranger), await accept(person), await accept(person)];
  },
  'PATCH /members/{userId}': async () => {
    const owner = await makeIssuer();
    const member = await makeMember(owner, 'viewer');
    const change = (id: string, role: string) => call(`members/${id}`, owner.token, 'PATCH', { role });
    return [
      await change(member.id, 'author'),
      await change(owner.id, 'viewer'),
      await change('none', 'viewer'),
      await change(member.id, 'boss'),
    ];
  },
  'DELETE /members/{userId}': async () => {
    const owner = await makeIssuer();
    const member = await makeMember(owner, 'viewer');
    const remove = (id: string) => call(`members/${id}`, owner.token, 'DELETE');
    return [await remove(owner.id), await remove(member.id), await remove(member.id)];
  },
  'POST /members/ownership': async () => {
    const owner = await makeIssuer();
    const member = await makeMember(owner, 'issuer');
    const offer = (userId: string) => call('members/ownership', owner.token, 'POST', { userId });
    return [await offer(member.id), await offer(owner.id), await offer('none')];
  },
  'DELETE /members/ownership': async () => {
    const owner = await makeIssuer();
    const member = await makeMember(owner, 'issuer');
    await call('members/ownership', owner.token, 'POST', { userId: member.id });
    const withdraw = () => call('members/ownership', owner.token, 'DELETE');
    return [await withdraw(), await withdraw()];
  },
  'POST /members/closing': async () => {
    const [owner, author] = [await makeIssuer(), await makeIssuer()];
    await makeCourse(author);
    const close = ({ token }: Person) => call('members/closing', token, 'POST', {});
    return [await close(author), await close(owner), await close(owner)];
  },
};
