import { afterAll, describe, expect, it } from 'vitest';
import { closeRenderer, renderCertificate } from '#app/drawing/render.server.ts';
import { AppError } from '#app/shared/errors.server.ts';
import { drawingWith } from './samples.ts';

afterAll(closeRenderer);

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

  it('refuses drawings beyond its queue with the time to wait', async () => {
    const answers = await Promise.allSettled(
      Array.from({ length: 600 }, () => renderCertificate(drawingWith(), 'pdf')),
    );
    const refused = answers.filter((answer) => answer.status === 'rejected').map((answer) => answer.reason);
    expect(refused.length).toBeGreaterThan(50);
    for (const reason of refused) {
      expect(reason).toBeInstanceOf(AppError);
      expect(reason).toMatchObject({ code: 'busy', retryAfterSeconds: 5 });
    }
  });
});
