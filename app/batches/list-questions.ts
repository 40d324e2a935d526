import type { Encoding } from '#app/shared/decode-text.ts';
import { dateInWords } from '#app/shared/format-dates.ts';
import { t } from '#messages';

/** What the dates of a list leave open: each has two meanings, or two of them are in different orders. */
export type DateQuestion =
  | {
      type: 'open';
      /** The column. */
      name: string;
      line: number;
      text: string;
      dmy: string;
      mdy: string;
      /** In place of `mdy`, which is '' then: the year may come first. */
      ymd?: string;
    }
  | { type: 'mixed'; line: number; text: string; line2: number; text2: string };

/** The question about a list: its columns, its dates, and how it was read. */
export type ListQuestion = {
  /** The line of the header, the names of its columns, and what each of them is taken for. */
  line: number;
  names: string[];
  targets: string[];
  /** The cells of the first rows. */
  samples: string[][];
  /** Null for a spreadsheet, which has sheets. */
  encoding: Encoding | null;
  sheets: string[];
  sheet: number;
  dates: DateQuestion | null;
  /** The values that were entered for all rows without their own. */
  fixed?: Readonly<Record<string, string>>;
};

/** '02/03/2026 = 2 March 2026 or 3 February 2026', in the reader's language. */
export const meaningsOf = ({ text, dmy, mdy, ymd }: Extract<DateQuestion, { type: 'open' }>) =>
  t('lists.textIsFirstOrSecond', { text, first: dateInWords(dmy), second: dateInWords(ymd ?? mdy) });

export const datesAreMixed = ({ type: _, ...lines }: Extract<DateQuestion, { type: 'mixed' }>) =>
  t('lists.datesAreMixed', lines);

/** The names of controls with values of own fields: for all rows of a list, and for one line of a batch. */
export const fixedControl = (key: string) => `all-${key}`;
export const lineControl = (line: number, key: string) => `row${line}-own-${key}`;
