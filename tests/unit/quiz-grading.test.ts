import { describe, expect, it } from 'vitest';
import { inOrderOf } from '#app/courses/quizzes/attempt.server.ts';
import { isCorrect, parseAnswer } from '#app/courses/quizzes/grade.ts';
import { type Question, questionSchema } from '#app/courses/quizzes/quiz.schema.ts';
import { withIds } from '#app/courses/quizzes/quiz.server.ts';
import { safeParse } from '#app/shared/parse.server.ts';
import { inputRows } from '#tests/support/inputs.ts';

const question = (input: Record<string, unknown>): Question =>
  withIds(questionSchema.parse({ text: 'Which?', ...input }));

const graded = (asked: Question, value: unknown) => {
  const parsed = parseAnswer(asked, value);
  return parsed === null ? 'invalid' : isCorrect(asked, parsed);
};

const optionIds = (asked: Question) => ('options' in asked ? asked.options.map(({ id }) => id) : []);

describe('an answer', () => {
  it('to a single choice is the correct option', () => {
    const asked = question({ type: 'single', options: [{ text: 'a' }, { text: 'b', correct: true }] });
    const [wrong, right] = optionIds(asked);
    expect([wrong, right, 'other', [right], null, 1].map((value) => graded(asked, value))).toEqual([
      false,
      true,
      'invalid',
      'invalid',
      'invalid',
      'invalid',
    ]);
  });

  it('to a multiple choice is all correct options and no other', () => {
    const asked = question({
      type: 'multiple',
      options: [{ text: 'a', correct: true }, { text: 'b' }, { text: 'c', correct: true }],
    });
    const [a, b, c] = optionIds(asked);
    expect(
      [[a, c], [c, a], [a], [a, b, c], [], [a, a], [a, 'x'], a].map((value) => graded(asked, value)),
    ).toEqual([true, true, false, false, false, 'invalid', 'invalid', 'invalid']);
  });

  it('to a true or false question is the boolean', () => {
    const asked = question({ type: 'boolean', answer: false });
    expect([false, true, 'false', 0].map((value) => graded(asked, value))).toEqual([
      true,
      false,
      'invalid',
      'invalid',
    ]);
  });

  it.each([
    [0, [2, 2.0000001, 1.99], [true, false, false]],
    [0.1, [2.1, 1.9, 2.11, Number.NaN, '2'], [true, true, false, 'invalid', 'invalid']],
  ])('to a number is within %s of it', (tolerance, values, expected) => {
    const asked = question({ type: 'number', answer: 2, tolerance });
    expect(values.map((value) => graded(asked, value))).toEqual(expected);
  });

  it.each([
    [{}, ['Café  noir', 'café noir', 'Cafe noir', 'Cafe\u0301 noir'], [true, false, false, true]],
    [{ ignoreCase: true }, ['CAFÉ NOIR', 'cafe noir'], [true, false]],
    [{ ignoreAccents: true }, ['Cafe noir', 'cafe noir'], [true, false]],
    [{ ignoreCase: true, ignoreAccents: true }, ['cafe NOIR', 'cafe', ' '], [true, false, 'invalid']],
  ])('as a text with %s', (options, values, expected) => {
    const asked = question({ type: 'text', accepted: ['tea', 'Café noir'], ...options });
    expect(values.map((value) => graded(asked, value))).toEqual(expected);
  });
});

describe('a text that differs only in how it is written', () => {
  const both = { ignoreCase: true, ignoreAccents: true };
  const accents = { ignoreAccents: true };
  const isRight = (accepted: string, typed: string, ignored: object) =>
    graded(question({ type: 'text', accepted: [accepted], ...ignored }), typed);

  it.each([
    ["l'eau", ['l’eau', 'l‘eau', 'l´eau', 'l`eau', 'lʼeau', 'l＇eau', 'l′eau', 'l\u00adʼeau']],
    [
      'he said "yes"',
      ['he said “yes”', 'he said „yes“', 'he said «yes»', 'he said « yes »', 'he  said 「yes」'],
    ],
    ['1990-1995', ['1990–1995', '1990—1995', '1990−1995', '1990‐1995', '１９９０－１９９５', '١٩٩٠-١٩٩٥']],
    [
      'New York',
      ['New\u00a0York', '\u200eNew\u202fYork', 'New\u3000York', 'Ｎｅｗ Ｙｏｒｋ', 'New\u200b York'],
    ],
    ['efficient', ['eﬃcient', 'effi\u00adcient']],
    ['カタカナ', ['ｶﾀｶﾅ']],
    ['שלום', ['שלום\u200f']],
    ['محمد', ['محـــمد']],
  ])('%s is the same', (accepted, typed) => {
    expect(typed.map((text) => isRight(accepted, text, {}))).toEqual(typed.map(() => true));
    // Authors are told of invisible characters.
    const visible = typed.filter((text) => !/\p{Default_Ignorable_Code_Point}/u.test(text));
    expect(visible.map((text) => isRight(text, accepted, {}))).toEqual(visible.map(() => true));
  });

  it.each([
    ['Smørrebrød', 'smorrebrod'],
    ['Łódź', 'LODZ'],
    ['Đurđević', 'durdevic'],
    ['Straße', 'STRASSE'],
    ['Æsop', 'aesop'],
    ['Œuvre', 'oeuvre'],
    ['Þórr', 'thorr'],
    ['Kılıç', 'kilic'],
    ['İstanbul', 'istanbul'],
    ['Việt Nam', 'viet nam'],
    ['Αθήνα', 'αθηνα'],
    ['ΣΟΦΟΣ', 'σοφός'],
    ['ёлка', 'елка'],
    ['замо́к', 'замок'],
    ['مُحَمَّد', 'محمد'],
    ['שָׁלוֹם', 'שלום'],
  ])('%s is %s without accents', (accepted, typed) => {
    expect([isRight(accepted, typed, both), isRight(typed, accepted, both)]).toEqual([true, true]);
    expect(isRight(accepted, typed, { ignoreCase: true })).toBe(accepted === 'İstanbul');
  });

  it.each([
    ['й', 'и'],
    ['ї', 'і'],
    ['ў', 'у'],
    ['ќ', 'к'],
    ['が', 'か'],
    ['ぱ', 'は'],
    ['ガ', 'カ'],
    ['கா', 'க'],
    ['తె', 'త'],
    ['ကို', 'က'],
    ['ខ្មែរ', 'ខមរ'],
    ['한', '하'],
    ['أب', 'اب'],
  ])('%s is another text than %s, also without accents', (accepted, typed) => {
    expect([isRight(accepted, typed, both), isRight(typed, accepted, both)]).toEqual([false, false]);
  });

  it('is a word with a capital at its beginning, where case counts', () => {
    expect(isRight('Æsop', 'Aesop', accents)).toBe(true);
    expect(isRight('ÆSOP', 'AESOP', accents)).toBe(true);
    expect(isRight('Ægir', 'aegir', accents)).toBe(false);
  });

  it.each(inputRows('quiz-apostrophe.csv'))('$typed for $accepted', ({ accepted = '', typed = '' }) =>
    expect(isRight(accepted, typed, {})).toBe(true),
  );

  it.each(inputRows('quiz-scripts.csv'))('$typed for $accepted is wrong', ({ accepted = '', typed = '' }) =>
    expect(isRight(accepted, typed, both)).toBe(false),
  );
});

describe('a question', () => {
  it.each([
    ['an unknown type', { type: 'essay' }],
    ['no text', { type: 'boolean', answer: true, text: ' ' }],
    ['one option', { type: 'single', options: [{ text: 'a', correct: true }] }],
    ['no correct option', { type: 'single', options: [{ text: 'a' }, { text: 'b' }] }],
    [
      'two correct options',
      {
        type: 'single',
        options: [
          { text: 'a', correct: true },
          { text: 'b', correct: true },
        ],
      },
    ],
    [
      '21 options',
      { type: 'multiple', options: Array.from({ length: 21 }, () => ({ text: 'a', correct: true })) },
    ],
    ['a negative tolerance', { type: 'number', answer: 1, tolerance: -1 }],
    ['an infinite answer', { type: 'number', answer: Number.POSITIVE_INFINITY }],
    ['no accepted answer', { type: 'text', accepted: [] }],
    ['negative points', { type: 'boolean', answer: true, points: -1 }],
    ['three decimals', { type: 'boolean', answer: true, points: 0.125 }],
  ])('with %s is refused', (_, input) => {
    expect(safeParse(questionSchema, { text: 'Which?', ...input }).success).toBe(false);
  });
});

describe('the order of an attempt', () => {
  const questions = Array.from({ length: 20 }, () =>
    question({ type: 'single', options: [{ text: 'a', correct: true }, { text: 'b' }, { text: 'c' }] }),
  );

  it('depends on the seed alone, and keeps every question and option', () => {
    const ids = (seed: number) => inOrderOf(seed, questions).map((each) => [each.id, ...optionIds(each)]);
    expect(ids(7)).toEqual(ids(7));
    expect(ids(7)).not.toEqual(ids(8));
    expect(ids(7)).not.toEqual(questions.map((each) => [each.id, ...optionIds(each)]));
    expect(ids(7).flat().toSorted()).toEqual(
      questions.flatMap((each) => [each.id, ...optionIds(each)]).toSorted(),
    );
  });
});
