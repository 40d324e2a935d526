import { issueBatches } from '#app/batches/issue-batches.server.ts';
import { startBatch } from '#app/batches/run-batch.server.ts';
import { issueSchema } from '#app/certificates/certificate.schema.ts';
import { issueCertificate } from '#app/certificates/issue-certificate.server.ts';
import { parseInput } from '#app/shared/parse.server.ts';
import { sqlite } from '#db/client.ts';
import { makeWholeCourse } from './course-factories.ts';
import {
  certificateInput,
  csvOf,
  makeBatch,
  makeCertificate,
  makeDesign,
  makeIssuer,
  type Person,
} from './factories.ts';

/** A name of the greatest length in many scripts, whose fonts shaping tries one after another for each character. */
export const COSTLY_NAME = 'a Ω Ж ع א क ব த ಕ മ ไ ລ ខ မ Ա ა 中 さ 한 🎉 '.repeat(5).slice(0, 199);
/** Becomes 895 characters, of which 900 are accepted. */
const FILLED = {
  title: '{student} {course} {issuer} {student}',
  statement: `{student}{course}{issuer}{student}${COSTLY_NAME.slice(0, 95)}`,
};
/** The texts of a design that cost most. */
export const COSTLY_DESIGN = {
  ...FILLED,
  subtitle: FILLED.title,
  beforeName: FILLED.title,
  beforeCourse: FILLED.title,
};

/** Makes an issuer who has issued a batch. */
export async function makeIssuedBatch(students: number) {
  const issuer = await makeIssuer();
  const { id } = await makeBatch(issuer, csvOf(students));
  startBatch(issuer.actor, id);
  await issueBatches();
  return { issuer, batchId: id };
}

/** The IDs of an issuer's certificates. */
export const idsOf = ({ id }: Person) =>
  sqlite().prepare('select unique_id from certificates where issuer_id = ?').pluck().all(id) as string[];

/** Adds 24 courses with 500 modules and 8.5 MB of titles in all. Returns their author and the ID of one of them. */
export async function makeLargeCourses() {
  const issuer = await makeIssuer();
  const fill = sqlite().prepare(`
    with recursive n(i) as (select 1 union all select i + 1 from n where i < 499)
    insert into modules (id, course_id, title, position, created_at)
    select 'm' || i || id, course_id, ?, i + 1, created_at from modules, n where id = ?`);
  for (let n = 0; n < 24; n += 1) fill.run('課'.repeat(200), (await makeWholeCourse(issuer)).module.id);
  const courseId = sqlite()
    .prepare<[string], string>('select id from courses where owner_id = ?')
    .pluck()
    .get(issuer.id);
  return { author: issuer, courseId };
}

/** Makes an issuer whose certificates cost as much as forms accept. */
export async function makeCostlyIssuer(certificates: number) {
  const issuer = await makeIssuer({ name: COSTLY_NAME });
  const designId = makeDesign(issuer, COSTLY_DESIGN);
  const ids: string[] = [];
  for (let n = 0; n < certificates; n += 1) {
    const fields = {
      designId,
      studentName: COSTLY_NAME,
      courseName: COSTLY_NAME,
      studentEmail: `s${n}@x.example`,
    };
    ids.push((await makeCertificate(issuer, fields)).uniqueId);
  }
  return { issuer, ids };
}

/** More than any form accepts. */
export const LONG_NAME = 'عبد الرحمن بن خالد الفهد '.repeat(10_000);

/** Issues a certificate whose drawing takes longer than the limit, to a name that no form accepts. */
export async function makeEndlessCertificate(issuer: Person): Promise<string> {
  const input = parseInput(issueSchema, certificateInput());
  const { uniqueId } = await issueCertificate(issuer.actor, {
    ...input,
    studentName: `${LONG_NAME.repeat(4)} ${Math.random()}`,
    allowDuplicate: true,
  });
  return uniqueId;
}

/** An SVG of 4 KB that would take 12 s to draw. */
export const SLOW_SVG = Buffer.from(
  `<svg xmlns="http://www.w3.org/2000/svg" width="1200" height="600"><filter id="f" x="0" y="0" width="1" height="1">${'<feTurbulence baseFrequency="0.9" numOctaves="9"/>'.repeat(60)}</filter><rect width="1200" height="600" filter="url(#f)"/></svg>`,
);
