import openapiTypescript, { astToString, type OpenAPI3 } from 'openapi-typescript';

const NOTICE = '// Generated from /api/v1/openapi.json by npm run client:generate.\n\n';

/** All errors of a call have one type, which `default` describes. */
const withoutErrors = (_: string, value: unknown) => {
  if (typeof value !== 'object' || value === null || !('responses' in value)) return value;
  const responses = Object.entries(value.responses as object).filter(
    ([status]) => status === 'default' || Number(status) < 400,
  );
  return { ...value, responses: Object.fromEntries(responses) };
};

/** The TypeScript types of an OpenAPI description, without its server's address. */
export async function typesOf(description: OpenAPI3): Promise<string> {
  const { servers: _, ...document } = JSON.parse(JSON.stringify(description, withoutErrors)) as OpenAPI3;
  return NOTICE + astToString(await openapiTypescript(document, { alphabetize: true }));
}
