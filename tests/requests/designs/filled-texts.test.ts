import { expect, it } from 'vitest';
import { issueBatches } from '#app/batches/issue-batches.server.ts';
import { startBatch } from '#app/batches/run-batch.server.ts';
import { setDefaultDesign } from '#app/designs/default-design.server.ts';
import { defaultSchema } from '#app/designs/design.schema.server.ts';
import { parseInput } from '#app/shared/parse.server.ts';
import { sqlite } from '#db/client.ts';
import { multipart } from '#tests/support/course-factories.ts';
import {
  csvOf,
  designFields,
  makeBatch,
  makeCertificate,
  makeDesign,
  makeIssuer,
  type Person,
} from '#tests/support/factories.ts';
import { fetchPage } from '#tests/support/handler.ts';

const get = (path: string, { cookie }: Person) => fetchPage(path, { cookie });

/** A design from before texts were bounded: its statement becomes long with the student's name. */
function makeOldDesign(issuer: Person): string {
  const id = makeDesign(issuer);
  sqlite()
    .prepare("update design_versions set hash = null, design = json_set(design, '$.texts.statement', ?)")
    .run('{student}'.repeat(33));
  return id;
}

const REASON =
  /^Statement of the design has 1650 characters for this certificate, but at most 900 can be drawn/;

it('a design is saved and previewed only if its texts are bounded with the longest names', async () => {
  const issuer = await makeIssuer();
  const send = (fields: Record<string, string>) =>
    fetchPage('/admin/designs/new', {
      cookie: issuer.cookie,
      form: multipart({ ...designFields(fields) } as Record<string, string>),
    });
  // Four names of 200 characters and 100 others.
  const allowed = `{student}{course}{issuer}{student}${'x'.repeat(100)}`;
  for (const intent of ['save', 'preview']) {
    const refused = await send({ intent, statement: `${allowed}x` });
    expect(refused.status).toBe(400);
    expect(await refused.text()).toContain(
      'Statement must have at most 900 characters with its placeholders filled in. With names of 200 characters it would have 901.',
    );
  }
  expect((await send({ intent: 'save', title: '{student}'.repeat(6) })).status).toBe(400);
  expect((await send({ intent: 'save', statement: allowed })).status).toBe(302);
});

it('an earlier design draws all certificates whose own names are short enough', async () => {
  const issuer = await makeIssuer();
  const designId = makeOldDesign(issuer);
  const short = await makeCertificate(issuer, { designId, studentName: 'Li' });
  const long = await makeCertificate(issuer, { designId, studentName: 'x'.repeat(50) });
  for (const format of ['png', 'pdf']) {
    expect((await get(`/certificates/${short.uniqueId}.${format}`, issuer)).status).toBe(200);
    const refused = await get(`/certificates/${long.uniqueId}.${format}`, issuer);
    expect(refused.status).toBe(422);
    expect(await refused.text()).toMatch(REASON);
  }
});

it('a ZIP has the reason in the place of a certificate that cannot be drawn', async () => {
  const issuer = await makeIssuer();
  setDefaultDesign(issuer.actor, makeOldDesign(issuer), parseInput(defaultSchema, {}));
  const long = 'Longest '.repeat(7).trim().padEnd(50, 'x');
  const { id } = await makeBatch(issuer, csvOf(2).replace('Student 1', long));
  startBatch(issuer.actor, id);
  await issueBatches();
  const zip = await get(`/admin/batches/${id}/certificates.zip?format=png`, issuer);
  const bytes = Buffer.from(await zip.arrayBuffer()).toString('latin1');
  expect(zip.status).toBe(200);
  expect(bytes.match(/\x89PNG/g)).toHaveLength(1);
  expect(bytes).toMatch(/Longest[\w -]*\.txt/);
  expect(bytes).toContain('Statement of the design has');
});
