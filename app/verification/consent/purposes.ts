import type { PURPOSES } from '#db/schema/consent.ts';

export const PURPOSE_NAMES: Record<(typeof PURPOSES)[number], string> = {
  employment: 'Employment',
  admission: 'Admission',
  licence: 'Licence',
  other: 'Other',
};

type Purpose = { purpose: keyof typeof PURPOSE_NAMES | null; purposeText: string | null };

/** The purpose of a look-up in words, or null. */
export const shownPurpose = ({ purpose, purposeText }: Purpose): string | null =>
  [purpose && PURPOSE_NAMES[purpose], purposeText].filter(Boolean).join(': ') || null;
