import type { ArtworkBox } from '#app/drawing/own-artwork/artwork.ts';
import { MILLIMETRE } from './place-boxes.ts';

/* The fields of a box in the form. */

const PLACES = ['x', 'y', 'width', 'height'] as const;
export const NUMBERS = [...PLACES, 'size', 'minSize', 'lines'] as const;
export type NumberName = (typeof NUMBERS)[number];

const isPlace = (name: NumberName) => (PLACES as readonly string[]).includes(name);

/** A number of a box as people enter it: places in millimetres. */
export const toEnter = (box: ArtworkBox, name: NumberName) =>
  isPlace(name) ? box[name] / MILLIMETRE : box[name];

/** An entered number as it is stored. */
export const toStore = (name: NumberName, entered: number) =>
  isPlace(name) ? Math.round(entered * MILLIMETRE) : Math.round(entered * 100) / 100;

/** Name of a field of the box with a number in the list, from 1. */
export const fieldOfBox = (number: number, name: keyof ArtworkBox) => `box-${number}-${name}`;

/** Whether a field is one of a box, or the tick box of a word. */
export const isBoxField = (name: string) => /^(?:box-\d{1,3}-[a-zA-Z]{1,10}|word-\d{1,4})$/.test(name);

/** Name of the tick box of a word of the background, by its number from 0. */
export const fieldOfWord = (index: number) => `word-${index}`;

/** The numbers of the words that are ticked. */
export const tickedWords = (fields: Record<string, string>): number[] =>
  Object.keys(fields).flatMap((name) => {
    const number = /^word-(\d{1,4})$/.exec(name)?.[1];
    return number === undefined ? [] : [Number(number)];
  });

/** ID of the field of each box that a link to the box focuses. */
export const firstFieldOf = (number: number) => `box-${number}-first`;

/** The files that can be a background, for file fields. */
export const BACKGROUNDS = 'application/pdf,image/svg+xml,image/png,image/jpeg';
