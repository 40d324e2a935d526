import { runDecoder } from '#app/files/images/decoder-process.server.ts';
import { type DrawableType, sniffDrawable } from '#app/files/images/rasterise.server.ts';
import type { Client } from '#app/shared/fair-queue.server.ts';
import type { Written } from './background-worker.server.ts';
import type { PageShape } from './fit-page.ts';
import type { Word } from './words.ts';

/** Drawing a page of a designer takes a second, and each word that is taken out a quarter of one. */
const READER = { worker: new URL('./background-worker.server.ts', import.meta.url), cpuSeconds: 10 };

/** What a background consists of: a PNG at 150 dpi, a PDF of one page whose object 1 is a form XObject, and the words of the page. */
export type ReadBackground = Omit<Written, 'png' | 'pdf'> & { png: Buffer; pdf: Buffer };

function parse(output: Buffer): ReadBackground {
  const end = output.indexOf('\n') + 1;
  const head = JSON.parse(output.toString('utf8', 0, end)) as Written;
  const png = output.subarray(end, end + head.png);
  return { ...head, png, pdf: output.subarray(end + head.png, end + head.png + head.pdf) };
}

export type BackgroundType = DrawableType | 'pdf';

/** Recognises a PDF, PNG, JPEG, or a possible SVG. Returns null for anything else. */
export const sniffBackground = (head: Uint8Array): BackgroundType | null =>
  Buffer.from(head).includes('%PDF-') ? 'pdf' : sniffDrawable(head);

/**
 * Reads the background of a design.
 * @param client one file per account is read at a time
 * @param pages those that it may fill
 * @throws BadImage, also for anything in it but a drawing; AppError busy
 */
export const readBackground = async (
  client: Client,
  bytes: Uint8Array,
  type: BackgroundType,
  pages: readonly PageShape[],
): Promise<ReadBackground> =>
  parse(await runDecoder(client, { ...READER, args: [type, JSON.stringify(pages)], image: bytes }));

/**
 * Takes words out of a background's PDF. `removed` of the answer says for each of them whether it is.
 * @throws BadImage; AppError busy
 */
export const withoutWords = async (
  client: Client,
  pdf: Uint8Array,
  page: PageShape,
  words: readonly Word[],
): Promise<ReadBackground> => {
  const args = ['words', JSON.stringify([page]), JSON.stringify(words)];
  return parse(await runDecoder(client, { ...READER, args, image: pdf }));
};
