import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestProject } from 'vitest/node';
import { prepareChromium } from './chromium.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** A folder that the test files of one run share. */
    sharedFolder: string;
  }
}

export default async function prepare(project: TestProject) {
  const folder = mkdtempSync(join(tmpdir(), 'certrace-e2e-'));
  project.provide('sharedFolder', folder);
  await prepareChromium();
  // Servers that test files shared may still write.
  return () => rmSync(folder, { recursive: true, force: true, maxRetries: 20 });
}
