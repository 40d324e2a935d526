import { sql } from 'drizzle-orm';
import { blob, index, integer, primaryKey, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core';
import { identity, toUser } from './accounts.ts';

export const FIELD_KINDS = ['text', 'number', 'date', 'choice', 'boolean', 'picture', 'running'] as const;
export type OwnKind = (typeof FIELD_KINDS)[number];

/** Who sees the values of a field besides its issuer and, unless the list is empty, the holder. */
export const VISIBILITIES = ['certificate', 'verifiers', 'shared'] as const;
export type Visibility = (typeof VISIBILITIES)[number];

/** What values a field takes; a rule counts for the kinds that have it. Dates are YYYY-MM-DD. */
export type FieldRules = {
  /** Of a number or a date. */
  min?: number | string;
  max?: number | string;
  /** Of a text, in characters. */
  maxLength?: number;
  choices?: string[];
  default?: string | number | boolean;
  /** Of a running number: {number:5}, {year} and {course} are filled. */
  pattern?: string;
  start?: number;
  per?: 'organisation' | 'course';
};

/** A value of an own field as it is frozen with its certificate. A picture's value is the SHA-256 of its bytes in hex. */
export type FrozenField = {
  key: string;
  /** On the day of issue. */
  name: string;
  kind: OwnKind;
  visibility: Visibility[];
  /** Whether searches of lists find the certificate by it. */
  isSearched?: true;
  /** Of a running number: 1, and one more with each replacement. Until it is given, there is none, and the value is the pattern. */
  version?: number;
  value: string | number | boolean;
};

/** Values by the keys of their fields. */
export type FieldValues = Record<string, FrozenField['value']>;

/** Fields that issuers declare for their certificates. Kind, key and visibility never change. */
export const certificateFields = sqliteTable(
  'certificate_fields',
  {
    ...identity(),
    issuerId: toUser('issuer_id').notNull(),
    key: text().notNull(),
    name: text().notNull(),
    kind: text({ enum: FIELD_KINDS }).notNull(),
    isRequired: integer('is_required', { mode: 'boolean' }).notNull(),
    visibility: text({ mode: 'json' }).$type<Visibility[]>().notNull(),
    isSearched: integer('is_searched', { mode: 'boolean' }).notNull(),
    rules: text({ mode: 'json' }).$type<FieldRules>().notNull(),
    createdAt: integer('created_at').notNull(),
    retiredAt: integer('retired_at'),
  },
  ({ issuerId, seq, key, retiredAt }) => [
    index('certificate_fields_by_issuer').on(issuerId, seq),
    uniqueIndex('certificate_fields_in_use').on(issuerId, key).where(sql`${retiredAt} is null`),
  ],
);

/** The last running number that was given, by field, course and year. Both are empty where the count does not begin anew with them. */
export const fieldNumbers = sqliteTable(
  'field_numbers',
  {
    fieldSeq: integer('field_seq')
      .notNull()
      .references(() => certificateFields.seq),
    /** The course's name, folded. */
    course: text().notNull(),
    year: text().notNull(),
    last: integer().notNull(),
  },
  ({ fieldSeq, course, year }) => [primaryKey({ columns: [fieldSeq, course, year] })],
);

/** Photographs of holders, encoded by the server and identified by their hash. */
export const fieldPictures = sqliteTable(
  'field_pictures',
  {
    issuerId: toUser('issuer_id').notNull(),
    hash: text().notNull(),
    bytes: blob({ mode: 'buffer' }).notNull(),
    /** How many certificates refer to it. */
    uses: integer().notNull().default(0),
    /** When it was uploaded. Null once a certificate refers to it. */
    draftSince: integer('draft_since'),
  },
  ({ issuerId, hash, draftSince }) => [
    primaryKey({ columns: [issuerId, hash] }),
    // Counts the unused pictures of an issuer, and finds those to delete.
    index('field_pictures_unused').on(issuerId, draftSince).where(sql`${draftSince} is not null`),
  ],
);
