import type { SQL } from 'drizzle-orm';
import type { SQLiteTable } from 'drizzle-orm/sqlite-core';
import { deleteSome } from '#db/client.ts';
import { letOthersRun } from './work-in-steps.server.ts';

/** Deletes rows, `stepRows` at a time, between which others run. */
export async function deleteInSteps(table: SQLiteTable, where: SQL, stepRows: number) {
  while (deleteSome(table, where, stepRows) === stepRows) await letOthersRun();
}
