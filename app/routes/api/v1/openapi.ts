import { z } from 'zod';
import { apiDocument } from './describe.ts';
import { api } from './respond.ts';

const resource = api('openapi.json').get({
  auth: 'none',
  cache: 'public, max-age=300',
  summary: 'This description, as OpenAPI 3.1',
  responses: { 200: z.looseObject({ openapi: z.literal('3.1.1') }) },
  handle: () => ({ body: apiDocument() }),
});

export const loader = resource.loader;
export const action = resource.action;
