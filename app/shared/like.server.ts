import { type Column, sql } from 'drizzle-orm';
import { searchText } from '#db/folding.ts';

const escapeLike = (text: string) => text.replace(/[\\%_]/g, (character) => `\\${character}`);

/** The pattern of `like … escape '\\'` for columns, as `searched` has them, that contain a text. */
export const containing = (text: string) => `%${escapeLike(searchText(text.trim()))}%`;

/**
 * A column's text as searches compare it, between these parts of SQL. Lists without an index read it of each row. Texts of ASCII
 * characters, of which `like` ignores the case, are folded without a call of JavaScript.
 */
const PARTS = ['iif(', " glob '*[^ -~]*', search_text(", '), replace(', ", '''', ''))"];

/** The SQL expression of a column's text for `like`. */
export const searched = (column: string) => PARTS.join(column);

/** SQL condition that a column contains a text, however either is written. */
export const contains = (column: Column, text: string) =>
  sql`${sql.join(
    PARTS.map((part) => sql.raw(part)),
    sql`${column}`,
  )} like ${containing(text)} escape '\\'`;
