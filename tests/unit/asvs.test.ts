import { existsSync, readFileSync } from 'node:fs';
import { expect, it } from 'vitest';

/**
 * The last requirement of each section of ASVS 5.0.0, and those of level 3 within it. A section's requirements are numbered from 1.
 */
const SECTIONS: Record<string, [last: number, ...levelThree: number[]]> = {
  '1.1': [2],
  '1.2': [10, 10],
  '1.3': [12, 12],
  '1.4': [3],
  '1.5': [3, 3],
  '2.1': [3],
  '2.2': [3],
  '2.3': [5, 5],
  '2.4': [2, 2],
  '3.1': [1, 1],
  '3.2': [3, 3],
  '3.3': [5, 5],
  '3.4': [8, 7, 8],
  '3.5': [8, 6, 7, 8],
  '3.6': [1, 1],
  '3.7': [5, 3, 4, 5],
  '4.1': [5, 4, 5],
  '4.2': [5, 2, 3, 4, 5],
  '4.3': [2],
  '4.4': [4],
  '5.1': [1],
  '5.2': [6, 4, 5, 6],
  '5.3': [3, 3],
  '5.4': [3],
  '6.1': [3],
  '6.2': [12],
  '6.3': [8, 5, 6, 7, 8],
  '6.4': [6, 5, 6],
  '6.5': [8, 6, 7, 8],
  '6.6': [4, 4],
  '6.7': [2, 1, 2],
  '6.8': [4],
  '7.1': [3],
  '7.2': [4],
  '7.3': [2],
  '7.4': [5],
  '7.5': [3, 3],
  '7.6': [2],
  '8.1': [4, 3, 4],
  '8.2': [4, 4],
  '8.3': [3, 2, 3],
  '8.4': [2, 2],
  '9.1': [3],
  '9.2': [4],
  '10.1': [2],
  '10.2': [3, 3],
  '10.3': [5, 5],
  '10.4': [16, 12, 13, 14, 15, 16],
  '10.5': [5],
  '10.6': [2],
  '10.7': [3],
  '11.1': [4, 3, 4],
  '11.2': [5, 4, 5],
  '11.3': [5, 4, 5],
  '11.4': [4],
  '11.5': [2, 2],
  '11.6': [2, 2],
  '11.7': [2, 1, 2],
  '12.1': [5, 4, 5],
  '12.2': [2],
  '12.3': [5, 5],
  '13.1': [4, 2, 3, 4],
  '13.2': [6, 6],
  '13.3': [4, 3, 4],
  '13.4': [7, 6, 7],
  '14.1': [2],
  '14.2': [8, 5, 6, 7, 8],
  '14.3': [3],
  '15.1': [5, 4, 5],
  '15.2': [5, 4, 5],
  '15.3': [7],
  '15.4': [4, 1, 2, 3, 4],
  '16.1': [1],
  '16.2': [5],
  '16.3': [4],
  '16.4': [3],
  '16.5': [4, 4],
  '17.1': [2, 2],
  '17.2': [8, 5, 6, 7, 8],
  '17.3': [2],
};

const required = Object.entries(SECTIONS).flatMap(([section, [last, ...levelThree]]) =>
  Array.from({ length: last }, (_, index) => index + 1)
    .filter((number) => !levelThree.includes(number))
    .map((number) => `${section}.${number}`),
);

const rows = readFileSync('SECURITY.md', 'utf8')
  .split('\n')
  .flatMap((line) => {
    const [, number, level, status, why] =
      /^\| (\d+\.\d+\.\d+) \| ([12]) \| ([a-z ]+) \| (.+) \|$/.exec(line) ?? [];
    return number ? [{ number, level, status, why: why ?? '' }] : [];
  });

it('the table has one row for each requirement of levels 1 and 2, in their order', () => {
  expect(required).toHaveLength(253);
  expect(rows.map(({ number }) => number)).toEqual(required);
  expect(rows.filter(({ level }) => level === '1')).toHaveLength(70);
});

it('each row is met, not applicable or not met, and says by what or why', () => {
  const wrong = rows.filter(
    ({ status, why }) => !['met', 'not applicable', 'not met'].includes(status ?? '') || why.length < 3,
  );
  expect(wrong).toEqual([]);
});

it('the files that the table names exist', () => {
  const named = rows.flatMap(({ why }) => [
    ...why.matchAll(/`((?:app|db|deploy|packages|scripts|tests)\/[^`]*)`/g),
  ]);
  expect(named.length).toBeGreaterThan(150);
  expect(named.map(([, path = '']) => path).filter((path) => !existsSync(path))).toEqual([]);
});

it('the sentence above the table counts its rows', () => {
  const count = (status: string) => rows.filter((row) => row.status === status).length;
  expect(readFileSync('SECURITY.md', 'utf8')).toContain(
    `${count('met')} are met, ${count('not applicable')} do not apply, and ${count('not met')} are not met.`,
  );
});
