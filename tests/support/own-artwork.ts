import { designSchema } from '#app/designs/design.schema.server.ts';
import { checkedDesign } from '#app/designs/own-artwork/check-design.server.ts';
import { createDesign } from '#app/designs/save-design.server.ts';
import { parseInput } from '#app/shared/parse.server.ts';
import type { Person } from './factories.ts';

/** Boxes of a design without problems on A4, landscape. */
export const soundBoxes = () => [
  {
    kind: 'text',
    x: 40_000,
    y: 70_000,
    width: 217_000,
    height: 20_000,
    text: '{student}',
    size: 30,
    minSize: 8,
  },
  {
    kind: 'text',
    x: 40_000,
    y: 100_000,
    width: 217_000,
    height: 20_000,
    text: '{course}',
    long: 'wrap',
    lines: 2,
  },
  { kind: 'date', x: 40_000, y: 150_000, width: 60_000, height: 8_000 },
  { kind: 'line', x: 40_000, y: 160_000, width: 60_000, height: 300 },
  { kind: 'qr', x: 260_000, y: 170_000, width: 25_000, height: 25_000 },
  { kind: 'id', x: 200_000, y: 190_000, width: 55_000, height: 5_000 },
];

/** The fields of a design with own artwork. */
export const artworkFields = (fields: Record<string, string> = {}) => ({
  name: 'Diploma',
  base: 'artwork',
  boxes: JSON.stringify(soundBoxes()),
  ...fields,
});

/** Creates a design with own artwork and returns its ID. */
export const makeArtwork = async (issuer: Person, fields: Record<string, string> = {}) =>
  createDesign(
    issuer.actor,
    await checkedDesign(issuer.actor, parseInput(designSchema, artworkFields(fields))),
  );
