import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import Database from 'better-sqlite3';
import { receiverCertificate, startReceiver } from '#tests/support/webhook-receiver.ts';
import { type BenchRequest, besideCommitBefore, compareRates } from './commit-before.ts';
import type { PreparedData } from './prepare-data.ts';
import { size } from './size.ts';

const WEBHOOKS = size(1_000, 10);
/** Enough for the whole measurement. */
const EVENTS = size(900, 20);

const requests = ({ issuer, verifierToken, uniqueId }: PreparedData) => {
  const post = (path: string, token: string, body: object): BenchRequest => ({
    path: `/api/v1/${path}`,
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
    body: JSON.stringify(body),
  });
  return {
    lookUp: post('cert/verify', verifierToken, { uniqueId }),
    issue: post('certs/issue', issuer.token, {
      studentEmail: 'ingrid@students.example',
      studentName: 'Ingrid Sørensen',
      courseName: 'Distributed Systems',
      issueDate: '2026-02-28',
      allowDuplicate: true,
    }),
  };
};

/** Gives the verifier copies of a webhook, and events that wait for them, about certificates of the site. */
function addWebhooks(folder: string) {
  const database = new Database(join(folder, 'certrace.sqlite'));
  const number = 'with recursive n (i) as (select 1 union all select i + 1 from n where i <';
  database.exec(`
    insert into webhooks (id, user_id, of_organisation, url, types, sealed_secret, queued_seq, created_at)
      ${number} ${WEBHOOKS - 1}) select 'copy ' || i, user_id, of_organisation, url || i, types, sealed_secret, queued_seq,
        created_at from n join webhooks w on w.seq = 1;
    insert into events (id, type, object_id, account_id, created_at)
      ${number} ${EVENTS}) select printf('01ffffff-ffff-7fff-8fff-%012d', i), 'payment.paid', c.unique_id, w.user_id, w.created_at
      from n join webhooks w on w.seq = 1 join certificates c on c.seq = 1 + i % 60;`);
  database.close();
}

const print = (name: string, goal: string, { ratio, spread }: { ratio: number; spread: string }) =>
  console.log(`${name.padEnd(32)} ${ratio.toFixed(2)} of ${goal} (goal: at least 0.90; ${spread})`);

/** Look-up and issuing beside an older commit (BENCH_BEFORE), and issuing while the events of 1,000 webhooks are sent. */
export async function run() {
  const receiver = await startReceiver();
  await besideCommitBefore(async ({ before, after, startHere }) => {
    const older = requests(before.data);
    const newer = requests(after.data);
    for (const name of ['lookUp', 'issue'] as const) {
      const [first, second] = [
        { server: before.server, request: older[name] },
        { server: after.server, request: newer[name] },
      ];
      print(
        name === 'issue' ? 'issuing' : 'a look-up',
        'the older commit',
        await compareRates(first, second),
      );
    }
    const { certFile } = receiverCertificate();
    const sending = await startHere('server.ts', {
      ALLOW_PRIVATE_WEBHOOKS: '1',
      NODE_EXTRA_CA_CERTS: certFile,
    });
    const answer = await fetch(`http://127.0.0.1:${sending.port}/api/v1/webhooks`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: `Bearer ${after.data.verifierToken}` },
      body: JSON.stringify({ url: receiver.url, types: ['payment.paid'] }),
    });
    if (answer.status !== 201) throw new Error(`No webhook: ${await answer.text()}`);
    addWebhooks(sending.folder);
    // Its first connections are made meanwhile.
    await delay(size(5_000, 500));
    const quiet = { server: after.server, request: newer.issue };
    const rates = await compareRates(quiet, { server: sending, request: newer.issue });
    print('issuing while events are sent', 'issuing alone', rates);
    const paths = new Set(receiver.received.map(({ path }) => path));
    console.log(`${receiver.received.length} events were sent meanwhile, to ${paths.size} webhooks`);
  });
  await receiver.stop();
}
