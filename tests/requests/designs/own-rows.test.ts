import { describe, expect, it } from 'vitest';
import { sampleDay } from '#app/designs/preview-design.server.ts';
import { SAMPLES } from '#app/designs/samples.ts';
import { multipart } from '#tests/support/course-factories.ts';
import {
  designFields,
  makeCertificate,
  makeDesign,
  makeIssuer,
  PASSWORD,
  type Person,
} from '#tests/support/factories.ts';
import { fetchApi, fetchPage } from '#tests/support/handler.ts';
import { artworkFields, makeArtwork } from '#tests/support/own-artwork.ts';
import { makeField } from '#tests/support/own-fields.ts';
import { schedule } from '#tests/support/scheduled.ts';

const stored = (uniqueId: string) => uniqueId.replaceAll('-', '');

const live = ({ cookie }: Person, form: Record<string, string>, of = '') =>
  fetchPage(`/admin/designs/preview${of}`, { cookie, form });

const send = ({ cookie }: Person, path: string, fields: Record<string, string>) =>
  fetchPage(`/admin/designs/${path}`, { cookie, form: multipart({ ...fields, intent: 'preview' }) });

const bytesOf = async (answer: Response) => Buffer.from(await answer.arrayBuffer());

/** The certificates to choose in a page: their IDs and labels. */
const offered = (html: string) =>
  [
    ...(/<optgroup[^>]*>(.*?)<\/optgroup>/s.exec(html)?.[1] ?? '').matchAll(/value="(\w+)"[^>]*>([^<]*)</g),
  ].map(([, id, label]) => [id, label]);

/** A certificate that says what the shortest sample says. */
const likeShortest = () => ({
  ...SAMPLES.shortest,
  issueDate: sampleDay(),
  expiryDate: sampleDay().replace(/^\d+/, (year) => String(Number(year) + 2)),
});

describe('designs are shown with certificates of the issuer', () => {
  it('of which the five newest are offered, issued or waiting, and none of others', async () => {
    const [issuer, other] = [await makeIssuer(), await makeIssuer()];
    for (let number = 1; number <= 5; number += 1)
      await makeCertificate(issuer, { studentName: `Student ${number}`, courseName: 'Law' });
    const waiting = await schedule(issuer, { studentName: 'Waiting', courseName: 'Art' });
    await makeCertificate(other, { studentName: 'Stranger' });
    await schedule(other, { studentName: 'Stranger II' });
    const paths = ['new?base=ribbon', makeDesign(issuer), await makeArtwork(issuer)];
    for (const path of paths) {
      const page = await fetchPage(`/admin/designs/${path}`, { cookie: issuer.cookie });
      const rows = offered(await page.text());
      expect(rows.map(([, label]) => label)).toEqual([
        'Waiting (Art)',
        ...[5, 4, 3, 2].map((number) => `Student ${number} (Law)`),
      ]);
      expect(rows[0]?.[0]).toBe(stored(waiting.uniqueId));
    }
  });

  it('whose values the picture has, of layouts and of own artwork', async () => {
    const issuer = await makeIssuer();
    const { uniqueId } = await makeCertificate(issuer, likeShortest());
    for (const fields of [designFields(), artworkFields()]) {
      const [usual, shortest, own] = await Promise.all(
        ['usual', 'shortest', uniqueId].map(async (sample) =>
          bytesOf(await live(issuer, { ...fields, sample })),
        ),
      );
      expect(own?.equals(shortest as Buffer)).toBe(true);
      expect(own?.equals(usual as Buffer)).toBe(false);
    }
  });

  it('whose values the mail has, with those of own fields', async () => {
    const issuer = await makeIssuer();
    makeField(issuer, 'grade');
    const mail = { mailSubject: '{student}: {grade}', mailText: 'In {course}' };
    const content = { studentName: 'Ingrid', courseName: 'Law', fields: { grade: 'Very good' } };
    const issued = await makeCertificate(issuer, content);
    const waiting = await schedule(issuer, {
      ...content,
      studentName: 'Wai Ting',
      fields: { grade: 'Fair' },
    });
    for (const [sample, subject] of [
      [issued.uniqueId, 'Ingrid: Very good'],
      [waiting.uniqueId, 'Wai Ting: Fair'],
    ] as const) {
      const shown = await (await live(issuer, designFields({ ...mail, sample }), '/mail')).json();
      expect([shown.subject, shown.own.html]).toEqual([subject, '<p>In Law</p>\n']);
    }
  });

  it('also without JavaScript, where the choice stays chosen', async () => {
    const issuer = await makeIssuer();
    const id = stored((await makeCertificate(issuer, likeShortest())).uniqueId);
    const forms = [
      ['new', designFields()],
      [await makeArtwork(issuer), artworkFields({ page: 'a4', draftNumber: '0', version: '1' })],
    ] as const;
    for (const [path, fields] of forms) {
      const answer = await send(issuer, path, { ...fields, sample: id });
      const html = await answer.text();
      const drawn = await bytesOf(await live(issuer, { ...fields, sample: 'shortest' }));
      expect(answer.status).toBe(200);
      expect(html.includes(drawn.toString('base64'))).toBe(true);
      expect(html.includes(`<option value="${id}" selected=""`)).toBe(true);
    }
  });

  it('are not found if they are of others, or of an erased holder', async () => {
    const [issuer, other] = [await makeIssuer(), await makeIssuer()];
    const { uniqueId: strange } = await makeCertificate(other, { studentName: 'Stranger' });
    const { uniqueId: held } = await schedule(other, { studentName: 'Stranger II' });
    const erased = await makeCertificate(issuer, { studentName: 'Forgotten' });
    const json = { email: erased.studentEmail, reason: 'Request', password: PASSWORD };
    expect((await fetchApi('holders/erasure', { token: issuer.token, json })).status).toBe(200);
    const artwork = await makeArtwork(issuer);
    for (const sample of [strange, held, erased.uniqueId, '0000-0000-0000-0000']) {
      const answers = [
        await live(issuer, designFields({ sample })),
        await live(issuer, artworkFields({ sample })),
        await live(issuer, designFields({ sample }), '/mail'),
        await send(issuer, 'new', designFields({ sample })),
        await send(issuer, artwork, artworkFields({ page: 'a4', sample })),
      ];
      expect(answers.map(({ status }) => status)).toEqual([404, 404, 404, 404, 404]);
      for (const answer of answers) expect(await answer.text()).not.toMatch(/Stranger|Forgotten/);
    }
    const page = await fetchPage('/admin/designs/new?base=ribbon', { cookie: issuer.cookie });
    expect(offered(await page.text())).toEqual([]);
  });
});
