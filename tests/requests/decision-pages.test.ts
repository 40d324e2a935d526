import { expect, it } from 'vitest';
import { makeWholeCourse } from '#tests/support/course-factories.ts';
import { makeCertificate, makeIssuer, makeSuperAdmin } from '#tests/support/factories.ts';
import { fetchPage } from '#tests/support/handler.ts';

const SEARCH = '?q=borrowed+films&state=valid&cursor=9';

/** The pages that ask for the reason of a decision, each with the list that links to it. */
const PAGES = [
  ['an issuer’s revocation', '/admin/issued-certificates', 'revocation'],
  ['a super admin’s revocation', '/superadmin/issued-certificates', 'revocation'],
  ['an unpublication', '/superadmin/courses', 'unpublication'],
  ['a removal', '/superadmin/courses', 'removal'],
] as const;

it.each(PAGES)('returns to the same search and page of the list after %s', async (_who, list, decision) => {
  const issuer = await makeIssuer();
  const { cookie } = list.startsWith('/admin') ? issuer : await makeSuperAdmin();
  const id = list.endsWith('courses')
    ? (await makeWholeCourse(issuer, { title: 'Borrowed Films' })).course.id
    : (await makeCertificate(issuer, { courseName: 'Borrowed Films' })).uniqueId;
  const linked = await (await fetchPage(`${list}?q=borrowed+films`, { cookie })).text();
  expect(linked).toContain(`href="${list}/${id}/${decision}?q=borrowed+films"`);

  const path = `${list}/${id}/${decision}${SEARCH}`;
  const html = await (await fetchPage(path, { cookie })).text();
  const back = `href="${(list + SEARCH).replaceAll('&', '&amp;')}"`;
  // An author's username breaks between its parts only.
  if (list.endsWith('courses')) expect(html).toMatch(/class="breakable">\w+[-._]<wbr>/);
  // The breadcrumb and Cancel both link back.
  expect(html.split(back)).toHaveLength(3);
  expect(html).toContain(`action="${path.replaceAll('&', '&amp;')}"`);
  const refused = await fetchPage(path, { cookie, form: { reason: ' ' } });
  expect(await refused.text()).toContain(back);
  const done = await fetchPage(path, { cookie, form: { reason: 'Wrong name' } });
  expect([done.status, done.headers.get('location')]).toEqual([302, list + SEARCH]);
});
