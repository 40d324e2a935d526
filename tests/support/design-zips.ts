import { makeZip } from 'client-zip';

/** A ZIP of these files, by name. */
export async function zipOf(files: Record<string, string | Uint8Array>): Promise<Buffer> {
  const entries = Object.entries(files).map(([name, input]) => ({
    name,
    input: typeof input === 'string' ? Buffer.from(input) : input,
  }));
  return Buffer.from(await new Response(makeZip(entries)).arrayBuffer());
}

/** The fields of a design of a layout in its ZIP. */
export const ZIPPED_FIELDS = {
  name: 'Graduation',
  base: 'heritage',
  typeface: 'classic',
  primary: '#1b2350',
  accent: '#a9791f',
  paper: '#ffffff',
  title: 'Diploma',
};

export const designJson = (design: object, head: object = {}) =>
  JSON.stringify({ format: 'certrace-design', version: 1, design, ...head });

/** The ZIP of a design without pictures. */
export const designZip = () => zipOf({ 'design.json': designJson(ZIPPED_FIELDS) });
