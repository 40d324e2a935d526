import { z } from 'zod';
import 'zod-openapi';
import 'zod-openapi';
import { toDollars } from '#app/shared/money.ts';

/* Declarations of the objects that the API sends. Each member stands once, with its schema and how its value comes from the row. */

/** A value: its schema, and how it comes from the server's value. */
export type Member<In, Schema extends z.ZodType> = {
  schema: Schema;
  serialize(value: In): z.output<Schema>;
  meta(meta: z.GlobalMeta): Member<In, Schema>;
  nullable(): Member<In | null, z.ZodNullable<Schema>>;
  array(): Member<readonly In[], z.ZodArray<Schema>>;
};

export const member = <In, Schema extends z.ZodType>(
  schema: Schema,
  serialize: (value: In) => z.output<Schema>,
): Member<In, Schema> => ({
  schema,
  serialize,
  meta: (meta) => member(schema.meta(meta), serialize),
  nullable: () => member(schema.nullable(), (value) => (value === null ? null : serialize(value))),
  array: () => member(schema.array(), (values) => values.map((value) => serialize(value))),
});

/** A member of an object that the row does not have under the member's name. */
type Column<Row, Schema extends z.ZodType> = { schema: Schema; read(row: Row): z.output<Schema> };

// biome-ignore lint/suspicious/noExplicitAny: of any type, which the declaration infers
export type Value = z.ZodType | Member<any, z.ZodType>;
// biome-ignore lint/suspicious/noExplicitAny: of any row, whose type the declaration infers
type Members = Record<string, Value | Column<any, z.ZodType>>;

/** The row's text may be of a wider type than the schema's. The tests compare every answer with its schema. */
type Loose<Type> = Type extends string ? string : Type;
type In<Type> = Type extends { serialize(value: infer Taken): unknown }
  ? Taken
  : Type extends z.ZodType
    ? Loose<z.output<Type>>
    : never;
type SchemaOf<Type> = Type extends z.ZodType
  ? Type
  : Type extends { schema: infer Schema extends z.ZodType }
    ? Schema
    : never;

export const schemaOf = (value: Members[string]): z.ZodType => ('schema' in value ? value.schema : value);

/** A member that has another name in the row. */
export function column<const Name extends string, Type extends Value>(name: Name, value: Type) {
  const serialize = 'serialize' in value ? value.serialize : (same: In<Type>) => same;
  const read = (row: Record<Name, In<Type>>) => serialize(row[name]);
  return { schema: schemaOf(value), read } as Column<Record<Name, In<Type>>, SchemaOf<Type>>;
}

/** A member that is computed from the row. */
export const derived = <Row, Schema extends z.ZodType>(
  schema: Schema,
  read: (row: Row) => z.output<Schema>,
): Column<Row, Schema> => ({ schema, read });

/** The type of row that all computed members can read: the intersection of their rows. */
type ColumnRow<Type extends Members> = {
  [Name in keyof Type]: Type[Name] extends { read(row: infer Row): unknown } ? (row: Row) => void : never;
}[keyof Type] extends (all: infer All) => void
  ? All
  : never;

/** Members that may be undefined may be absent. */
type Sparse<Type> = { [Name in keyof Type as undefined extends Type[Name] ? never : Name]: Type[Name] } & {
  [Name in keyof Type as undefined extends Type[Name] ? Name : never]?: Type[Name];
};

/** The type of the rows that an object with these members is made from. */
type RowOf<Type extends Members> = Sparse<{
  [Name in keyof Type as Type[Name] extends Value ? Name : never]: In<Type[Name]>;
}> &
  ColumnRow<Type>;

type ApiObject<Row, Type extends Members> = Member<
  Row,
  z.ZodObject<{ [Name in keyof Type]: SchemaOf<Type[Name]> }, z.core.$strict>
> & {
  /** For objects that have them, too. */
  members: Type;
  /** The same object for values that become such rows. */
  from<Source>(toRow: (value: Source) => Row): ApiObject<Source, Type>;
};

/** A member of a row for each of an object's. Those that are undefined are not sent. */
function serializer(members: Members) {
  const parts = Object.entries(members).map(([name, each]) => {
    if ('read' in each) return { name, read: each.read };
    return { name, read: 'serialize' in each ? column(name, each).read : null };
  });
  return (row: Record<string, unknown>) => {
    const sent: Record<string, unknown> = {};
    for (const { name, read } of parts) {
      const value = read ? read(row) : row[name];
      if (value !== undefined) sent[name] = value;
    }
    return sent;
  };
}

const declare = <Row, Type extends Members>(
  members: Type,
  schema: z.ZodType,
  serialize: (row: Row) => unknown,
): ApiObject<Row, Type> => {
  const from = <Source>(toRow: (value: Source) => Row) =>
    declare(members, schema, (value: Source) => serialize(toRow(value)));
  return { ...member(schema, serialize), members, from } as never;
};

/** An object inside another. */
export function part<Type extends Members>(members: Type): ApiObject<RowOf<Type>, Type> {
  const shape = Object.entries(members).map(([name, each]) => [name, schemaOf(each)]);
  return declare(members, z.strictObject(Object.fromEntries(shape)), serializer(members));
}

/** An object with a name in the description. */
export function object<Type extends Members>(name: string, members: Type): ApiObject<RowOf<Type>, Type> {
  const { schema, serialize } = part(members);
  return declare(members, schema.meta({ id: name }), serialize);
}

export const id = z.string().meta({ examples: ['01a1fd90-efbd-76a7-86eb-f5382c5ddfb9'] });

/** The ID of an object. */
export const _id = column('id', id);

/** A time, in ms UTC on the server. */
export const time = (schema: z.ZodISODateTime) => member(schema, (ms: number) => new Date(ms).toISOString());

export const instant = time(
  z.iso.datetime().meta({ description: 'UTC', examples: ['2026-03-01T09:30:00.000Z'] }),
);

export const calendarDate = z.iso.date().meta({ description: 'A calendar date' });

const about = (description?: string) => description && { description };

export const text = (example: string, description?: string) =>
  z.string().meta({ examples: [example], ...about(description) });

export const optionalText = (example: string | null, description?: string) =>
  z
    .string()
    .nullable()
    .meta({ examples: [example], ...about(description) });

/** Any stored address. A local part may be in UTF-8. */
export const anyEmail = z.email({ pattern: z.regexes.unicodeEmail });

export const email = (example: string) => anyEmail.meta({ examples: [example] });

export const optionalEmail = (example: string, description?: string) =>
  anyEmail.nullable().meta({ examples: [example], ...about(description) });

export const int = (example: number, description?: string) =>
  z.int().meta({ examples: [example], ...about(description) });

export const count = (example: number, description?: string) =>
  z
    .int()
    .min(0)
    .meta({ examples: [example], ...about(description) });

export const percent = (example: number, description: string) =>
  z
    .int()
    .min(0)
    .max(100)
    .meta({ examples: [example], description });

/** An amount, in minor units on the server. */
export const money = member(z.number(), toDollars);

export const dollars = (example: number) => money.meta({ description: 'Dollars', examples: [example] });

export const url = (example: string, description: string) =>
  z.url().meta({ examples: [example], description });

export const UNIQUE_ID = '7K3M-9QZX-2HVB-4TND';

export const uniqueIdSchema = z
  .string()
  .regex(/^[0-9A-HJKMNP-TV-Z]{4}(?:-[0-9A-HJKMNP-TV-Z]{4}){3}$/)
  .meta({ examples: [UNIQUE_ID] });
