/**
 * Fills a new database in the folder that is its argument, and prints the created data as JSON. bench/commit-before.ts runs it in
 * this tree and in that of the older commit.
 */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { openDatabase } from '#db/client.ts';
import { migrateDatabase } from '#db/migrate.ts';
import { makeWholeCourse } from '#tests/support/course-factories.ts';
import { makeCertificate, makeIssuer, makeVerifier } from '#tests/support/factories.ts';

const CERTIFICATES = 60;
/** Enough for the uploads of the benchmark, because a module has at most 200 lessons. */
const COURSES = process.env.BENCH_SMALLEST ? 1 : 12;

/** Before 0.2.0 the configuration was directly in app. */
const configuration = existsSync(join(import.meta.dirname, '../app/config'))
  ? '#app/config/env.server.ts'
  : '#app/env.server.ts';
const { loadEnvironment }: typeof import('#app/config/env.server.ts') = await import(configuration);

const home = process.argv[2] ?? '';
const DATABASE_FILE = join(home, 'certrace.sqlite');
loadEnvironment({ ...process.env, NODE_ENV: 'test', DATABASE_FILE, UPLOADS_DIR: join(home, 'uploads') });
openDatabase(DATABASE_FILE);
migrateDatabase();
const issuer = await makeIssuer();
const verifier = await makeVerifier();
const { uniqueId } = await makeCertificate(issuer);
for (let made = 1; made < CERTIFICATES; made += 1) {
  await makeCertificate(issuer, {
    studentName: `Student ${made}`,
    studentEmail: `student${made}@example.org`,
  });
}
const modules: { courseId: string; moduleId: string }[] = [];
for (let number = 0; number < COURSES; number += 1) {
  const { course, module } = await makeWholeCourse(issuer);
  modules.push({ courseId: course.id, moduleId: module.id });
}
const { token, cookie } = issuer;
const made = {
  issuer: { token, cookie },
  verifierToken: verifier.token,
  uniqueId,
  modules,
};
export type PreparedData = typeof made;
console.log(JSON.stringify(made));
process.exit(0);
