import type { BrowserContextOptions, Page } from 'playwright-core';
import { beforeAll, describe, expect, it } from 'vitest';
import {
  ARTWORK_PAGES,
  type ArtworkBox,
  type ArtworkPage,
  pixelsOfMicrons,
} from '#app/drawing/own-artwork/artwork.ts';
import { areaOf } from '#app/drawing/own-artwork/parts.server.ts';
import { DEMO_PASSWORD, ISSUERS } from '#app/sample/people.ts';
import { edgesIn, placedBoxes } from '#tests/golden/own-artwork-samples.ts';
import { openContext, sharedBrowser } from '#tests/support/browser.ts';
import { multipart } from '#tests/support/course-factories.ts';
import { certificateInput } from '#tests/support/factories.ts';
import { picturePdf } from '#tests/support/pdf-pictures.ts';
import { logIn } from '#tests/support/sample-people.ts';
import { addSession, sharedSample } from '#tests/support/sample-site.ts';

const TOLERANCE = pixelsOfMicrons(200);

/** Screens and zooms of the browser: as a phone, at 100 %, 125 % and 200 %, and small on a large screen at 67 %. */
const ZOOMS: BrowserContextOptions[] = [
  { viewport: { width: 390, height: 800 }, deviceScaleFactor: 3 },
  { viewport: { width: 1280, height: 720 } },
  { viewport: { width: 1024, height: 576 }, deviceScaleFactor: 1.25 },
  { viewport: { width: 640, height: 360 }, deviceScaleFactor: 2 },
  { viewport: { width: 1920, height: 1080 }, deviceScaleFactor: 0.67 },
];

/** The edges of each box's outline in the editor, in pixels of the drawn page. */
const outlinesOn = (page: Page, width: number, height: number) =>
  page.evaluate(
    ([across, down]) => {
      const picture = document.querySelector('.artwork-page img')?.getBoundingClientRect() ?? new DOMRect();
      return [...document.querySelectorAll('.artwork-outline')].map((outline) => {
        const { left, top, right, bottom } = outline.getBoundingClientRect();
        const x = (value: number) => ((value - picture.left) / picture.width) * across;
        const y = (value: number) => ((value - picture.top) / picture.height) * down;
        return [x(left), y(top), x(right), y(bottom)];
      });
    },
    [width, height] as const,
  );

/** Each edge of a box is within 0.2 mm of the same in another picture. */
const expectSame = (what: string, one: readonly number[], other: readonly number[]) => {
  for (const [index, edge] of one.entries()) {
    expect(Math.abs(edge - (other[index] ?? Number.NaN)), `${what}: ${one} and ${other}`).toBeLessThan(
      TOLERANCE,
    );
  }
};

describe('boxes of own artwork', () => {
  let url: string;
  let token: string;
  let cookie: string;

  beforeAll(async () => {
    ({ url } = await sharedSample());
    cookie = await logIn(url, 'issuer');
    const answer = await fetch(`${url}/api/v1/users/login`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ email: ISSUERS[0].email, password: DEMO_PASSWORD }),
    });
    ({ token } = (await answer.json()) as { token: string });
  });

  async function call(path: string, body: FormData | string) {
    const headers = new Headers({ authorization: `Bearer ${token}` });
    if (typeof body === 'string') headers.set('content-type', 'application/json');
    const answer = await fetch(`${url}/api/v1/${path}`, { method: 'POST', headers, body });
    const json = await answer.json();
    expect([answer.status, json.errors]).toEqual([201, undefined]);
    return json;
  }
  const file = async (path: string) =>
    Buffer.from(await (await fetch(url + path, { headers: { cookie } })).arrayBuffer());

  const makeDesign = async (page: ArtworkPage, boxes: ArtworkBox[]): Promise<string> =>
    (
      await call(
        'designs',
        multipart({ name: `Places on ${page}`, base: 'artwork', page, boxes: JSON.stringify(boxes) }),
      )
    ).design._id;

  it.each(['a4', 'letter-portrait'] as const)(
    'are within 0.2 mm of each other in editor, preview, PNG and PDF (%s)',
    async (name) => {
      const { width, height } = ARTWORK_PAGES[name];
      const onPage = ({ x, y, width: wide, height: high }: ArtworkBox) =>
        pixelsOfMicrons(x + wide) <= width && pixelsOfMicrons(y + high) <= height;
      const boxes = placedBoxes.filter(onPage);
      const designId = await makeDesign(name, boxes);
      const { uniqueId } = (
        await call(
          'certs/issue',
          JSON.stringify({ ...certificateInput({ studentName: `Ada ${name}` }), designId }),
        )
      ).certificate;
      const png = await file(`/certificates/${uniqueId}.png`);
      const pdf = await picturePdf(await file(`/certificates/${uniqueId}.pdf`), [width, height]);

      let preview: Buffer | undefined;
      for (const zoom of ZOOMS) {
        const context = await openContext(await sharedBrowser(), zoom);
        await addSession(context, url, cookie);
        const page = await context.newPage();
        await page.goto(`${url}/admin/designs/${designId}`);
        const picture = page.locator('.artwork-page img');
        await picture.evaluate((image: HTMLImageElement) => image.decode());
        const outlines = await outlinesOn(page, width, height);
        expect(outlines).toHaveLength(boxes.length);
        for (const [index, box] of boxes.entries()) {
          const { left, top, width: wide, height: high } = areaOf(box);
          expectSame(`outline of ${box.kind} ${index}`, outlines[index] ?? [], [
            left,
            top,
            left + wide,
            top + high,
          ]);
        }
        preview ??= await file((await picture.getAttribute('src')) ?? '');
        await context.close();
      }

      for (const [index, box] of boxes.entries()) {
        const [inPreview, inPng, inPdf] = await Promise.all(
          [preview ?? png, png, pdf].map((each) => edgesIn(each, box, width)),
        );
        const what = `${box.kind} ${index}`;
        expectSame(`PNG and PDF of ${what}`, inPng ?? [], inPdf ?? []);
        // The sample has another ID.
        if (box.kind !== 'id') expectSame(`preview and PNG of ${what}`, inPreview ?? [], inPng ?? []);
        // A line fills its box.
        const { left, top, width: wide, height: high } = areaOf(box);
        if (box.kind === 'line')
          expectSame(`box and ink of ${what}`, [left, top, left + wide, top + high], inPng ?? []);
      }
    },
  );
});
