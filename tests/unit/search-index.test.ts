import { describe, expect, it, vi } from 'vitest';
import { listOwnCertificates } from '#app/certificates/list-certificates.server.ts';
import { startIndexing } from '#app/certificates/search-index.server.ts';
import { sqlite } from '#db/client.ts';
import { makeCertificate, makeIssuer } from '#tests/support/factories.ts';

const indexed = () => sqlite.prepare('select count(*) from certificate_search_docsize').pluck().get();

describe('the index of certificates', () => {
  it('is caught up by a search, which finds what was issued a moment ago', async () => {
    const issuer = await makeIssuer();
    for (const studentName of ['Ingrid Sørensen', 'Amara Nwosu', 'Zoë Peeters']) {
      await makeCertificate(issuer, { studentName });
    }
    expect(indexed()).toBe(0);
    const { certificates } = listOwnCertificates(issuer.actor, { q: 'zoe' });
    expect(certificates.map(({ studentName }) => studentName)).toEqual(['Zoë Peeters']);
    expect(indexed()).toBe(3);
  });

  it('is caught up in the background', async () => {
    const issuer = await makeIssuer();
    await makeCertificate(issuer);
    const stop = startIndexing();
    try {
      await vi.waitFor(() => expect(indexed()).toBe(1), { timeout: 5_000 });
    } finally {
      stop();
    }
  });

  it('is behind on a database that takes no more, and finds what it has', async () => {
    const issuer = await makeIssuer();
    await makeCertificate(issuer, { studentName: 'Ingrid Sørensen' });
    expect(listOwnCertificates(issuer.actor, { q: 'ingrid' }).certificates).toHaveLength(1);
    await makeCertificate(issuer, { studentName: 'Ingrid Larsen' });
    sqlite.pragma('query_only = ON');
    expect(listOwnCertificates(issuer.actor, { q: 'ingrid' }).certificates).toHaveLength(1);
    sqlite.pragma('query_only = OFF');
    expect(listOwnCertificates(issuer.actor, { q: 'ingrid' }).certificates).toHaveLength(2);
  });
});
