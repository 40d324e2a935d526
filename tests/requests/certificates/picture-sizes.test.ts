import sharp from 'sharp';
import { expect, it } from 'vitest';
import { PAGE_SIZES } from '#app/drawing/design.ts';
import {
  certificateInput,
  makeDesign,
  makeIssuer,
  makeVerifier,
  type Person,
  payFor,
} from '#tests/support/factories.ts';
import { fetchPage } from '#tests/support/handler.ts';

// Nothing moves on a page when the picture of a certificate has loaded, because its place has the picture's shape.

/** The path and the size of the picture of a certificate on a page. */
function pictureIn(html: string): { path: string; size: string } {
  const [tag = ''] = /<img[^>]*src="\/(?:certificates|c)\/[^"]+\.png"[^>]*>/.exec(html) ?? [];
  const attribute = (name: string) => new RegExp(`${name}="([^"]*)"`).exec(tag)?.[1] ?? '';
  return { path: attribute('src'), size: `${attribute('width')} × ${attribute('height')}` };
}

async function sizeOf(path: string, cookie = '') {
  const answer = await fetchPage(path, { cookie });
  const { width, height } = await sharp(Buffer.from(await answer.arrayBuffer())).metadata();
  return `${width} × ${height}`;
}

const ADA = 'ada@students.example';

async function share(holder: Person, uniqueId: string): Promise<string> {
  const form = { intent: 'share', shared: 'on' };
  const answer = await fetchPage(`/my-certificates/${uniqueId}`, { cookie: holder.cookie, form });
  return /\/c\/[\w-]{22}/.exec(await answer.text())?.[0] ?? '';
}

it('is that of the design, where it was issued, paid and shared', { timeout: 120_000 }, async () => {
  const issuer = await makeIssuer();
  const [ada, verifier] = [await makeVerifier({ email: ADA }), await makeVerifier()];
  const bases = ['heritage', 'portrait-classic'];
  const designs = bases.flatMap((base) => PAGE_SIZES.map((pageSize) => ({ base, pageSize })));
  const rows = [{ id: '', name: 'built in' }];
  for (const fields of designs) {
    const name = Object.values(fields).join(' ');
    rows.push({ id: await makeDesign(issuer, { ...fields, name }), name });
  }
  for (const [at, { id: designId, name }] of rows.entries()) {
    const form = {
      ...certificateInput({ studentEmail: ADA, courseName: `Course ${at}` }),
      designId,
    } as Record<string, string>;
    const issued = await fetchPage('/admin/issue-certificate', { cookie: issuer.cookie, form });
    const { path, size } = pictureIn(await issued.text());
    const drawn = await sizeOf(path, issuer.cookie);
    expect([name, size]).toEqual([name, drawn]);
    const uniqueId = /[0-9A-Z]{4}(?:-[0-9A-Z]{4}){3}/.exec(path)?.[0] ?? '';
    await payFor(verifier, uniqueId);
    await fetchPage('/verify', { cookie: verifier.cookie, form: { uniqueId } });
    const paid = await (await fetchPage('/verify/payment', { cookie: verifier.cookie })).text();
    expect([name, pictureIn(paid).size]).toEqual([name, drawn]);
    const link = await share(ada, uniqueId);
    expect([name, pictureIn(await (await fetchPage(link)).text()).size]).toEqual([name, drawn]);
  }
});
