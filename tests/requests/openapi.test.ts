import { describe, expect, it } from 'vitest';
import { describedCalls, description, documentViolation, violation } from '#tests/support/api-description.ts';
import { API_PATHS } from '#tests/support/handler.ts';

/** Every path of a call below /api/v1, in OpenAPI's notation. */
const paths = API_PATHS.map((path) => path.replace('/api/v1', '').replace(/:(\w+)/g, '{$1}'));

type Node = { [key: string]: unknown };
const isNode = (value: unknown): value is Node => typeof value === 'object' && value !== null;

/** Every object schema within a schema. */
const objectSchemas = (schema: unknown): Node[] =>
  isNode(schema)
    ? [...('properties' in schema ? [schema] : []), ...Object.values(schema).flatMap(objectSchemas)]
    : [];

describe('the OpenAPI description', () => {
  it('is valid OpenAPI 3.1', async () => {
    expect(await documentViolation()).toBeNull();
  });

  it('has exactly the paths of the calls', () => {
    expect(paths.length).toBeGreaterThan(20);
    expect(Object.keys(description.paths).toSorted()).toEqual(paths.toSorted());
  });

  it('allows no additional properties in responses', () => {
    // RFC 9457 asks clients to ignore members of a problem that they do not know.
    const closed = Object.entries(description.components.schemas).filter(([name]) => name !== 'Problem');
    const open = closed.flatMap(([name, schema]) =>
      objectSchemas(schema)
        .filter(({ additionalProperties }) => additionalProperties !== false)
        .map(() => name),
    );
    expect(open).toEqual([]);
  });

  it.each(describedCalls.filter(({ operation }) => operation.requestBody))(
    '$name has a valid example of its body',
    async ({ operation, pointer }) => {
      const [[type = '', content] = []] = Object.entries(operation.requestBody?.content ?? {});
      expect(content?.example).toBeDefined();
      const place = [...pointer, 'requestBody', 'content', type, 'schema'];
      const files =
        type === 'multipart/form-data'
          ? {
              thumbnail: 'bytes',
              videoFile: 'bytes',
              file: 'bytes',
              picture: 'bytes',
              pictures: 'bytes',
              background: 'bytes',
              design: 'bytes',
            }
          : {};
      expect(await violation(place, { ...(content?.example as object), ...files })).toBeNull();
    },
  );
});

describe('a response', () => {
  it('is compared with its description field by field', async () => {
    const payment = {
      _id: 'x',
      state: 'paid',
      gateway: 'sandbox',
      for: 'verification',
      courseId: null,
      amount: 4200,
      currency: 'USD',
      card: { brand: 'Visa', last4: '4242' },
      receiptUrl: 'https://certrace.example/receipt.json',
      receiptProofUrl: 'https://certrace.example/receipt.tlog-proof',
      createdAt: '2026-03-01T09:30:00.000Z',
    };
    const place = ['components', 'schemas', 'Payment'];
    expect(await violation(place, payment)).toBeNull();
    expect(await violation(place, { ...payment, cvCode: '123' })).not.toBeNull();
    expect(await violation(place, { ...payment, amount: '4200' })).not.toBeNull();
    expect(await violation(place, { ...payment, createdAt: 'today' })).not.toBeNull();
    expect(await violation(place, { ...payment, card: { brand: 'Visa' } })).not.toBeNull();
  });
});
