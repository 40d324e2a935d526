import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { BASES } from '#app/drawing/design.ts';
import { sqlite } from '#db/client.ts';
import { openSite, temporaryFolders } from '#tests/support/backups.ts';
import { COSTLY_DESIGN, COSTLY_NAME, LONG_NAME, makeEndlessCertificate } from '#tests/support/costly-data.ts';
import {
  giveCredit,
  makeCertificate,
  makeDesign,
  makeIssuer,
  makeStatement,
  makeSuperAdmin,
  makeVerifier,
  type Person,
  payFor,
} from '#tests/support/factories.ts';
import { residentBytes } from '#tests/support/processes.ts';
import { limitHere } from '#tests/support/processor-time.ts';
import { secondsFor } from '#tests/support/raw-uploads.ts';
import { startServer } from '#tests/support/server.ts';

const folders = temporaryFolders();
let server: Awaited<ReturnType<typeof startServer>>;
let issuer: Person;
/** The certificates with accepted names and designs, by base. */
const accepted = new Map<string, string>();
/** Files that take too long, by kind. */
const endless = new Map<string, { path: string; person: Person }>();

const SIX_SIGNATORIES = Object.fromEntries(
  [1, 2, 3, 4, 5, 6].flatMap((number) =>
    ['Name', 'Title'].map((what) => [`signatory${number}${what}`, `${COSTLY_NAME.slice(0, 98)}${number}`]),
  ),
);

async function makeEndless() {
  const verifier = await makeVerifier();
  const { payment } = await payFor(verifier, (await makeCertificate(issuer)).uniqueId);
  const debtor = await makeVerifier();
  giveCredit(await makeSuperAdmin(), debtor, 100);
  const statement = makeStatement(debtor, 5);
  const signatories = { signatory1Name: 'Endless', signatory2Name: 'Endless', signatory3Name: 'Endless' };
  const design = makeDesign(issuer, { name: 'Endless', ...signatories });
  sqlite()
    .prepare("update receipts set facts = json_set(facts, '$.buyer.company', ?, '$.buyer.taxId', ?)")
    .run(LONG_NAME + LONG_NAME, `2 ${LONG_NAME}${LONG_NAME}`);
  sqlite()
    .prepare('update credit_entries set title = ? || seq')
    .run(LONG_NAME + LONG_NAME);
  sqlite()
    .prepare(
      `update design_versions set design = json_set(design, '$.signatories[0].name', ?,
         '$.signatories[1].name', ?, '$.signatories[2].name', ?) where design like '%Endless%'`,
    )
    .run(LONG_NAME, `${LONG_NAME} 2`, LONG_NAME + LONG_NAME);
  endless.set('PNG', { path: `/certificates/${await makeEndlessCertificate(issuer)}.png`, person: issuer });
  endless.set('PDF', { path: `/certificates/${await makeEndlessCertificate(issuer)}.pdf`, person: issuer });
  endless.set('picture of a design', { path: `/admin/designs/${design}/480.png`, person: issuer });
  endless.set('receipt', { path: `/verify/receipts/${payment.id}/pdf`, person: verifier });
  endless.set('statement', { path: `/payments/statements/${statement}/pdf`, person: debtor });
}

beforeAll(async () => {
  const folder = folders.make();
  openSite(folder);
  issuer = await makeIssuer({ name: COSTLY_NAME });
  for (const base of BASES) {
    const designId = makeDesign(issuer, { ...COSTLY_DESIGN, ...SIX_SIGNATORIES, base, name: base });
    const { uniqueId } = await makeCertificate(issuer, {
      designId,
      studentName: COSTLY_NAME,
      courseName: COSTLY_NAME,
    });
    accepted.set(base, uniqueId);
  }
  const { uniqueId } = await makeCertificate(issuer);
  await makeEndless();
  sqlite().close();
  server = await startServer({ folder, env: { LOG_LEVEL: 'error' } });
  // Starting a thread and reading the fonts is no part of what a certificate costs.
  for (const format of ['png', 'pdf']) await get(`/certificates/${uniqueId}.${format}`, issuer);
});

afterAll(async () => {
  await server?.stop();
  folders.removeAll();
});

/** Gets a file, and the processor time that the server took for it. */
const get = (path: string, { cookie }: Person) =>
  secondsFor(server.pid, async () => {
    const response = await fetch(server.url + path, { headers: { cookie } });
    const bytes = Buffer.from(await response.arrayBuffer());
    return { status: response.status, text: bytes.toString('utf8', 0, 300) };
  });

const show = (what: string, seconds: number) => {
  if (process.env.SHOW_FIGURES) process.stdout.write(`${what}: ${seconds.toFixed(2)} s of processor time\n`);
};

describe.runIf(process.platform === 'linux')('a drawing', () => {
  it('takes at most 2 seconds for everything that forms accept, in bounded memory', {
    timeout: 120_000,
  }, async () => {
    const idle = residentBytes(server.pid);
    for (const [base, uniqueId] of accepted) {
      for (const format of ['png', 'pdf']) {
        const { result, seconds } = await get(`/certificates/${uniqueId}.${format}`, issuer);
        show(`${base} ${format}`, seconds);
        expect(result.status).toBe(200);
        expect(seconds).toBeLessThan(limitHere(2));
      }
    }
    expect(residentBytes(server.pid) - idle).toBeLessThan(300 * 1_048_576);
  });

  it.each(['PNG', 'PDF', 'picture of a design', 'receipt', 'statement'])(
    'ends after 5 seconds and is not repeated: %s',
    async (kind) => {
      const { path, person } = endless.get(kind) ?? { path: '', person: issuer };
      const first = await get(path, person);
      show(kind, first.seconds);
      expect(first.result).toMatchObject({
        status: 422,
        text: expect.stringContaining('takes too long to draw'),
      });
      // A thread ends between two measurements of texts, and those of this length take a second or two.
      expect(first.seconds).toBeLessThan(limitHere(10));
      const second = await get(path, person);
      expect(second.result).toEqual(first.result);
      expect(second.seconds).toBeLessThan(limitHere(0.5));
    },
  );
});
