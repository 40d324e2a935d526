import samples from './samples.json' with { type: 'json' };

/** Contents of previews, including those that are hard to fit. */
export const SAMPLES = samples;

export type SampleName = keyof typeof SAMPLES;

/** Parses a sample's name. Returns 'usual' for an unknown one. */
export const sampleOf = (name: string | undefined): SampleName =>
  name !== undefined && Object.hasOwn(SAMPLES, name) ? (name as SampleName) : 'usual';
