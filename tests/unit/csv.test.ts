import { describe, expect, it } from 'vitest';
import { csvLine } from '#app/shared/lists/csv-line.server.ts';
import { processorMs } from '#tests/support/processor-time.ts';

const cell = (text: string) => csvLine([text]).slice(1, -3);

describe('a CSV cell', () => {
  it.each([
    ['=1+1'],
    ['+1'],
    ['-1'],
    ['@SUM(A1)'],
    ['\t=1'],
    ['\rtext'],
    ['\ntext'],
    // These characters normalise (NFKC) to an operator.
    ['＝HYPERLINK(1)'],
    ['＋1'],
    ['－1'],
    ['＠SUM(A1)'],
    ['﹦1'],
    ['﹢1'],
    ['﹣1'],
    ['﹫SUM(A1)'],
    ['⁼1'],
    ['⁺1'],
    ['₊1'],
    ['⁻1'],
    ['−1'],
    ['⩵1'],
    // A spreadsheet skips or hides these leading characters.
    ['  =1'],
    ['\u00a0=1'],
    ['\u3000＝1'],
    ['\ufeff=1'],
    ['\u200b\u2060=1'],
    ['\u0000\u001b=1'],
    ['\u00ad\u200e\u202e=1'],
    ['\ufe0f=1'],
    ['\u3164\u115f=1'],
    ['\u{e0001}=1'],
  ])('%j gets an apostrophe that marks it as text', (text) => {
    expect(cell(text)).toBe(`'${text}`);
  });

  it.each([
    ['Ingrid Sørensen'],
    [''],
    ['   '],
    ['1 + 1 = 2'],
    ["'quoted'"],
    ['7K3M-9QZX-2HVB-4TND'],
    ['2026-02-28'],
    ['ﬁne'],
    ['é'],
    ['王小明'],
    ['#1'],
    ['(text)'],
    ['👩‍🎓 Ada'],
  ])('%j stays unchanged', (text) => {
    expect(cell(text)).toBe(text);
  });

  it('is escaped in linear time', () => {
    const taken = processorMs(() => {
      cell(`${' \u200b'.repeat(500_000)}x`);
      cell(`a${'\u0301'.repeat(500_000)}${'\u0327'.repeat(500_000)}`);
    });
    expect(taken).toBeLessThan(1_000);
  });
});
