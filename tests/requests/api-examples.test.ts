import { expect, it } from 'vitest';
import { describedCalls, responseViolation } from '#tests/support/api-description.ts';
import { captions, multipart, picture, videoBytes } from '#tests/support/course-factories.ts';
import { designZip } from '#tests/support/design-zips.ts';
import { diploma } from '#tests/support/diplomas.ts';
import { fetchApi } from '#tests/support/handler.ts';
import { makeField } from '#tests/support/own-fields.ts';
import type { Objects, RoleName } from './access-table.ts';
import { shareWorld, type World } from './access-world.ts';

let world: World;
shareWorld((entered) => {
  world = entered;
  makeField(world.people.issuer, 'photo', { kind: 'picture', visibility: [] });
});

/** What parameters say that name no object. */
const VALUES: Record<string, string> = { language: 'de', libraryId: 'deco' };

/** The objects that the parameters of a path name. Others do not exist. */
const PARAMETERS: Record<string, keyof Objects> = {
  id: 'courseId',
  courseId: 'courseId',
  moduleId: 'moduleId',
  lessonId: 'lessonId',
  fileId: 'lessonFileId',
  batchId: 'batchId',
  uniqueId: 'uniqueId',
  designId: 'designId',
  backgroundId: 'designBackground',
  paymentId: 'receiptId',
  creditNoteId: 'creditNoteId',
  userId: 'creditId',
  statementId: 'statementId',
};

/** Who may make most calls, in this order. */
const CALLERS: RoleName[] = ['issuer', 'superadmin', 'individual'];

/** A call takes one of them. */
const captionsFile = { bytes: Buffer.from(captions()), name: 'en.vtt', type: 'text/vtt' };

const FILES = async () => ({
  thumbnail: { bytes: await picture(320, 180), type: 'image/png' },
  picture: { bytes: await picture(320, 400), type: 'image/png' },
  background: { bytes: diploma(), type: 'application/pdf' },
  design: { bytes: await designZip(), type: 'application/zip' },
  pictures: { bytes: await picture(320, 400), name: 'a.png', type: 'image/png' },
  videoFile: { bytes: videoBytes(), type: 'video/mp4' },
  file: { bytes: Buffer.from('%PDF-1.7'), name: 'file.pdf', type: 'application/pdf' },
});

const texts = (example: object) =>
  Object.fromEntries(Object.entries(example).map(([name, value]) => [name, String(value)]));

/** The body of a call, as its example has it. */
async function bodyOf(
  path: string,
  content: Record<string, { example?: unknown; schema: object }> | undefined,
) {
  const [[type = '', { example = {}, schema = {} } = {}] = []] = Object.entries(content ?? {});
  // The account of the examples is one that exists.
  const { email } = world.people.individual;
  const told = JSON.parse(JSON.stringify(example).replaceAll('mara@osei.example', email));
  if (type === 'application/json') return { json: told };
  if (type !== 'multipart/form-data') return {};
  const fields = Object.keys((schema as { properties?: object }).properties ?? {});
  const all = { ...(await FILES()), ...(path.endsWith('{language}') && { file: captionsFile }) };
  // The example of a design is one of a layout, which takes no background.
  const taken = fields.filter((name) => !(name === 'background' && 'base' in (example as object)));
  const files = Object.entries(all).filter(([name]) => taken.includes(name));
  return { body: multipart({ ...texts(example as object), ...Object.fromEntries(files) }) as never };
}

it.each(describedCalls)('$name answers its example as described', async (call) => {
  const { method, path, operation } = call;
  const url = path
    .slice(1)
    .replace(
      /\{(\w+)\}/g,
      (_, name: string) => world.objects[PARAMETERS[name] as keyof Objects] ?? VALUES[name] ?? 'none',
    );
  let answer = new Response();
  for (const role of CALLERS) {
    const { token } = world.people[role as keyof World['people']];
    answer = await fetchApi(url, { method, token, ...(await bodyOf(path, operation.requestBody?.content)) });
    if (answer.status !== 401 && answer.status !== 403) break;
  }
  // The example itself is right, whatever the data allows.
  const { status } = answer;
  const copy = answer.clone();
  expect(await responseViolation(call, answer)).toBeNull();
  const own = status === 400 ? await copy.json() : {};
  expect([status < 500, status === 415, own.errors ?? {}]).toEqual([true, false, {}]);
});
