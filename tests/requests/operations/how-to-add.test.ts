import { execFile } from 'node:child_process';
import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, expect, it } from 'vitest';

/** A copy of the sources, which nothing but this test changes. */
const copy = mkdtempSync(join(tmpdir(), 'certrace-how-to-add-'));
afterAll(() => rmSync(copy, { recursive: true, force: true }));

const PARTS = 'app db messages packages scripts package.json react-router.config.ts vite.config.ts';
for (const part of PARTS.split(' ')) {
  cpSync(part, join(copy, part), { recursive: true, filter: (path) => !path.includes('node_modules') });
}
symlinkSync(join(process.cwd(), 'node_modules'), join(copy, 'node_modules'));
const { compilerOptions } = JSON.parse(readFileSync('tsconfig.json', 'utf8'));
writeFileSync(
  join(copy, 'tsconfig.json'),
  JSON.stringify({
    compilerOptions,
    include: ['app/**/*', 'db/**/*', '.react-router/types/**/*', '.react-router/*.d.ts'],
    exclude: ['**/+server-build.d.ts'],
  }),
);

/** Files of the project that the test changed in the copy. */
const changed: string[] = [];

/** Runs a command in the copy and returns what it prints. */
const run = (command: string, ...args: string[]) =>
  promisify(execFile)(join('node_modules/.bin', command), args, { cwd: copy }).catch((error) => ({
    stdout: `${error.stdout}${error.stderr}`,
  }));

/** Inserts a text before another one of a file, or makes a file. */
function add(path: string, text: string, before?: string) {
  const file = join(copy, path);
  if (before === undefined) return writeFileSync(file, text);
  const old = readFileSync(file, 'utf8');
  expect(old, path).toContain(before);
  changed.push(path);
  writeFileSync(file, old.replace(before, `${text}${before}`));
}

it('docs/architecture.md, How to add: names every file of a field, a list and a call that types ask for', async () => {
  const [, lists = ''] =
    /^## How to add\n(.*?)^\*\*A mail/ms.exec(readFileSync('docs/architecture.md', 'utf8')) ?? [];

  add(
    'app/certificates/fields.ts',
    `  examDate: {
    kind: 'optional date',
    column: 6,
    label: () => t('howToAdd.examDate'),
    correction: () => t('howToAdd.examDate'),
    example: '2026-02-27',
  },
`,
    '} as const satisfies Record<keyof Content, Field>;',
  );
  add('db/schema/certificates.ts', "  examDate: text('exam_date'),\n", '});\n\n/** What an issuer enters');
  add('messages/en.json', '"howToAdd.examDate": "Exam date",\n  ', '"holderLink.getANewLink"');

  add(
    'app/support/exams.schema.ts',
    `import { z } from 'zod';
import { listQuerySchema } from '#app/shared/list-query.ts';

export const examsSchema = listQuerySchema.extend({ year: z.string().max(4).default('') });
`,
  );
  add(
    'app/support/list-exams.server.ts',
    `import { and, desc, lt } from 'drizzle-orm';
import type { z } from 'zod';
import { type Actor, requireSuperAdmin } from '#app/accounts/actor.server.ts';
import { contains, page, seqBefore } from '#app/shared/list-queries.server.ts';
import { db } from '#db/client.ts';
import { certificates } from '#db/schema/certificates.ts';
import type { examsSchema } from './exams.schema.ts';

export function listExams(actor: Actor, { cursor, q }: z.output<typeof examsSchema>) {
  requireSuperAdmin(actor);
  const { seq, id, courseName, examDate } = certificates;
  const rows = db().select({ seq, id, courseName, examDate }).from(certificates);
  const matches = and(lt(seq, seqBefore(cursor)), contains(courseName, q));
  return page(rows.where(matches).orderBy(desc(seq)).limit(51).all(), 50);
}
`,
  );
  add(
    'app/routes/superadmin/exams.tsx',
    `import { listLoader } from '#app/routes/list-loader.server.ts';
import { actorContext } from '#app/server/session/context.server.ts';
import { examsSchema } from '#app/support/exams.schema.ts';
import { listExams } from '#app/support/list-exams.server.ts';
import { ListPage } from '#app/ui/list-page.tsx';
import { EmptyState } from '#app/ui/list-parts.tsx';
import { t } from '#messages';
import type { Route } from './+types/exams';

export const loader = ({ url, context }: Route.LoaderArgs) =>
  listLoader(url, examsSchema, (query) => listExams(context.get(actorContext), query));

export default function ExamsPage({ loaderData }: Route.ComponentProps) {
  const none = <EmptyState title={t('howToAdd.examDate')}>{t('howToAdd.examDate')}</EmptyState>;
  return (
    <ListPage list={loaderData} empty={none}>
      {(rows) => <ul>{rows.map(({ id, courseName, examDate }) => <li key={id}>{courseName} {examDate}</li>)}</ul>}
    </ListPage>
  );
}
`,
  );
  add(
    'app/routes.ts',
    "route('superadmin/exams', 'routes/superadmin/exams.tsx'),\n    ",
    "route('admin/support'",
  );

  add(
    'app/routes/api/v1/exams.ts',
    `import { examsSchema } from '#app/support/exams.schema.ts';
import { listExams } from '#app/support/list-exams.server.ts';
import { resource } from './respond.ts';
import { examObject } from './schemas/exams.ts';
import { listOf, NOT_ALLOWED } from './schemas/responses.ts';

export const api = resource();

api('exams').get({
  auth: 'bearer',
  scope: 'audit:read',
  summary: 'Exams, newest first',
  query: examsSchema,
  responses: { 200: listOf('exams', examObject) },
  failures: { 403: NOT_ALLOWED },
  handle({ actor, query }) {
    const { rows, nextCursor } = listExams(actor, query);
    return { body: { success: true, exams: rows.map(examObject.serialize), nextCursor } };
  },
});
`,
  );
  add(
    'app/routes/api/v1/schemas/exams.ts',
    `import { _id, object, text } from '#app/routes/api/v1/object.ts';

export const examObject = object('Exam', {
  _id,
  courseName: text('Distributed Systems'),
  examDate: text('2026-02-27').nullable(),
});
`,
  );
  add(
    'app/routes/api/v1/resources.ts',
    "import { api as exams } from './exams.ts';\n",
    'import { api as lessons }',
  );
  add('app/routes/api/v1/resources.ts', 'exams,\n  ', 'events,\n  organisations');

  const named = [...lists.matchAll(/`([\w/.-]+)`/g)].map(([, path = '']) => path);
  const isListed = (path: string) => named.some((one) => path === one || path.startsWith(`${one}/`));
  expect(changed.filter((path) => !isListed(path))).toEqual([]);
  expect((await run('react-router', 'typegen')).stdout).toBe('');
  expect((await run('tsc', '--checkers', '1')).stdout).toBe('');
});
