import { type Actor, areaOf, type Member } from '#app/accounts/actor.server.ts';
import { findPeople } from '#app/accounts/list-accounts.server.ts';
import { listMembers } from '#app/accounts/organisations/members.server.ts';
import { actsOf } from '#app/accounts/organisations/roles.ts';
import {
  allCertificateListSchema,
  heldListSchema,
  ownCertificateListSchema,
} from '#app/certificates/certificate-list.schema.ts';
import { listHeldCertificates } from '#app/certificates/held-certificates.server.ts';
import { listAllCertificates, listOwnCertificates } from '#app/certificates/list-certificates.server.ts';
import { formatUniqueId, parseUniqueId } from '#app/certificates/unique-id.ts';
import { catalogueSchema } from '#app/courses/course.schema.ts';
import { listAuthoredCourses, listCourses } from '#app/courses/list-courses.server.ts';
import type { Holder } from '#app/holders/holder-sessions.server.ts';
import { formatFacts } from '#app/messages/format-numbers.ts';
import { matchesWords, searchWords } from '#app/shared/full-text-search.ts';
import { listStudents } from '#app/verification/list-students.server.ts';
import { listOwnVerifications } from '#app/verification/list-verifications.server.ts';
import { verificationListSchema } from '#app/verification/verification.schema.ts';
import { t } from '#messages';
import { placesOf } from './places.ts';

/** What a search found: its name, more about it, and where it is. */
export type Hit = { title: string; detail: string; to: string };
export type Hits = { kind: 'pages' | 'certificates' | 'courses' | 'people'; hits: Hit[]; all: string | null };

/** Of each kind. The list of the kind has all of them. */
const MOST = 5;

type Listed = { uniqueId: string; studentName: string; courseName: string };

const certificateHit = (
  base: string,
  { uniqueId, studentName, courseName }: Listed,
  title = studentName,
): Hit => ({
  title: title || courseName,
  detail: formatFacts([courseName, uniqueId]),
  to: `${base}/${uniqueId}`,
});

/** None of an erased holder. The course then names the certificate. */
const nameOf = ({ studentName, status }: { studentName: string; status: string }) =>
  status === 'erased' ? '' : studentName;

const listAt = (path: string, q: string) => `${path}?q=${encodeURIComponent(q)}`;

/** Certificates that the viewer issued, holds or has paid for. */
function certificates(actor: Member, holder: Holder | null, q: string): Hits {
  const query = { q, limit: MOST };
  if (actor.user.role === 'superadmin') {
    const base = '/superadmin/issued-certificates';
    const found = listAllCertificates(actor, allCertificateListSchema.parse(query)).certificates;
    const hits = found.map((each) => certificateHit(base, each, nameOf(each)));
    return { kind: 'certificates', hits, all: listAt(base, q) };
  }
  const isIssuer = actor.organisation?.status === 'active';
  const own = isIssuer
    ? listOwnCertificates(actor, ownCertificateListSchema.parse(query)).certificates.map((each) =>
        certificateHit('/admin/issued-certificates', each, nameOf(each)),
      )
    : listOwnVerifications(actor, verificationListSchema.parse(query)).verifications.flatMap(
        ({ certificate }) =>
          certificate
            ? [{ ...certificateHit('', certificate), to: listAt('/verify', certificate.uniqueId) }]
            : [],
      );
  const held = listHeldCertificates(holder, heldListSchema.parse(query)).certificates;
  const hits = [...own, ...held.map((each) => certificateHit('/my-certificates', each, each.courseName))];
  return { kind: 'certificates', hits, all: listAt(isIssuer ? '/admin/issued-certificates' : '/verify', q) };
}

/** Courses that the viewer may change, or else those of the catalogue. */
function courses(actor: Member, q: string): Hits {
  const query = catalogueSchema.parse({ q, limit: MOST });
  const isSuperAdmin = actor.user.role === 'superadmin';
  const isAuthor = isSuperAdmin || actor.organisation?.status === 'active';
  const found = (isAuthor ? listAuthoredCourses(actor, query) : listCourses(query)).courses;
  const base = isAuthor && !isSuperAdmin ? '/admin/course-videos?courseId=' : '/course/';
  const all = isSuperAdmin ? '/superadmin/courses' : isAuthor ? '/admin/courses' : '/courses';
  const hits = found.map(({ id, title, category }) => ({
    title,
    detail: category ?? '',
    to: `${base}${id}`,
  }));
  return { kind: 'courses', hits, all: listAt(all, q) };
}

/** Accounts, members, or the students whose certificates the viewer has paid for. */
function people(actor: Member, q: string, words: string[]): Hits {
  if (actor.user.role === 'superadmin') {
    const hits = findPeople(actor, q).map(({ name, username, kind }) => ({
      title: name,
      detail: kind === 'issuer' ? formatFacts([t('common.issuer'), username]) : username,
      to: listAt(kind === 'issuer' ? '/admin/update' : '/superadmin/accounts', username),
    }));
    return { kind: 'people', hits, all: listAt('/superadmin/accounts', q) };
  }
  if (actor.organisation) {
    const may = actsOf(actor.organisation.role).includes('manage');
    const members = may ? listMembers(actor).members : [];
    const hits = members
      .filter(({ name, email }) => matchesWords(`${name} ${email ?? ''}`, words))
      .slice(0, MOST)
      .map(({ name, email }) => ({ title: name, detail: email ?? '', to: '/admin/members' }));
    return { kind: 'people', hits, all: null };
  }
  const hits = listStudents(actor, { q })
    .students.slice(0, MOST)
    .map(({ name, email }) => ({ title: name, detail: email, to: listAt('/students', email) }));
  return { kind: 'people', hits, all: null };
}

/** The viewer's pages and acts whose name has all words, and the look-up of an ID. */
function pages(actor: Member, q: string, words: string[]): Hits {
  const places = placesOf(areaOf(actor), actor.organisation ? actsOf(actor.organisation.role) : []);
  const named = places.filter(([, title]) => matchesWords(title, words));
  const id = parseUniqueId(q);
  const hits = [
    ...(id === null
      ? []
      : [
          {
            title: t('statusAlerts.lookUpUniqueid', { uniqueId: formatUniqueId(id) }),
            detail: '',
            to: `/verify?id=${formatUniqueId(id)}`,
          },
        ]),
    ...named.map(([to, title]) => ({ title, detail: '', to })),
  ];
  return { kind: 'pages', hits, all: null };
}

/** Everything that the viewer may see whose words start with those of a search, a few of each kind. All pages without a search. */
export function findAnything(actor: Actor, holder: Holder | null, q: string): Hits[] {
  if (!('user' in actor)) return [];
  const words = searchWords(q);
  const found = [pages(actor, q, words)];
  if (words.length > 0)
    found.push(certificates(actor, holder, q), courses(actor, q), people(actor, q, words));
  return found.filter(({ hits }) => hits.length > 0);
}
