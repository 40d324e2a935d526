import { readFileSync } from 'node:fs';
import { schemaVersion } from '#db/migrate.ts';

const file = new URL('../../package.json', import.meta.url);

/** The version of this program. */
export const { version: programVersion }: { version: string } = JSON.parse(readFileSync(file, 'utf8'));

/** The newest migration. Every database that this program serves has it. */
export const schema = schemaVersion();
