import { BadImage } from '#app/files/images/strip/limits.ts';
import { type Operation, operationsOf } from './content-stream.ts';
import { IDENTITY, type Matrix, multiply, translation } from './fit-page.ts';
import { codesOf, type Font, readFont } from './fonts.ts';
import { contentOf, dictionaryAt, NotPlaceable, type PdfFile, resolve, type Stream } from './pdf-file.ts';
import { type Dictionary, isDictionary, nameOf, Reference, type Value } from './pdf-values.ts';

/** A glyph as a content stream shows it. */
export type Glyph = {
  font: Font;
  code: number;
  bytes: Buffer;
  /** Its middle on the baseline, in the page's points. */
  middle: { x: number; y: number };
  /** What a number in an array of `TJ` must be to take its place. Null where its width is not known. */
  gap: number | null;
};

/** An operation that shows text: the items of its array, where a glyph stands for each code. */
export type ShownText = { stream: number; operation: Operation; items: (Glyph | number)[] };

type TextState = {
  font: Font | null;
  size: number;
  characterSpace: number;
  wordSpace: number;
  scale: number;
  leading: number;
  rise: number;
};
type State = { matrix: Matrix; text: TextState };
/** The state of a stream that runs, with the matrices of the current line of text and of the next glyph. */
type Running = { state: State; line: Matrix; at: Matrix };
type Operators = Record<string, (operands: Value[], operation: Operation) => void>;

const START: TextState = {
  font: null,
  size: 0,
  characterSpace: 0,
  wordSpace: 0,
  scale: 1,
  leading: 0,
  rise: 0,
};

/** Operations that are run, repeated ones of form XObjects included. */
const MAX_OPERATIONS = 3_000_000;
const MAX_DEPTH = 20;

const numberAt = (operands: readonly Value[], index: number) => {
  const value = operands[index];
  return typeof value === 'number' ? value : 0;
};

const matrixOf = (values: readonly Value[]): Matrix => [
  numberAt(values, 0),
  numberAt(values, 1),
  numberAt(values, 2),
  numberAt(values, 3),
  numberAt(values, 4),
  numberAt(values, 5),
];

export const streamAt = (file: PdfFile, number: number): Stream => {
  const dictionary = file.values.get(number);
  const bytes = file.streams.get(number);
  if (!isDictionary(dictionary) || !bytes) throw new NotPlaceable('no stream');
  return { dictionary, bytes };
};

/** Runs content streams as far as their text needs it. */
export class Interpreter {
  private readonly file: PdfFile;
  private readonly onText: (text: ShownText) => void;
  private readonly fonts = new Map<Dictionary, Font | null>();
  private readonly contents = new Map<number, string>();
  private operations = 0;

  constructor(file: PdfFile, onText: (text: ShownText) => void) {
    this.file = file;
    this.onText = onText;
  }

  contentOf(number: number): string {
    const known = this.contents.get(number);
    if (known !== undefined) return known;
    const content = contentOf(this.file, streamAt(this.file, number)).toString('latin1');
    this.contents.set(number, content);
    return content;
  }

  private fontNamed(resources: Dictionary, name: string | undefined): Font | null {
    const fonts = dictionaryAt(this.file, resources.get('Font'));
    const dictionary = resolve(this.file, fonts.get(name ?? ''));
    if (!isDictionary(dictionary)) return null;
    const known = this.fonts.get(dictionary);
    if (known !== undefined) return known;
    const font = readFont(this.file, dictionary);
    if (font === null) throw new NotPlaceable('font');
    this.fonts.set(dictionary, font);
    return font;
  }

  /** Runs a stream of content. A form XObject without resources uses those of its parent. */
  run(number: number, parent: Dictionary, matrix: Matrix = IDENTITY, depth = 0) {
    if (depth > MAX_DEPTH) throw new BadImage('costly');
    const own = resolve(this.file, streamAt(this.file, number).dictionary.get('Resources'));
    const resources = isDictionary(own) ? own : parent;
    const running: Running = { state: { matrix, text: START }, line: IDENTITY, at: IDENTITY };
    const stack: State[] = [];
    const run: Operators = {
      ...this.textOperators(running, number, resources),
      q: () => stack.push(running.state),
      Q: () => {
        running.state = stack.pop() ?? running.state;
      },
      cm: (operands) => {
        running.state = {
          ...running.state,
          matrix: multiply(matrixOf(operands), running.state.matrix),
        };
      },
      gs: ([name]) => this.requireNoFont(resources, nameOf(name)),
      Do: ([name]) => this.runForm(resources, nameOf(name), running.state.matrix, depth),
    };
    for (const operation of operationsOf(this.contentOf(number))) {
      this.operations += 1;
      if (this.operations > MAX_OPERATIONS) throw new BadImage('costly');
      run[operation.operator]?.(operation.operands, operation);
    }
  }

  /** The operators of ISO 32000-1 section 9 that change the state of text, move it and show it. */
  private textOperators(running: Running, stream: number, resources: Dictionary): Operators {
    const setText = (changes: Partial<TextState>) => {
      running.state = { ...running.state, text: { ...running.state.text, ...changes } };
    };
    const moveLine = (x: number, y: number) => {
      running.line = multiply(translation(x, y), running.line);
      running.at = running.line;
    };
    const nextLine = () => moveLine(0, -running.state.text.leading);
    const show = (operation: Operation, value: Value | undefined) => {
      const { items, at } = this.shown(value, running.state, running.at);
      running.at = at;
      this.onText({ stream, operation, items });
    };
    return {
      BT: () => {
        [running.line, running.at] = [IDENTITY, IDENTITY];
      },
      Tf: ([name, size]) =>
        setText({ font: this.fontNamed(resources, nameOf(name)), size: numberAt([size ?? 0], 0) }),
      Tc: (operands) => setText({ characterSpace: numberAt(operands, 0) }),
      Tw: (operands) => setText({ wordSpace: numberAt(operands, 0) }),
      Tz: (operands) => setText({ scale: numberAt(operands, 0) / 100 }),
      TL: (operands) => setText({ leading: numberAt(operands, 0) }),
      Ts: (operands) => setText({ rise: numberAt(operands, 0) }),
      Td: (operands) => moveLine(numberAt(operands, 0), numberAt(operands, 1)),
      TD: (operands) => {
        setText({ leading: -numberAt(operands, 1) });
        moveLine(numberAt(operands, 0), numberAt(operands, 1));
      },
      Tm: (operands) => {
        running.line = matrixOf(operands);
        running.at = running.line;
      },
      'T*': nextLine,
      Tj: ([text], operation) => show(operation, text),
      TJ: ([text], operation) => show(operation, text),
      "'": ([text], operation) => {
        nextLine();
        show(operation, text);
      },
      '"': (operands, operation) => {
        setText({ wordSpace: numberAt(operands, 0), characterSpace: numberAt(operands, 1) });
        nextLine();
        show(operation, operands[2]);
      },
    };
  }

  /** A graphics state can set a font, too, which hardly any program writes. */
  private requireNoFont(resources: Dictionary, name: string | undefined) {
    const states = dictionaryAt(this.file, resources.get('ExtGState'));
    if (dictionaryAt(this.file, states.get(name ?? '')).has('Font')) throw new NotPlaceable('font');
  }

  /** Runs a form XObject as a page shows it that does not transform it. */
  runPlaced(number: number) {
    const own = resolve(this.file, streamAt(this.file, number).dictionary.get('Matrix'));
    this.run(number, new Map(), Array.isArray(own) ? matrixOf(own) : IDENTITY);
  }

  private runForm(resources: Dictionary, name: string | undefined, matrix: Matrix, depth: number) {
    const objects = dictionaryAt(this.file, resources.get('XObject'));
    const object = objects.get(name ?? '');
    if (!(object instanceof Reference)) return;
    const dictionary = dictionaryAt(this.file, object);
    if (nameOf(resolve(this.file, dictionary.get('Subtype'))) !== 'Form') return;
    const own = resolve(this.file, dictionary.get('Matrix'));
    const inner = Array.isArray(own) ? multiply(matrixOf(own), matrix) : matrix;
    this.run(object.number, resources, inner, depth + 1);
  }

  private shown(value: Value | undefined, { matrix, text }: State, start: Matrix) {
    const items: (Glyph | number)[] = [];
    let at = start;
    const { font, size, scale, rise } = text;
    const parts = Array.isArray(value) ? value : [value];
    for (const part of parts) {
      if (typeof part === 'number') {
        items.push(part);
        at = multiply(translation((-part / 1000) * size * scale, 0), at);
      }
      if (!(part instanceof Buffer) || !font) continue;
      for (const { code, bytes } of codesOf(font, part)) {
        const width = font.widthOf(code);
        const space = text.characterSpace + (bytes.length === 1 && code === 32 ? text.wordSpace : 0);
        const advance = (((width ?? 500) / 1000) * size + space) * scale;
        const whole = multiply(at, matrix);
        const across = ((width ?? 500) / 2000) * size * scale;
        const middle = {
          x: whole[0] * across + whole[2] * rise + whole[4],
          y: whole[1] * across + whole[3] * rise + whole[5],
        };
        const gap = width === null || font.isVertical || size === 0 ? null : -(width + (space / size) * 1000);
        items.push({ font, code, bytes, middle, gap });
        at = multiply(translation(advance, 0), at);
      }
    }
    return { items, at };
  }
}
