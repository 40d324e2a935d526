import { validate } from '@hyperjump/json-schema/openapi-3-1';
import type { RouteConfigEntry } from '@react-router/dev/routes';
import { describe, expect, it } from 'vitest';
import table from '#app/routes.ts';
import { fetchApi } from '#tests/support/handler.ts';

const document = await (await fetchApi('openapi.json')).json();

/** Every path below /api/v1 of the route table, as OpenAPI writes it. */
const routePaths = (table as RouteConfigEntry[])
  .map(({ path = '' }) => path)
  .filter((path) => path.startsWith('api/v1/'))
  .map((path) => path.replace('api/v1', '').replace(/:(\w+)/g, '{$1}'));

describe('the description of the API', () => {
  it('is valid OpenAPI 3.1', async () => {
    const output = await validate('https://spec.openapis.org/oas/3.1/schema-base', document, 'BASIC');
    expect(output, JSON.stringify(output)).toMatchObject({ valid: true });
  });

  it('has every path of the route table, and no other', () => {
    expect(routePaths.length).toBeGreaterThan(20);
    expect(Object.keys(document.paths).toSorted()).toEqual(routePaths.toSorted());
  });
});
