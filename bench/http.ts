import { heavyVideo, multipart } from '#tests/support/course-factories.ts';
import { type BenchRequest, besideCommitBefore, compareRates } from './commit-before.ts';
import type { PreparedData } from './prepare-data.ts';

/** Limits the benchmark to requests whose names contain this text. */
const ONLY = process.env.BENCH_ONLY ?? '';
const UPLOAD_BYTES = 8 * 1_048_576;

/** An upload to a module. */
async function uploadTo({ courseId, moduleId }: PreparedData['modules'][number]) {
  const form = multipart({
    title: 'Measured',
    duration: '15:30',
    courseId,
    videoFile: { bytes: heavyVideo(UPLOAD_BYTES), name: 'lesson.mp4', type: 'video/mp4' },
  });
  const upload = new Response(form);
  return {
    path: `/api/v1/admin/course/module/addLesson/${moduleId}`,
    body: Buffer.from(await upload.arrayBuffer()),
    headers: { 'content-type': upload.headers.get('content-type') ?? '' },
  };
}

async function requests({ issuer, verifierToken, uniqueId, modules }: PreparedData) {
  const json = { 'content-type': 'application/json' };
  const lookUp = { path: '/api/v1/cert/verify', method: 'POST' as const, body: JSON.stringify({ uniqueId }) };
  const uploads = [];
  for (const module of modules) {
    const { headers, ...upload } = await uploadTo(module);
    uploads.push({ ...upload, headers: { ...headers, authorization: `Bearer ${issuer.token}` } });
  }
  return {
    'an API look-up': { ...lookUp, headers: { ...json, authorization: `Bearer ${verifierToken}` } },
    'an API refusal': { ...lookUp, headers: json, status: 401 },
    'a page': { path: '/', headers: { 'accept-encoding': 'br' } },
    'a static file': { path: '/fonts/newsreader-latin.woff2' },
    'an upload': {
      path: '/',
      method: 'POST',
      connections: 1,
      requests: uploads,
    },
  } satisfies Record<string, BenchRequest>;
}

/** Compares requests of each kind to this tree with those to an older commit (BENCH_BEFORE). */
export async function run() {
  await besideCommitBefore(async ({ before, after }) => {
    const older: Record<string, BenchRequest> = await requests(before.data);
    const newer = Object.entries<BenchRequest>(await requests(after.data));
    for (const [name, request] of newer.filter(([each]) => each.includes(ONLY))) {
      const { ratio, spread } = await compareRates(
        { server: before.server, request: older[name] ?? request },
        { server: after.server, request },
      );
      console.log(
        `${name.padEnd(16)} ${ratio.toFixed(2)} of the older commit (goal: at least 0.90; ${spread})`,
      );
    }
  });
}
