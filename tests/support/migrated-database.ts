import { openDatabase } from '#db/client.ts';
import { migrateDatabase } from '#db/migrate.ts';

const database = openDatabase(':memory:');
migrateDatabase();

/** A database after all migrations. The test files of a process share it: migrating takes a tenth of a second. */
export const migratedDatabase = database.serialize();

database.close();
