import names from './names.json' with { type: 'json' };
import { around } from './stage.server.ts';

type NameStyle = { given: string[]; family: string[]; order?: string; separator?: string };

/** Names in scripts that are hard to draw. Family names are those that suit any given name of their list. */
const NAMES: NameStyle[] = names;

/** The name of the person with this number. The first 350 differ. */
export function nameOf(number: number): string {
  const { given, family, order, separator = ' ' } = around(NAMES, number);
  const turn = Math.floor(number / NAMES.length);
  const names = [around(given, turn), around(family, turn)];
  return (order ? names.toReversed() : names).join(separator);
}

/** A student of the story. Like many schools, the issuers give out addresses with numbers. */
export const student = (number: number) => ({
  studentName: nameOf(number),
  studentEmail: `s${24_000 + number}@students.example`,
});
