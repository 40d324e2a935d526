import { rmSync, writeFileSync } from 'node:fs';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { checkAudit } from '#app/audit/check-audit.server.ts';
import { openDatabase, sqlite } from '#db/client.ts';
import { makeCertificate, makeIssuer, type Person } from '#tests/support/factories.ts';
import { killedSite } from '#tests/support/killed-site.ts';

/** Where the server is killed, and whether the act and its row are in the database afterwards. */
const POINTS = [
  { inside: 'recordAct enter#1', isDone: false },
  { inside: 'recordAct leave#1', isDone: false },
  { inside: 'revokeCertificate leave#1', isDone: true },
];

const site = killedSite('acts');
const { folder, CRASH_FILE, DATABASE_FILE } = site;

let server: Awaited<ReturnType<typeof start>>;
let issuer: Person;
const uniqueIds: string[] = [];

const start = () => site.start();

beforeAll(async () => {
  site.openNewDatabase();
  issuer = await makeIssuer();
  for (const _ of POINTS) uniqueIds.push((await makeCertificate(issuer)).uniqueId);
  sqlite().close();
  server = await start();
});

afterAll(async () => {
  await server?.stop();
  rmSync(folder, { recursive: true, force: true });
});

const revoke = (uniqueId: string) =>
  fetch(`${server.url}/api/v1/certificates/${uniqueId}/revocation`, {
    method: 'POST',
    headers: { authorization: `Bearer ${issuer.token}`, 'content-type': 'application/json' },
    body: JSON.stringify({ reason: 'An error' }),
  });

/** How often a certificate was revoked, by the act itself and by the audit trail, which must be whole. */
function revocationsOf(uniqueId: string) {
  openDatabase(DATABASE_FILE);
  try {
    expect(checkAudit().problems).toEqual([]);
    const count = (sql: string, value: string) => sqlite().prepare(sql).pluck().get(value);
    return [
      count(
        `select count(*) from certificate_revocations r join certificates c on c.id = r.certificate_id where c.unique_id = ?`,
        uniqueId.replaceAll('-', ''),
      ),
      count("select count(*) from audit_rows where act = 'certificate.revoked' and object_id = ?", uniqueId),
    ];
  } finally {
    sqlite().close();
  }
}

it.each(POINTS.map((point, index) => ({ ...point, index })))(
  'a kill leaves an act and its row, or neither: $inside',
  async ({ index, inside, isDone }) => {
    const uniqueId = uniqueIds[index] ?? '';
    writeFileSync(CRASH_FILE, inside);
    await expect(revoke(uniqueId)).rejects.toThrow();
    expect(await server.exited).toMatchObject({ signal: 'SIGKILL' });
    rmSync(CRASH_FILE, { force: true });
    expect(revocationsOf(uniqueId)).toEqual(isDone ? [1, 1] : [0, 0]);
    server = await start();
    expect((await revoke(uniqueId)).status).toBe(isDone ? 409 : 201);
    expect(revocationsOf(uniqueId)).toEqual([1, 1]);
  },
);
