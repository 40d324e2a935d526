import {
  assertionKey,
  checkLogProof,
  isObject,
  type JsonObject,
  parseMultikey,
  parseVerifierKey,
  proofOf,
  verifyProof,
} from '@certrace/verify';
import { expect, it } from 'vitest';
import { decideIssuer } from '#app/accounts/decide-issuer.server.ts';
import { decideName } from '#app/accounts/organisations/request-name.server.ts';
import { updateName } from '#app/accounts/own-details.server.ts';
import { rotateIssuerKeys } from '#app/credentials/issuer-keys.server.ts';
import { publishIssuers, startPublishingIssuers } from '#app/credentials/issuer-list.server.ts';
import { checkLog } from '#app/log/check-log.server.ts';
import { currentLog } from '#app/log/log.server.ts';
import { sqlite } from '#db/client.ts';
import { authenticateOverApi, download } from '#tests/support/authentication.ts';
import {
  makeCertificate,
  makeIssuer,
  makePendingIssuer,
  makeSuperAdmin,
  makeVerifier,
} from '#tests/support/factories.ts';
import { fetchPage, fetchRaw } from '#tests/support/handler.ts';
import { testEnvironment } from '#tests/support/setup.ts';

const PATH = '/.well-known/issuers';

type Listed = { did: string; name: string; since: string; decision: string; document: JsonObject };
type List = JsonObject & { issuers: Listed[]; change: JsonObject | null; issuer: string };

async function list() {
  const response = await fetchRaw(`${PATH}.json`);
  expect(response.status).toBe(200);
  expect(response.headers.get('Access-Control-Allow-Origin')).toBe('*');
  const bytes = new Uint8Array(await response.arrayBuffer());
  return { bytes, list: JSON.parse(Buffer.from(bytes).toString()) as List };
}

const entries = () =>
  Number(sqlite().prepare("select count(*) from log_entries where type = 'issuers'").pluck().get());

async function isSigned(signed: JsonObject) {
  const proof = proofOf(signed);
  const key = proof && parseMultikey(proof.verificationMethod.split('#')[1] ?? '');
  return proof && key && verifyProof(signed, proof, key);
}

it('lists an approved issuer within seconds of the decision, signed and in the log', async () => {
  expect((await fetchRaw(`${PATH}.json`)).status).toBe(404);
  const [admin, issuer] = [await makeSuperAdmin(), await makePendingIssuer()];
  const stop = startPublishingIssuers();
  try {
    decideIssuer(admin.browser, { issuerId: issuer.id, decision: 'approve' });
    await expect.poll(entries, { timeout: 5_000 }).toBe(1);
  } finally {
    await stop();
  }
  const { bytes, list: published } = await list();
  expect(await isSigned(published)).toBe(true);
  expect(published.issuers).toEqual([
    expect.objectContaining({ name: issuer.name, decision: 'approved by a super admin' }),
  ]);
  const [listed] = published.issuers;
  const method = isObject(listed) ? String((listed.document.assertionMethod as string[])[0]) : '';
  expect(assertionKey(listed?.document ?? {}, listed?.did ?? '', method)).not.toBeNull();
  const proof = await (await fetchRaw(`${PATH}.tlog-proof`)).text();
  const key = parseVerifierKey(currentLog()?.verifierKey ?? '');
  expect(checkLogProof(proof, bytes, ['issuers'], key ? [key] : [])).toMatchObject({ passed: true });
});

it('adds one entry for each decision, and keeps only the newest list', async () => {
  const admin = await makeSuperAdmin();
  const [one, other] = [await makeIssuer(), await makeIssuer()];
  await publishIssuers();
  const before = entries();
  decideIssuer(admin.browser, { issuerId: one.id, decision: 'suspend' });
  decideIssuer(admin.browser, { issuerId: other.id, decision: 'suspend' });
  decideIssuer(admin.browser, { issuerId: one.id, decision: 'reinstate' });
  await publishIssuers();
  await publishIssuers();
  expect(entries() - before).toBe(3);
  const { list: published } = await list();
  expect(published.issuers.map(({ name, decision }) => [name, decision])).toEqual([
    [one.name, 'reinstated by a super admin'],
  ]);
  expect(published.change).toMatchObject({ decision: 'reinstated by a super admin' });
  expect(checkLog().problems).toEqual([]);
});

it('follows an approved name and a new key', async () => {
  testEnvironment({ NODE_ENV: 'production', APP_URL: 'https://certs.example.org' });
  const [admin, issuer] = [await makeSuperAdmin(), await makeIssuer()];
  await publishIssuers();
  await updateName(issuer.browser, { name: 'Another Institute' });
  const id = String(sqlite().prepare('select id from issuer_name_changes').pluck().get());
  decideName(admin.browser, { nameChangeId: id, decision: 'approve' });
  await publishIssuers();
  rotateIssuerKeys(issuer.id);
  await publishIssuers();
  expect(entries()).toBe(3);
  const bytes = String(
    sqlite()
      .prepare("select document from log_entries where type = 'issuers' order by seq desc")
      .pluck()
      .get(),
  );
  const [listed] = (JSON.parse(bytes) as List).issuers;
  expect(listed).toMatchObject({
    name: 'Another Institute',
    did: `did:web:certs.example.org:issuers:${issuer.id}`,
  });
  expect(listed?.document.verificationMethod).toHaveLength(2);
});

it('says of an issuer that nobody reviewed that its address was confirmed, in the list, pages and checks', async () => {
  const words = 'address confirmed, not reviewed';
  const issuer = await makeIssuer({ reviewed: false });
  await publishIssuers();
  const [listed] = (await list()).list.issuers;
  expect(listed?.decision).toBe(words);
  const certificate = await makeCertificate(issuer);
  const report = await authenticateOverApi(await download(issuer, certificate.uniqueId, 'json'));
  expect(report.checks.find(({ id }) => id === 'issuer')?.message).toContain(words);
  for (const [path, reader] of [
    ['/colleges', await makeVerifier()],
    ['/admin/update', await makeSuperAdmin()],
  ] as const) {
    expect(await (await fetchPage(path, { cookie: reader.cookie })).text(), path).toContain(words);
  }
});
