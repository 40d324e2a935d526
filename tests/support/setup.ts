import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach } from 'vitest';
import { resetLimits } from '#app/accounts/rate-limits.server.ts';
import { loadEnvironment } from '#app/config/env.server.ts';
import { setClock } from '#app/shared/clock.server.ts';
import { configureLog } from '#app/shared/log.server.ts';
import { connectDomains } from '#app/start/connect.server.ts';
import { installDatabase, sqlite } from '#db/client.ts';
import { TracedDatabase } from '#db/traced-database.ts';
import { migratedDatabase } from './migrated-database.ts';

const uploads = mkdtempSync(join(tmpdir(), 'certrace-test-'));

/** Loads the tests' configuration with optional overrides. */
export function testEnvironment(overrides: Record<string, string | undefined> = {}) {
  loadEnvironment({
    NODE_ENV: 'test',
    APP_URL: 'http://localhost:3000',
    DATABASE_FILE: ':memory:',
    UPLOADS_DIR: uploads,
    FFMPEG_PATH: 'none',
    KEYS_DIR: join(uploads, 'keys'),
    SESSION_SECRET: 'a secret of the tests, long enough to be one',
    SUPPORT_EMAIL: 'support@certrace.example',
    SMTP_URL: '',
    GOOGLE_CLIENT_ID: '',
    GOOGLE_CLIENT_SECRET: '',
    LOG_LEVEL: 'silent',
    ...overrides,
  });
}

testEnvironment();
configureLog();
connectDomains();

let isKept = false;

/** Lets the tests of a file share one database, which starts empty. They restore what they change. */
export function keepDatabase() {
  beforeAll(() => {
    isKept = true;
    installDatabase(new TracedDatabase(migratedDatabase));
  });
  afterAll(() => {
    isKept = false;
    sqlite().close();
  });
}

/** Every other test starts with its own copy of an empty, migrated database. */
beforeEach(() => {
  testEnvironment();
  resetLimits();
  if (!isKept) installDatabase(new TracedDatabase(migratedDatabase));
});

afterEach(() => {
  setClock();
  if (!isKept) sqlite().close();
});

afterAll(() => rmSync(uploads, { recursive: true, force: true }));
