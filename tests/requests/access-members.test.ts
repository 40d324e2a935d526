import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import { mayDo } from '#app/accounts/organisations/roles.ts';
import { sqlite } from '#db/client.ts';
import { describedCalls } from '#tests/support/api-description.ts';
import { fetchApi, fetchPage } from '#tests/support/handler.ts';
import { PAGE_ACTIONS } from '#tests/support/page-actions.ts';
import { testEnvironment } from '#tests/support/setup.ts';
import { type Act, CALL_ACTS, PAGE_ACTS } from './access-acts.ts';
import { bodyOf, isAboutObject, isMultipart, toForm, urlOf } from './access-calls.ts';
import { type Answer, MEMBERS, type Objects, PAGES } from './access-table.ts';
import { enterWorld, leaveWorld, type World } from './access-world.ts';

/** Where the askers belong: `own` is the organisation that has the objects. */
const ASKERS = {
  issuing: ['own', 'issuer'],
  author: ['own', 'author'],
  viewer: ['own', 'viewer'],
  issuer: ['own', 'owner'],
  otherIssuing: ['other', 'issuer'],
  otherAuthor: ['other', 'author'],
  otherViewer: ['other', 'viewer'],
  other: ['other', 'owner'],
  returned: ['none', null],
  removed: ['ended', null],
} as const;
type Asker = keyof typeof ASKERS;
const NAMES = Object.keys(ASKERS) as Asker[];

let people: World['people'];
let objects: Objects;
const enter = async () => ({ people, objects } = await enterWorld());
beforeEach(async () => {
  testEnvironment({ RATE_LIMITS: 'off' });
  await enter();
});
afterAll(leaveWorld);

it('asks every member of the world', () => {
  expect(NAMES.toSorted()).toEqual([...MEMBERS, 'issuer', 'other'].toSorted());
});

const told = (answer: Response): Answer =>
  answer.status === 302 ? (answer.headers.get('location') ?? '').replace(/\?.*$/, '') : answer.status;

const isAllowed = (asker: Asker, act: Act): boolean => {
  const [, role] = ASKERS[asker];
  if (act === 'none') return true;
  if (act === 'own or manage') return role === null || mayDo(role, 'manage');
  return role !== null && mayDo(role, act);
};

describe.each(Object.entries(PAGES))('%s', (pattern, { url, answers }) => {
  const act = PAGE_ACTS[pattern] ?? 'none';
  const [visitor, , account, , owner, other] = answers;
  const expected = (asker: Asker): Answer => {
    const [place] = ASKERS[asker];
    if (place === 'ended') return visitor;
    if (place === 'none') return account;
    if (!isAllowed(asker, act)) return 403;
    return place === 'own' ? owner : other;
  };

  it('opens for members whose role allows its act', async () => {
    const seen: Partial<Record<Asker, Answer>> = {};
    for (const asker of NAMES) {
      const answer = await fetchPage(url?.(objects) ?? pattern, { cookie: people[asker].cookie });
      await answer.arrayBuffer();
      seen[asker] = told(answer);
    }
    expect(seen).toEqual(Object.fromEntries(NAMES.map((asker) => [asker, expected(asker)])));
  });
});

const changes = () => Number(sqlite().prepare('select total_changes()').pluck().get());

/** The status that each asker gets for the same request, with an exclamation mark if the request changed something. */
async function seenBy(request: (asker: Asker) => Promise<Response>): Promise<Record<Asker, string>> {
  const seen: Partial<Record<Asker, string>> = {};
  for (const asker of NAMES) {
    if (changes() > 0) await enter();
    const answer = await request(asker);
    await answer.arrayBuffer();
    const target = answer.status === 302 ? ` ${told(answer)}` : '';
    seen[asker] = `${answer.status}${target}${changes() > 0 ? '!' : ''}`;
  }
  return seen as Record<Asker, string>;
}

/** The answers that an asker may get. `own objects` are those of the first organisation. */
function expected(asker: Asker, act: Exclude<Act, 'none'>, isAboutOwn: boolean): RegExp {
  const [place] = ASKERS[asker];
  if (place === 'ended') return /^(?:401|302 \/(?:admin-login\/admincredentials)?)$/;
  if (!isAllowed(asker, act)) return /^403$/;
  return place !== 'own' && isAboutOwn ? /^404!?$/ : /^(?:2|302 (?!\/(?:admin-login.*)?!?$)|4(?!01|03))/;
}

/** Compares what was seen with what a role may do, one line for each asker that got another answer. */
const wrong = (seen: Record<Asker, string>, act: Exclude<Act, 'none'>, isAboutOwn: boolean) =>
  NAMES.filter((asker) => !expected(asker, act, isAboutOwn).test(seen[asker])).map(
    (asker) => `${asker} got ${seen[asker]} instead of ${expected(asker, act, isAboutOwn).source}`,
  );

/** Either all who are logged in are refused, or none. */
function expectNoRoleDecides({ removed: _, ...seen }: Record<Asker, string>) {
  const refused = Object.values(seen).filter((answer) => /^40[13]/.test(answer));
  expect([0, Object.keys(seen).length], JSON.stringify(seen)).toContain(refused.length);
}

it('has the act of every call, of no other, and of no page that does not exist', () => {
  expect(Object.keys(CALL_ACTS).toSorted()).toEqual(describedCalls.map(({ name }) => name).toSorted());
  expect(Object.keys(PAGE_ACTS).filter((pattern) => !(pattern in PAGES))).toEqual([]);
});

describe.each(describedCalls.map((call) => [call.name, call] as const))('%s', (name, call) => {
  const act = CALL_ACTS[name] ?? 'none';
  const ask = () =>
    seenBy(async (asker) => {
      const body = bodyOf(objects, call);
      const sent = isMultipart(call) ? { body: toForm(body ?? {}) } : body && { json: body };
      const { token } = people[asker];
      return fetchApi(urlOf(objects, call), { method: call.method, token, ...sent });
    });

  it('is for the roles that may do its act', async () => {
    const seen = await ask();
    if (act !== 'none') return expect(wrong(seen, act, isAboutObject(call))).toEqual([]);
    expectNoRoleDecides(seen);
    // One alternative is no token at all.
    if (call.operation.security.length === 1) expect(seen.removed).toBe('401');
  });
});

/** What the field `id` of a form is about. */
function idIn(form: string): string {
  if (form.includes('module')) return objects.moduleId;
  if (form.includes('lesson')) return objects.lessonId;
  return form.includes('coupons') ? objects.couponId : objects.courseId;
}

/** Fields of forms that the body of the call does not have, or has otherwise. */
const fieldsOf = (form: string): Record<string, string> => ({
  invitationId: objects.invitationId,
  organisationId: objects.organisationId,
  request: objects.correctionId,
  deliveryId: 'none',
  tokenId: objects.tokenId,
  userId: objects.memberId,
  url: 'https://example.org/hooks',
  direction: 'up',
  passMark: '60',
  draft: 'false',
  position: '1',
  language: 'en',
  duration: '10 minutes',
  text: 'A text',
  email: 'ingrid@students.example',
  courseId: objects.courseId,
  id: idIn(form),
  ...(/reminders|sharing/.test(form) && { students: 'on', summary: 'on', sharing: 'on' }),
});

/** Forms of super admins are theirs alone. */
const isSuperAdmins = (pattern: string) => PAGES[pattern]?.answers[4] === 403;

const FORMS = Object.entries(PAGE_ACTIONS).map(([form, calls]) => {
  const [pattern = '', intent] = form.split(' ');
  const call = describedCalls.find(({ name }) => name === calls[0]);
  const act: Act = isSuperAdmins(pattern) ? 'none' : (CALL_ACTS[call?.name ?? ''] ?? 'none');
  return { form, pattern, intent, call, act };
});

describe.each(FORMS)('the form $form', ({ form, pattern, intent, call, act }) => {
  const ask = () =>
    seenBy(async (asker) => {
      const fields = toForm({
        ...(call && bodyOf(objects, call)),
        ...fieldsOf(form),
        ...(intent && { intent }),
      });
      const page = PAGES[pattern];
      const isUpload =
        /upload|preview|batches$|captions$|file$|questions$/.test(form) || (call && isMultipart(call));
      const body = isUpload ? fields : new URLSearchParams([...fields] as [string, string][]);
      return fetchPage(page?.url?.(objects) ?? pattern, { cookie: people[asker].cookie, form: body });
    });

  it('is for the roles that may do its act', async () => {
    const seen = await ask();
    if (act === 'none') return expectNoRoleDecides(seen);
    // The name is that of the asker's own organisation.
    const isAboutOwn =
      form !== '/admin/members name' && ((call && isAboutObject(call)) || pattern.includes(':'));
    // The dashboard leads an account without an organisation to its own start page.
    const returned = seen.returned === '302 /services' ? '403' : seen.returned;
    expect(wrong({ ...seen, returned }, act, isAboutOwn)).toEqual([]);
  });
});

/** The posted forms of a page's HTML, named as in tests/support/page-actions.ts. */
function formsOf(html: string, path: string): string[] {
  return [...html.matchAll(/<form\b([^>]*)>(.*?)<\/form>/gs)].flatMap(([, attributes = '', inside = '']) => {
    if (!/method="post"/i.test(attributes)) return [];
    const action = /action="([^"]*)"/.exec(attributes)?.[1]?.replaceAll('&amp;', '&') ?? path;
    const named = [...inside.matchAll(/<[^>]*name="intent"[^>]*>/g)].map(([tag]) => tag);
    const intents = named.map((tag) => /value="([^"]*)"/.exec(tag)?.[1]);
    const pattern = patternOf(new URL(action, 'https://certrace.example').pathname);
    return intents.length > 0 ? intents.map((intent) => `${pattern} ${intent}`) : [`${pattern}`];
  });
}

/** The pattern of a path. Fixed parts come before parameters. */
function patternOf(path: string): string | undefined {
  const fits = Object.keys(PAGES).filter((pattern) => {
    const source = pattern.replaceAll('.', '\\.').replaceAll(/:\w+/g, '[^/]+');
    return new RegExp(`^${source}$`).test(path);
  });
  return fits.toSorted((a, b) => a.split(':').length - b.split(':').length)[0];
}

describe.each(['issuing', 'author', 'viewer', 'returned'] as const)('%s', (member) => {
  it('sees no form and no link that its role may not use', async () => {
    const { cookie } = people[member];
    const seen = { forms: new Set<string>(), links: new Set<string>() };
    const refused: string[] = [];
    for (const [pattern, { url, file }] of Object.entries(PAGES)) {
      const path = url?.(objects) ?? pattern;
      const answer = await fetchPage(path, { cookie });
      const html = await answer.text();
      if (answer.status !== 200 || file) continue;
      for (const form of formsOf(html, path)) seen.forms.add(form);
      // The action of a form that gets a page is as good as a link.
      for (const [, href = ''] of html.matchAll(/(?:<a\b[^>]*href|<form\b[^>]*action)="(\/[^"#]*)/g)) {
        if (seen.links.has(href)) continue;
        seen.links.add(href);
        const target = await fetchPage(href.replaceAll('&amp;', '&'), { cookie });
        await target.arrayBuffer();
        if (target.status === 403) refused.push(`${path} links to ${href}`);
      }
    }
    for (const { form, act } of FORMS)
      if (seen.forms.has(form) && !isAllowed(member, act)) refused.push(`a page has the form ${form}`);
    expect(refused).toEqual([]);
  });
});
