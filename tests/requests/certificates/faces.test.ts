import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import sharp from 'sharp';
import { beforeEach, describe, expect, it } from 'vitest';
import { revokeCertificate } from '#app/certificates/revoke-certificate.server.ts';
import { env } from '#app/config/env.server.ts';
import { sqlite } from '#db/client.ts';
import {
  makeCertificate,
  makeDesign,
  makeIssuer,
  makeVerifier,
  type Person,
} from '#tests/support/factories.ts';
import { fetchPage } from '#tests/support/handler.ts';
import { openPdf } from '#tests/support/pdf-pictures.ts';

const ADA = 'ada@students.example';

/** The size of each face in pixels, by the ending of its file. */
const PICTURES = {
  'card.png': ['image/png', 1_070, 675],
  'wide.png': ['image/png', 1_200, 630],
  'wide.jpg': ['image/jpeg', 1_200, 630],
  'square.png': ['image/png', 1_080, 1_080],
} as const;
const ALL = ['card.pdf', ...Object.keys(PICTURES)];

let issuer: Person;
let ada: Person;

beforeEach(async () => {
  issuer = await makeIssuer();
  ada = await makeVerifier({ email: ADA });
});

const fileOf = (uniqueId: string, ending: string, { cookie }: Partial<Person> = ada) =>
  fetchPage(`/certificates/${uniqueId}.${ending}`, cookie ? { cookie } : {});

async function bytesOf(answer: Response, type: string) {
  expect([answer.status, answer.headers.get('content-type')]).toEqual([200, type]);
  return Buffer.from(await answer.arrayBuffer());
}

describe('the faces of a certificate', () => {
  it.each(['standard', 'heritage', 'portrait-modern'])('have exactly their sizes (%s)', async (base) => {
    const designId = base === 'standard' ? base : makeDesign(issuer, { base });
    const { uniqueId } = await makeCertificate(issuer, { studentEmail: ADA, designId });
    for (const [ending, [type, width, height]] of Object.entries(PICTURES)) {
      const answer = await fileOf(uniqueId, ending);
      expect(answer.headers.get('content-disposition')).toContain(`.${ending.split('.')[1]}"`);
      const picture = await bytesOf(answer, type);
      expect([ending, await sharp(picture).metadata()]).toMatchObject([ending, { width, height }]);
      // A face proves nothing by itself.
      expect(picture.includes('openbadgecredential')).toBe(false);
    }
    const pdf = await bytesOf(await fileOf(uniqueId, 'card.pdf'), 'application/pdf');
    expect(pdf.includes('/EmbeddedFile')).toBe(false);
    const document = await openPdf(pdf);
    const { width, height } = (await document.getPage(1)).getViewport({ scale: 25.4 / 72 });
    await document.destroy();
    expect([width.toFixed(3), height.toFixed(3), document.numPages]).toEqual(['85.600', '54.000', 1]);
  });

  it('are for those who may read its files', async () => {
    const { uniqueId } = await makeCertificate(issuer, { studentEmail: ADA });
    const stranger = await makeVerifier({ email: 'bob@students.example' });
    for (const ending of ALL) {
      const statuses = [];
      for (const person of [issuer, ada, stranger, {}]) {
        const answer = await fileOf(uniqueId, ending, person);
        await answer.arrayBuffer();
        statuses.push(answer.status);
      }
      expect([ending, statuses]).toEqual([ending, [200, 200, 403, 302]]);
    }
    for (const ending of ['wide.pdf', 'square.jpg', 'card.jpg', 'page.png', 'card.card.png', 'CARD.png']) {
      expect([ending, (await fileOf(uniqueId, ending)).status]).toEqual([ending, 403]);
    }
  });

  it('are links on the page of its holder', async () => {
    const { uniqueId } = await makeCertificate(issuer, { studentEmail: ADA });
    const page = await (await fetchPage(`/my-certificates/${uniqueId}`, { cookie: ada.cookie })).text();
    for (const ending of ['card.pdf', 'card.png', 'wide.png', 'square.png'])
      expect(page).toContain(`href="/certificates/${uniqueId}.${ending}"`);
  });

  it('are drawn once, and again after a revocation, which they show', async () => {
    const { uniqueId } = await makeCertificate(issuer, { studentEmail: ADA });
    const first = await fileOf(uniqueId, 'card.png');
    const etag = first.headers.get('etag') ?? '';
    const bytes = await bytesOf(first, 'image/png');
    const cached = readdirSync(join(env().UPLOADS_DIR, 'certificates'), { recursive: true }).map(String);
    expect(cached.some((name) => name.includes('-card1'))).toBe(true);
    const again = () =>
      fetchPage(`/certificates/${uniqueId}.card.png`, {
        cookie: ada.cookie,
        headers: { 'if-none-match': etag },
      });
    expect((await again()).status).toBe(304);
    revokeCertificate(issuer.actor, uniqueId, { reason: 'A mistake' });
    const revoked = await again();
    expect(Buffer.compare(await bytesOf(revoked, 'image/png'), bytes)).not.toBe(0);
  });

  it('are not drawn where the row or the design was changed', async () => {
    const designId = makeDesign(issuer);
    const { uniqueId } = await makeCertificate(issuer, { studentEmail: ADA, designId });
    sqlite().prepare("update design_versions set design = design || ' '").run();
    for (const ending of ALL) expect((await fileOf(uniqueId, ending)).status).toBe(503);
  });
});
