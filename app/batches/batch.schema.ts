import { z } from 'zod';
import {
  designId,
  holdMinutes,
  issueSchema,
  minutesExpected,
  ownHold,
} from '#app/certificates/certificate.schema.ts';
import type { FieldName } from '#app/certificates/fields.ts';
import { CLASS_NAMES, FIELD_NAMES, isField, mapContent, REQUIRED_NAMES } from '#app/certificates/fields.ts';
import { controlOf, KEY, keyOf } from '#app/certificates/own-fields.ts';
import { ENCODINGS } from '#app/shared/decode-text.ts';
import { pageSizeSchema } from '#app/shared/list-query.ts';
import { LEFT_OUT, type ListColumns, MOST_JOINED, PARTS } from '#app/shared/lists/columns.ts';
import type { ListSource } from '#app/shared/lists/csv.server.ts';
import { DATE_ORDERS, type DateOrder } from '#app/shared/lists/written-dates.ts';
import { t } from '#messages';

export const MAX_CSV_ROWS = 10_000;
export const MAX_JSON_ROWS = 1_000;
/** More characters than a field may have. */
const MAX_ENTERED = 1_000;

const ON_ERROR = ['abort', 'skip'] as const;

const onError = z
  .enum(ON_ERROR, { error: () => t('batch.onerrorMustBeAbortOrSkip') })
  .default('abort')
  .meta({
    description: "With 'abort', an invalid row rejects the whole batch. With 'skip', only the row fails",
  });
const ON_WARNING = ['issue', 'wait'] as const;
const onWarning = z
  .enum(ON_WARNING, { error: () => t('batch.onwarningMustBeIssueOrWait') })
  .default('issue')
  .meta({
    description:
      "What happens to a batch with names or courses that look damaged ('Ã©', '&amp;', '#N/A', a name in capitals), or with issue dates more than five years ahead. With 'wait', it stays ready, whatever `start` says, until its start confirms them",
  });
const START_DESCRIPTION =
  'Whether to start issuing at once. Otherwise the batch stays ready until it is started';

/** Options of a batch, apart from its rows. */
export type BatchOptions = {
  onError: (typeof ON_ERROR)[number];
  onWarning?: (typeof ON_WARNING)[number];
  start: boolean;
  /** Design of the rows that don't name one. */
  designId?: string | undefined;
  holdMinutes?: number | null | undefined;
};

const certificates = <Item extends z.ZodType>(item: Item) =>
  z
    .array(item, { error: () => t('batch.certificatesMustBeAList') })
    .min(1, { error: () => t('batch.certificatesMustHaveAtLeastOneCertificate') })
    .max(MAX_JSON_ROWS, { error: () => t('batch.certificatesMustHaveAtMost1000Certificates') });

const options = () => ({
  onError,
  onWarning,
  designId,
  holdMinutes: ownHold,
  start: z
    .boolean({ error: () => t('batch.startMustBeTrueOrFalse') })
    .default(true)
    .meta({ description: START_DESCRIPTION }),
});

/** A row of a batch. The thread that reads the file parses each row with it. */
export const rowSchema = issueSchema;

/** Body of a batch in JSON. */
export const batchSchema = z.object({ certificates: certificates(rowSchema), ...options() });

/** The same body before its certificates are validated one by one. */
export const uncheckedBatchSchema = z.object({ certificates: certificates(z.unknown()), ...options() });

const flag = (name: string, fallback: 'true' | 'false') =>
  z
    .enum(['true', 'false'], { error: () => t('common.nameMustBeTrueOrFalse', { name }) })
    .default(fallback)
    .transform((value) => value === 'true');

/** Choices of how a list is read. Those that are missing are detected. */
export type Reading = ListSource & {
  dateOrder?: DateOrder | undefined;
  /** The file's columns by ours, which a program names. */
  columns?: Record<string, string | string[]> | undefined;
  /** A person's choice for each column. */
  chosen?: ListColumns['chosen'];
  /** Whether a person is asked about the list: always, or where it leaves something open. */
  asks?: 'always' | 'if-unsure' | undefined;
};

const dateOrder = z
  .enum(DATE_ORDERS, { error: () => t('lists.dateOrderMustBe') })
  .optional()
  .meta({
    description:
      "With a list. The order of the numbers of its dates, if it does not tell: 'dmy' for 28/02/2026, 'mdy' for 02/28/2026, 'ymd' for 26/02/28",
  });

/** The columns of every list. An issuer's own fields are further ones (batch-csv.server.ts). */
export const COLUMN_NAMES: readonly string[] = [...FIELD_NAMES, 'expiresAfter'];
const columnsHelp = () => t('lists.columnsMustBe', { columns: COLUMN_NAMES.join(', ') });
const header = z.string().trim().min(1).max(200);
const columnsObject = z
  .record(z.string(), z.union([header, z.array(header).min(1).max(MOST_JOINED)]))
  .refine((columns) => Object.keys(columns).every((name) => COLUMN_NAMES.includes(name) || KEY.test(name)));

/** The file's columns by ours, in JSON. */
const columns = z
  .string()
  .max(4_000, { error: columnsHelp })
  .transform((text, context) => {
    try {
      const parsed = columnsObject.safeParse(JSON.parse(text));
      if (parsed.success) return parsed.data;
    } catch {
      // No JSON: the same problem.
    }
    context.addIssue({ code: 'custom', message: columnsHelp() });
    return z.NEVER;
  })
  .optional()
  .meta({
    description: `With a list. JSON of our columns (${REQUIRED_NAMES.join(', ')} …, or keys of own fields) and those of the file, or a list of them that are joined by a space. All others are left out`,
  });

/** The choices for a column of a file, in the order of the form. Own fields are further choices. */
export const TARGETS: readonly string[] = [...COLUMN_NAMES, ...PARTS];

const isKnown = (column: string) => TARGETS.includes(column) || KEY.test(keyOf(column) ?? '');

/** The answers about a list. The choices of its columns are `column0`, `column1` and so on. */
export const answersSchema = z
  .looseObject({
    encoding: z.enum(ENCODINGS).optional().catch(undefined),
    sheet: z.coerce.number().int().min(0).max(1_000).optional().catch(undefined),
    dateOrder: z.enum(DATE_ORDERS).optional().catch(undefined),
  })
  .transform(({ encoding, sheet, dateOrder, ...fields }) => ({
    encoding,
    sheet,
    dateOrder,
    fixed: Object.fromEntries(
      Object.entries(fields).flatMap(([name, entered]) => {
        const [, key] = /^all-(\w+)$/.exec(name) ?? [];
        const column = key === undefined ? name : controlOf(key);
        const isFixed = key === undefined ? CLASS_NAMES.some((each) => each === name) : isKnown(column);
        return isFixed && typeof entered === 'string' ? [[column, entered.slice(0, MAX_ENTERED)]] : [];
      }),
    ),
    /** By the place of the column. A column without a choice is left out. */
    targetAt(at: number): string {
      const chosen = fields[`column${at}`];
      return typeof chosen === 'string' && isKnown(chosen) ? chosen : LEFT_OUT;
    },
  }));

export type Answers = z.output<typeof answersSchema>;

/** Query parameters of a batch in CSV. */
export const csvQuerySchema = z.object({
  onError,
  onWarning,
  designId,
  holdMinutes: z
    .string()
    .regex(/^\d{1,2}$/, { error: minutesExpected })
    .transform(Number)
    .pipe(holdMinutes)
    .optional()
    .meta({
      description:
        'How many minutes the certificates wait. Without it, the setting of the organisation applies',
    }),
  start: flag('start', 'true').meta({ description: `With text/csv. ${START_DESCRIPTION}` }),
  allowDuplicate: flag('allowDuplicate', 'false').meta({
    description: 'With text/csv. Issues although students have valid certificates for their courses',
  }),
  dateOrder,
  columns,
});

/** The entered values of a row. Values of own fields are named by key. */
export type EnteredLine = Record<FieldName, string> & { fields: Record<string, string> };

/** Fields of the rows of a batch: `row12-studentName` is the name in line 12. An own field that is left empty has no value. */
export const mendSchema = z.looseObject({}).transform((fields) => {
  const rows = new Map<number, EnteredLine>();
  for (const [control, value = ''] of Object.entries(fields)) {
    const [, line = '', own, name = ''] = /^row(\d{1,9})-(own-)?(\w+)$/.exec(control) ?? [];
    if (typeof value !== 'string' || !(own ? KEY.test(name) : isField(name))) continue;
    const row = rows.get(Number(line)) ?? { ...mapContent(() => ''), fields: {} };
    const entered = value.slice(0, MAX_ENTERED);
    if (own) row.fields[name] = entered;
    else if (isField(name)) row[name] = entered;
    rows.set(Number(line), row);
  }
  return rows;
});

/** The field beside an upload of photographs. `line` is the line of the row that a single photograph belongs to. */
export const picturesSchema = z.object({
  line: z
    .string()
    .trim()
    .regex(/^\d{0,9}$/, { error: () => t('batchPictures.enterTheLineOfThePhotograph') })
    .transform((line) => (line === '' ? undefined : Number(line)))
    .optional()
    .meta({ description: 'With a photograph: the line of its row', example: '2' }),
});

/** The start of a batch on its page. */
export const startSchema = z.object({ confirm: z.literal('on').optional() });

/** Query parameters of a batch's ZIP. */
export const zipQuerySchema = z.object({
  format: z.enum(['pdf', 'png'], { error: () => t('batch.formatMustBePdfOrPng') }).default('pdf'),
});

/** Query parameters of a batch's rows. */
export const rowsQuerySchema = z.object({
  limit: pageSizeSchema,
  cursor: z
    .string()
    .regex(/^\d{0,9}$/, { error: () => t('common.cursorIsNotValid') })
    .optional(),
});
