import { readFileSync } from 'node:fs';
import { parse } from 'csv-parse/sync';

const pathOf = (name: string) => new URL(`../inputs/${name}`, import.meta.url);

/** A file as people have it. */
export const inputBytes = (name: string): Buffer => readFileSync(pathOf(name));

/** The rows of a table of inputs, by its header. */
export const inputRows = (name: string): Record<string, string>[] =>
  parse(inputBytes(name), { columns: true, bom: true });
