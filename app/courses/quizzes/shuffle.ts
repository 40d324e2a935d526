import type { Question } from './quiz.schema.ts';

/** The generator mulberry32: the same seed gives the same numbers from 0 to 1. */
function generator(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

function shuffled<Item>(items: readonly Item[], random: () => number): Item[] {
  const result = [...items];
  for (let at = result.length - 1; at > 0; at -= 1) {
    const other = Math.floor(random() * (at + 1));
    [result[at], result[other]] = [result[other] as Item, result[at] as Item];
  }
  return result;
}

/** The questions and options of an attempt in the order that its seed determines. */
export function inOrderOf(seed: number, questions: readonly Question[]): Question[] {
  const random = generator(seed);
  return shuffled(questions, random).map((question) =>
    'options' in question ? { ...question, options: shuffled(question.options, random) } : question,
  );
}
