import { z } from 'zod';
import { issuersWho } from '#app/accounts/actor.server.ts';
import { designFields, designSchema } from '#app/designs/design.schema.server.ts';
import { previewDesign } from '#app/designs/preview-design.server.ts';
import { SAMPLES, type SampleName } from '#app/designs/samples.ts';
import { EXAMPLE_DESIGN } from '#app/routes/api/v1/read-design.server.ts';
import { parseInput } from '#app/shared/parse.server.ts';
import { t } from '#messages';
import { api } from './respond.ts';
import { NOT_ALLOWED, TOO_MANY } from './schemas/responses.ts';

const sampleNames = Object.keys(SAMPLES) as [SampleName, ...SampleName[]];
const sample = z
  .enum(sampleNames, {
    error: () => t('api.sampleMustBeOneOf', { samples: sampleNames.join(', ') }),
  })
  .default('usual');

const resource = api('designs/preview').post({
  auth: 'bearer',
  scope: 'designs:write',
  admits: issuersWho('certificates'),
  summary: 'Draw a design that is not saved, with the data of a sample',
  body: designFields.extend({ sample }),
  example: { ...EXAMPLE_DESIGN, sample: 'longest' },
  file: 'The picture, as PNG',
  failures: { 403: NOT_ALLOWED, 429: TOO_MANY, 503: 'The server is busy. Please try again in a moment.' },
  async handle({ actor, json }) {
    const fields = await json();
    const { sample: name } = parseInput(z.object({ sample }), fields);
    const { design } = parseInput(designSchema, fields);
    const png = await previewDesign(actor, design, name);
    return new Response(Buffer.from(png), {
      headers: { 'Content-Type': 'image/png', 'Cache-Control': 'no-store' },
    });
  },
});

export const loader = resource.loader;
export const action = resource.action;
