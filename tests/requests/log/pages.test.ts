import { authenticate, checkLogProof, parseVerifierKey } from '@certrace/verify';
import Database from 'better-sqlite3';
import { describe, expect, it } from 'vitest';
import { revokeCertificate } from '#app/certificates/revoke-certificate.server.ts';
import { beginNewOrigin } from '#app/credentials/new-origin.server.ts';
import { currentLog } from '#app/log/log.server.ts';
import { lookUpCertificate } from '#app/verification/look-up-certificate.server.ts';
import { installDatabase, sqlite } from '#db/client.ts';
import { fileForm, issued } from '#tests/support/authentication.ts';
import {
  makeCertificate,
  makeIssuer,
  makeSuperAdmin,
  makeVerifier,
  type Person,
  payFor,
} from '#tests/support/factories.ts';
import { fetchApi, fetchPage } from '#tests/support/handler.ts';

const visit = async (path: string, person?: Person) => {
  const response = await fetchPage(path, person ? { cookie: person.cookie } : {});
  return { status: response.status, page: await response.text() };
};

function logKeys() {
  const key = parseVerifierKey(currentLog()?.verifierKey ?? '');
  if (!key) throw new Error('no log');
  return [key];
}

describe('/tracking', () => {
  it('shows only the state of an ID', async () => {
    const { issuer, certificate } = await issued();
    const expired = await makeCertificate(issuer, { issueDate: '2020-01-01', expiryDate: '2020-02-01' });
    const revoked = await makeCertificate(issuer);
    revokeCertificate(issuer.actor, revoked.uniqueId, { reason: 'Plagiarism' });
    const texts = [
      [certificate.uniqueId.toLowerCase().replaceAll('-', ' '), 'is valid.'],
      [expired.uniqueId, 'has expired.'],
      [revoked.uniqueId, 'was revoked.'],
      ['0000-0000-0000-0000', 'This ID is unknown here.'],
      ['<b>no ID</b>', 'This ID is unknown here.'],
    ] as const;
    for (const [id, text] of texts) {
      const { status, page } = await visit(`/tracking?id=${encodeURIComponent(id)}`);
      expect([id, status, page.includes(text)]).toEqual([id, 200, true]);
      expect(page).not.toMatch(/Ingrid|Distributed Systems|Plagiarism|<b>no ID/);
      expect(page).toContain('What we do not track');
    }
    expect(sqlite().prepare('select count(*) from verifications').pluck().get()).toBe(0);
  });

  it('is limited to 30 look-ups a minute for an account', async () => {
    const { cookie } = await makeVerifier();
    const statuses: number[] = [];
    for (let count = 0; count < 31; count += 1)
      statuses.push((await fetchPage('/tracking?id=1', { cookie })).status);
    expect(statuses).toEqual([...Array(30).fill(200), 429]);
  });
});

describe('/tracing', () => {
  /** A revoked certificate with a holder, a verifier who paid and one who only looked it up. */
  async function history() {
    const holder = await makeVerifier({ name: 'The Holder' });
    const { issuer, certificate, file } = await issued({ studentEmail: holder.email.toUpperCase() });
    const [payer, looker] = [
      await makeVerifier({ name: 'Paying Person' }),
      await makeVerifier({ name: 'Looking Person' }),
    ];
    await payFor(payer, certificate.uniqueId);
    await lookUpCertificate(looker.actor, { uniqueId: certificate.uniqueId });
    revokeCertificate(issuer.actor, certificate.uniqueId, { reason: 'An error' });
    const path = `/tracing?id=${certificate.uniqueId}`;
    return { issuer, holder, payer, looker, path, file };
  }
  const count = (page: string, text: string) => page.split(`<strong>${text}</strong>`).length - 1;
  const linksOf = (page: string) =>
    [...page.matchAll(/href="(\/tracing\/entries\/[^"]+)"/g)].map(([, path = '']) =>
      path.replaceAll('&amp;', '&'),
    );

  it('shows all events to the issuer and super admins, and to the holder without names', async () => {
    const { issuer, holder, path } = await history();
    for (const person of [issuer, await makeSuperAdmin(), holder]) {
      const { status, page } = await visit(path, person);
      expect(status).toBe(200);
      expect(
        ['Issued', 'Looked up', 'Verification paid', 'Revoked'].map((text) => count(page, text)),
      ).toEqual([1, 2, 1, 1]);
      expect(page.includes('Paying Person')).toBe(person !== holder);
      expect(page).toContain('localhost:3000/log');
    }
  });

  it('shows verifiers who paid only their own look-ups', async () => {
    const { payer, path } = await history();
    const { page } = await visit(path, payer);
    expect(['Issued', 'Looked up', 'Verification paid', 'Revoked'].map((text) => count(page, text))).toEqual([
      1, 1, 1, 1,
    ]);
    expect(page).toContain('by you');
    expect(page).not.toContain('Looking Person');
  });

  it('pages through a long history, newest first', async () => {
    const { issuer, certificate, file } = await issued();
    // Sixty people look the certificate up and every third pays.
    for (let number = 1; number <= 60; number += 1) {
      const values = { id: `person-${number}`, number, at: Date.now() + Math.floor(number / 4) };
      sqlite()
        .prepare(
          `insert into users (id, name, email, username, role, password_hash, email_verified_at, created_at)
           values (@id, 'Person ' || @number || '.', @id || '@people.example', @id, 'individual', '-', 1, 1)`,
        )
        .run(values);
      sqlite()
        .prepare(
          `insert into verifications (id, verifier_id, certificate_id, issuer_id, looked_up_at, paid_at)
           select @id, @id, id, issuer_id, @at, iif(@number % 3 = 0, @at + 5, null) from certificates`,
        )
        .run(values);
    }
    const steps = (page: string) =>
      [
        ...page.matchAll(
          /<strong>(Issued|Looked up|Verification paid)<\/strong>( by (?:<!-- -->)?Person \d+\.)?/g,
        ),
      ].map(([, kind, by = '']) => `${kind}${by.replace('<!-- -->', '')}`);
    const path = `/tracing?id=${certificate.uniqueId}`;
    const first = await visit(path, issuer);
    const next = /href="(\/tracing\?id=[^"]+cursor=[^"]+)"/.exec(first.page)?.[1]?.replaceAll('&amp;', '&');
    const second = await visit(next ?? '', issuer);
    expect([steps(first.page).length, steps(second.page).length]).toEqual([50, 31]);
    const all = [...steps(first.page), ...steps(second.page)];
    expect([new Set(all).size, all.at(0), all.at(-1)]).toEqual([
      81,
      'Verification paid by Person 60.',
      'Issued',
    ]);
    expect(second.page).not.toContain('Load more');
    expect((await visit(`${path}&cursor=nonsense`, issuer)).status).toBe(400);
    const form = fileForm(await file('json'));
    const byFile = await (await fetchPage('/tracing', { form, cookie: issuer.cookie })).text();
    expect([steps(byFile).length, byFile.includes('Show the whole history')]).toEqual([50, true]);
  });

  it('responds 404 to others, like for an unknown ID, and asks visitors to log in', async () => {
    const { looker, path } = await history();
    const unknown = await visit('/tracing?id=0000-0000-0000-0000', looker);
    for (const { status, page } of [
      unknown,
      await visit(path, looker),
      await visit(path, await makeIssuer()),
    ]) {
      expect([status, page.includes('There is no certificate with this ID that you')]).toEqual([404, true]);
    }
    const visitor = await visit(path);
    expect([visitor.status, visitor.page.includes('redirectTo=%2Ftracing%3Fid%3D')]).toEqual([200, true]);
    expect(visitor.page).not.toContain('Distributed Systems');
  });

  it('shows issue and revocation to anyone who posts the certificate’s file', async () => {
    const { file } = await history();
    const response = await fetchPage('/tracing', { form: fileForm(await file('pdf')) });
    const page = await response.text();
    expect(['Issued', 'Looked up', 'Verification paid', 'Revoked'].map((text) => count(page, text))).toEqual([
      1, 0, 0, 1,
    ]);
    const altered = Buffer.from((await file('json')).toString().replace('Ingrid', 'Astrid'));
    const refused = await fetchPage('/tracing', { form: fileForm(altered) });
    expect([refused.status, await refused.text()]).toEqual([
      400,
      expect.stringContaining('not a genuine certificate of this site'),
    ]);
  });

  it('links each event to its document and log proof with signed URLs', async () => {
    const { payer, path } = await history();
    const links = linksOf((await visit(path, payer)).page);
    expect(links.map((link) => /\.(.+)\?/.exec(link)?.[1])).toEqual([
      'json',
      'tlog-proof',
      'json',
      'tlog-proof',
      'json',
      'tlog-proof',
    ]);
    const types = ['revoke', 'verify', 'issue'] as const;
    for (const [place, type] of types.entries()) {
      const [document, proof] = await Promise.all(
        links.slice(place * 2, place * 2 + 2).map((link) => fetchPage(link)),
      );
      const bytes = Buffer.from((await document?.arrayBuffer()) ?? new ArrayBuffer(0));
      const result = checkLogProof((await proof?.text()) ?? '', bytes, [type], logKeys());
      expect([type, result.passed]).toEqual([type, true]);
    }
    const [link = ''] = links;
    expect((await fetchPage(link.replace('json', 'tlog-proof'))).status).toBe(403);
    expect((await fetchPage(link.replace(/expires=\d+/, 'expires=1'))).status).toBe(403);
  });

  it('does not link the issuer to a payer’s receipt', async () => {
    const { issuer, path } = await history();
    const formats = linksOf((await visit(path, issuer)).page).map((link) => /\.(.+)\?/.exec(link)?.[1]);
    expect(formats).toEqual(['json', 'tlog-proof', 'tlog-proof', 'json', 'tlog-proof']);
  });
});

describe('/log', () => {
  it('says that there are no entries yet', async () => {
    const { status, page } = await visit('/log');
    expect([status, page.includes('No entries yet')]).toEqual([200, true]);
  });

  it('shows key, root hash, subtrees and pages of entries', async () => {
    const { issuer, certificate } = await issued();
    for (let made = 0; made < 57; made += 1) await makeCertificate(issuer);
    const log = currentLog();
    const { page } = await visit('/log');
    expect(page).toContain(log?.verifierKey);
    expect(page).toContain(log?.checkpoint.split('\n')[2]);
    expect(page).toContain('complete subtrees of 32, 16, 8, 2, 1.');
    expect(page.split('Certificate issued').length - 1).toBeGreaterThanOrEqual(50);
    const next = /href="(\/log\?cursor=[^"]+)"/.exec(page)?.[1] ?? '';
    const second = await visit(next);
    expect(second.page).toContain('Issuer’s key');
    expect(second.page).not.toContain('href="/log?cursor=');
    for (const text of [certificate.uniqueId, 'Ingrid', issuer.name]) expect(page).not.toContain(text);
    expect((await visit('/log?cursor=nonsense')).status).toBe(400);
  });

  it('lists earlier logs after a new origin', async () => {
    await issued();
    const first = currentLog()?.verifierKey ?? '';
    beginNewOrigin();
    const { page } = await visit('/log');
    expect(page).toContain('Earlier logs');
    expect(page).toContain(first);
    expect(page).toContain('localhost:3000/log/2');
  });
});

describe('the signed receipt of a payment', () => {
  it('opens for its payer with its proof, and is genuine by the log’s key alone', async () => {
    const { issuer, certificate } = await issued();
    const payer = await makeVerifier();
    const paid = await fetchApi('verifications', { token: payer.token });
    expect(await paid.json()).toMatchObject({ verifications: [] });
    const { payment } = await payFor(payer, certificate.uniqueId);
    const receipt = await visit(`/verify/receipts/${payment.id}`, payer);
    expect(receipt.page).toContain(`/verify/receipts/${payment.id}/receipt.json`);
    const listed = (await (await fetchApi('verifications', { token: payer.token })).json()) as {
      verifications: { receiptUrl: string; receiptProofUrl: string }[];
    };
    const [{ receiptUrl, receiptProofUrl } = { receiptUrl: '', receiptProofUrl: '' }] = listed.verifications;
    const read = async (url: string) => {
      const headers = { authorization: `Bearer ${payer.token}` };
      const response = await fetchPage(new URL(url).pathname, { headers });
      expect(response.status).toBe(200);
      return Buffer.from(await response.arrayBuffer());
    };
    const [document, proof] = [await read(receiptUrl), await read(receiptProofUrl)];
    expect(JSON.parse(document.toString())).toMatchObject({
      status: 'valid',
      verifier: { name: payer.name },
    });
    const report = await authenticate(
      document,
      {
        findIssuer: async () => ({ reason: 'No issuer was given.' }),
        findStatus: async () => ({ revoked: false }),
        logKeys: logKeys(),
        logVouchesForIssuer: true,
        now: Date.now(),
      },
      proof.toString(),
    );
    expect(report.verdict).toBe('genuine');
    for (const person of [issuer, await makeVerifier()]) {
      expect((await visit(new URL(receiptUrl).pathname, person)).status).toBe(404);
    }
    expect((await visit(`/verify/receipts/${payment.id}/receipt.exe`, payer)).status).toBe(404);
  });
});

it('warns super admins on every page that issuing is stopped, with the commands to run', async () => {
  const superAdmin = await makeSuperAdmin();
  const { issuer } = await issued();
  expect((await visit('/superadmin/issued-certificates', superAdmin)).page).not.toContain(
    'Issuing is stopped',
  );
  const backup = sqlite().serialize();
  await makeCertificate(issuer);
  installDatabase(new Database(backup));
  for (const path of ['/superadmin/issued-certificates', '/admin/update']) {
    const { page } = await visit(path, superAdmin);
    expect(page).toContain('Issuing is stopped');
    expect(page).toContain('<code>npm run log:catch-up</code>');
    expect(page).toContain('<code>npm run log:new-origin</code>');
  }
});
