import { pageDirection } from '#messages';
import { isolate } from './isolate.ts';

/** Isolates a text if the reader's language is written from right to left. */
export const isolateForReader = (text: string) => (pageDirection() === 'rtl' ? isolate(text) : text);
