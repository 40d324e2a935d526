import { type Column, sql } from 'drizzle-orm';

const escapeLike = (text: string) => text.replace(/[\\%_]/g, (character) => `\\${character}`);

/** SQL condition that a column contains a text, ignoring the case of ASCII letters. */
export const contains = (column: Column, text: string) =>
  sql`${column} like ${`%${escapeLike(text.trim())}%`} escape '\\'`;
