import { describe, expect, it, vi } from 'vitest';
import { ownCertificateListSchema } from '#app/certificates/certificate-list.schema.ts';
import { listOwnCertificates } from '#app/certificates/list-certificates.server.ts';
import { startIndexing } from '#app/certificates/search-index.server.ts';
import { parseInput } from '#app/shared/parse.server.ts';
import { sqlite } from '#db/client.ts';
import { makeCertificate, makeIssuer } from '#tests/support/factories.ts';

const indexed = () => sqlite().prepare('select count(*) from certificate_search_docsize').pluck().get();

describe('the index of certificates', () => {
  it('is brought up to date by a search, which finds new certificates', async () => {
    const issuer = await makeIssuer();
    for (const studentName of ['Ingrid Sørensen', 'Amara Nwosu', 'Zoë Peeters']) {
      await makeCertificate(issuer, { studentName });
    }
    expect(indexed()).toBe(0);
    const { certificates } = listOwnCertificates(
      issuer.actor,
      parseInput(ownCertificateListSchema, { q: 'zoe' }),
    );
    expect(certificates.map(({ studentName }) => studentName)).toEqual(['Zoë Peeters']);
    expect(indexed()).toBe(3);
  });

  it('is brought up to date in the background', async () => {
    const issuer = await makeIssuer();
    await makeCertificate(issuer);
    const stop = startIndexing();
    try {
      await vi.waitFor(() => expect(indexed()).toBe(1), { timeout: 5_000 });
    } finally {
      stop();
    }
  });

  it('still finds the indexed certificates when the database is full', async () => {
    const issuer = await makeIssuer();
    await makeCertificate(issuer, { studentName: 'Ingrid Sørensen' });
    expect(
      listOwnCertificates(issuer.actor, parseInput(ownCertificateListSchema, { q: 'ingrid' })).certificates,
    ).toHaveLength(1);
    await makeCertificate(issuer, { studentName: 'Ingrid Larsen' });
    sqlite().pragma('query_only = ON');
    expect(
      listOwnCertificates(issuer.actor, parseInput(ownCertificateListSchema, { q: 'ingrid' })).certificates,
    ).toHaveLength(1);
    sqlite().pragma('query_only = OFF');
    expect(
      listOwnCertificates(issuer.actor, parseInput(ownCertificateListSchema, { q: 'ingrid' })).certificates,
    ).toHaveLength(2);
  });
});
