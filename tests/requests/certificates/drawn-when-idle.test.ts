import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { clientOf } from '#app/accounts/actor.server.ts';
import { issueBatches } from '#app/batches/issue-batches.server.ts';
import { startBatch } from '#app/batches/run-batch.server.ts';
import { startDrawingWhenIdle } from '#app/certificates/draw-when-idle.server.ts';
import { env } from '#app/config/env.server.ts';
import { setCompletion } from '#app/courses/completion/completion-fields.server.ts';
import { enrol } from '#app/courses/enrol.server.ts';
import { reportProgress } from '#app/courses/progress/report-progress.server.ts';
import { renderCertificate } from '#app/drawing/render.server.ts';
import { sqlite } from '#db/client.ts';
import { drawingWith } from '#tests/golden/samples.ts';
import { makeWholeCourse } from '#tests/support/course-factories.ts';
import { makeBatch, makeIssuer, makeVerifier } from '#tests/support/factories.ts';
import { fetchApi } from '#tests/support/handler.ts';

let stop: () => Promise<void>;
beforeEach(() => {
  stop = startDrawingWhenIdle();
});
afterEach(() => stop());

const issued = () =>
  sqlite().prepare('select unique_id from certificates order by seq').pluck().all() as string[];

/** How many of a certificate's two files are drawn. */
function drawnOf(uniqueId: string): number {
  const folder = join(env().UPLOADS_DIR, 'certificates', 'checked', uniqueId.slice(0, 2));
  return existsSync(folder) ? readdirSync(folder).filter((name) => name.startsWith(uniqueId)).length : 0;
}

const allDrawn = (uniqueIds: string[]) =>
  expect.poll(() => uniqueIds.map(drawnOf)).toEqual(uniqueIds.map(() => 2));

it('draws what a batch has issued once nobody waits for a drawing', async () => {
  const issuer = await makeIssuer();
  startBatch(issuer.actor, (await makeBatch(issuer)).id);
  // More than a second of drawing.
  const waiting = Promise.all(
    Array.from({ length: 40 }, (_, n) =>
      renderCertificate(
        drawingWith({ studentName: `Student ${n}` }),
        'png',
        undefined,
        {},
        clientOf(issuer.actor),
      ),
    ),
  );
  await issueBatches();
  const ofBatch = issued();
  expect(ofBatch).toHaveLength(3);
  await waiting;
  expect(ofBatch.map(drawnOf)).toEqual([0, 0, 0]);
  await allDrawn(ofBatch);
});

it('draws what a course has issued', async () => {
  const [issuer, learner] = [await makeIssuer(), await makeVerifier()];
  const { course, lesson } = await makeWholeCourse(issuer);
  setCompletion(issuer.actor, course.id, { rule: 'lessons', inOrder: false, certificate: 'at-once' });
  enrol(learner.actor, course.id);
  await reportProgress(learner.actor, course.id, lesson.id, { done: true });
  const { token } = learner;
  await fetchApi(`courses/${course.id}/completion`, { token, json: { name: 'Ada Lovelace' } });
  expect(issued()).toHaveLength(1);
  await allDrawn(issued());
});
