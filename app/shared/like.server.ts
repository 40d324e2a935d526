import { type Column, sql } from 'drizzle-orm';

const escapeLike = (text: string) => text.replace(/[\\%_]/g, (character) => `\\${character}`);

/** The pattern of `like … escape '\\'` for texts that contain this one. */
export const containing = (text: string) => `%${escapeLike(text.trim())}%`;

/** SQL condition that a column contains a text, ignoring the case of ASCII letters. */
export const contains = (column: Column, text: string) => sql`${column} like ${containing(text)} escape '\\'`;
