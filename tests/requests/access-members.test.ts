import { expect, it } from 'vitest';
import { mayDo } from '#app/accounts/organisations/roles.ts';
import { sqlite } from '#db/client.ts';
import { describedCalls } from '#tests/support/api-description.ts';
import { certificateInput } from '#tests/support/factories.ts';
import { fetchApi, fetchPage } from '#tests/support/handler.ts';
import { PAGE_ACTIONS } from '#tests/support/page-actions.ts';
import { type Act, CALL_ACTS, FORM_ACTS, PAGE_ACTS } from './access-acts.ts';
import { bodyOf, isAboutObject, isMultipart, toForm, urlOf } from './access-calls.ts';
import { type Answer, MEMBERS, PAGES } from './access-table.ts';
import { shareWorld, type World } from './access-world.ts';

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
let objects: World['objects'];
const restoreWorld = shareWorld((world) => {
  ({ people, objects } = world);
});

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

const changes = () => Number(sqlite().prepare('select total_changes()').pluck().get());

/** The status that each asker gets for the same request, with an exclamation mark if the request changed something. */
async function seenBy(request: (asker: Asker) => Promise<Response>): Promise<Record<Asker, string>> {
  const seen: Partial<Record<Asker, string>> = {};
  for (const asker of NAMES) {
    if (changes() > 0) await restoreWorld();
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

it.each(describedCalls)('$name is for the roles that may do its act', async (call) => {
  const act = CALL_ACTS[call.name] ?? 'none';
  const seen = await seenBy(async (asker) => {
    const body = bodyOf(objects, call);
    const sent = isMultipart(call) ? { body: toForm(body ?? {}) } : body && { json: body };
    const { token } = people[asker];
    return fetchApi(urlOf(objects, call), { method: call.method, token, ...sent });
  });
  if (act !== 'none') return expect(wrong(seen, act, isAboutObject(call))).toEqual([]);
  expectNoRoleDecides(seen);
  // One alternative is no token at all.
  if (call.operation.security.length === 1) expect(seen.removed).toBe('401');
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
  ...(form.endsWith('issued-certificates withdraw') && { uniqueId: objects.scheduledId }),
  ...(form.endsWith('/scheduled change') && certificateInput({ expiryDate: '' })),
  ...(/reminders|sharing/.test(form) && { students: 'on', summary: 'on', sharing: 'on' }),
});

/** Forms of super admins are theirs alone. */
const isSuperAdmins = (pattern: string) => PAGES[pattern]?.answers[4] === 403;

const FORMS = Object.entries(PAGE_ACTIONS).map(([form, calls]) => {
  const [pattern = '', intent] = form.split(' ');
  const call = describedCalls.find(({ name }) => name === calls[0]);
  const act: Act = isSuperAdmins(pattern)
    ? 'none'
    : (CALL_ACTS[call?.name ?? ''] ?? FORM_ACTS[form] ?? 'none');
  return { form, pattern, intent, call, act };
});

it.each(FORMS)(
  'the form $form is for the roles that may do its act',
  async ({ form, pattern, intent, call, act }) => {
    const seen = await seenBy(async (asker) => {
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
    if (act === 'none') return expectNoRoleDecides(seen);
    // The name is that of the asker's own organisation.
    const isAboutOwn =
      form !== '/admin/members name' && ((call && isAboutObject(call)) || pattern.includes(':'));
    // The dashboard leads an account without an organisation to its own start page.
    const returned = seen.returned === '302 /services' ? '403' : seen.returned;
    expect(wrong({ ...seen, returned }, act, isAboutOwn)).toEqual([]);
  },
);

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

/** What an asker gets for a page of the table. */
function expectedPage(asker: Asker, pattern: string): Answer | undefined {
  const act = PAGE_ACTS[pattern] ?? 'none';
  const [visitor, , account, , owner, other] = PAGES[pattern]?.answers ?? [];
  const [place] = ASKERS[asker];
  if (place === 'ended') return visitor;
  if (place === 'none') return account;
  if (!isAllowed(asker, act)) return 403;
  return place === 'own' ? owner : other;
}

/** The links of a page. The action of a form that gets a page is as good as a link. */
const linksOf = (html: string) =>
  [...html.matchAll(/(?:<a\b[^>]*href|<form\b[^>]*action)="(\/[^"#]*)/g)].map(([, href = '']) =>
    href.replaceAll('&amp;', '&'),
  );

// tests/requests/access.test.ts opens the pages as the owners.
it.each(MEMBERS)(
  '%s opens the pages of its role, with no form and no link that it may not use',
  async (member) => {
    const { cookie } = people[member];
    const statuses = new Map<string, number>();
    const seen: Record<string, Answer> = {};
    const forms = new Set<string>();
    const links = new Map<string, string>();
    for (const [pattern, { url, file }] of Object.entries(PAGES)) {
      const path = url?.(objects) ?? pattern;
      const answer = await fetchPage(path, { cookie });
      const html = file ? '' : await answer.text();
      if (file) await answer.arrayBuffer();
      seen[pattern] = told(answer);
      statuses.set(path, answer.status);
      if (answer.status !== 200) continue;
      for (const form of formsOf(html, path)) forms.add(form);
      for (const link of linksOf(html)) if (!links.has(link)) links.set(link, path);
    }
    const expected = Object.keys(PAGES).map((pattern) => [pattern, expectedPage(member, pattern)]);
    expect(seen).toEqual(Object.fromEntries(expected));
    const refused = FORMS.filter(({ form, act }) => forms.has(form) && !isAllowed(member, act)).map(
      ({ form }) => `a page has the form ${form}`,
    );
    for (const [link, path] of links) {
      if (!statuses.has(link)) {
        const target = await fetchPage(link, { cookie });
        await target.arrayBuffer();
        statuses.set(link, target.status);
      }
      if (statuses.get(link) === 403) refused.push(`${path} links to ${link}`);
    }
    expect(refused).toEqual([]);
  },
);
