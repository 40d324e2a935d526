import { afterAll, describe, expect, it } from 'vitest';
import { cachedFile } from '#app/drawing/file-cache.server.ts';
import { closeRenderer, renderCertificate } from '#app/drawing/render.server.ts';
import { AppError } from '#app/shared/errors.server.ts';
import { COSTLY_NAME } from '#tests/support/costly-data.ts';
import { drawingWith } from './samples.ts';

afterAll(closeRenderer);

const PATIENCE_MS = 15_000;
let asked = 0;

/** Clients that each wait for a costly file of their own, and what each got after how long. */
const ask = (count: number) =>
  Promise.all(
    Array.from({ length: count }, async () => {
      asked += 1;
      const drawing = drawingWith({
        studentName: `${asked} ${COSTLY_NAME}`,
        courseName: COSTLY_NAME,
        issuerName: COSTLY_NAME,
      });
      const startedAt = performance.now();
      const error = await cachedFile({ account: `client ${asked}` }, `${asked}-of-memory.png`, (client) =>
        renderCertificate(drawing, 'png', undefined, {}, client),
      ).then(
        () => null,
        (reason: unknown) => reason,
      );
      return { error, ms: performance.now() - startedAt };
    }),
  );

describe('the renderer', () => {
  it('keeps its memory bounded while it draws many certificates at once', async () => {
    const drawn = (count: number) =>
      Promise.all(
        Array.from({ length: count }, (_, index) =>
          renderCertificate(drawingWith({ studentName: `Student ${index}` }), 'png').then(() => undefined),
        ),
      );
    await drawn(40);
    const before = process.memoryUsage.rss();
    await drawn(150);
    expect((process.memoryUsage.rss() - before) / 1e6).toBeLessThan(150);
  });

  it('serves a waiting client within 15 seconds or says busy, and no count of waiting ones refuses it sooner', async () => {
    await ask(4);
    const before = process.memoryUsage.rss();
    const answers = await ask(1_000);
    const refused = answers.filter(({ error }) => error !== null);
    expect(refused.length).toBeGreaterThan(0);
    for (const { error, ms } of refused) {
      expect(error).toBeInstanceOf(AppError);
      expect(error).toMatchObject({ code: 'busy', retryAfterSeconds: 5 });
      expect(ms).toBeGreaterThan(PATIENCE_MS - 100);
    }
    // A loaded machine runs timers late.
    expect(Math.max(...answers.map(({ ms }) => ms))).toBeLessThan(PATIENCE_MS + 10_000);
    expect(refused.length).toBeLessThan(answers.length);
    expect((process.memoryUsage.rss() - before) / 1e6).toBeLessThan(200);
  });
});
