import { toFields } from '#app/designs/design-form.ts';
import { baseDefaults } from '#app/drawing/design.ts';
import { AURORA, LINDQVIST } from './people.ts';

export type SampleDesign = {
  daysAgo: number;
  retired?: number;
  /** Email of the issuer. */
  issuer: string;
  fields: Record<string, string> & { name: string };
  defaultOf: string;
};

const DIPLOMA = {
  ...toFields(baseDefaults('collegiate')),
  name: 'Diploma',
  signatory1Name: 'Prof. Elin Aurora',
  signatory1Title: 'Rector',
  signatory2Name: 'Dr. Samir Haddad',
  signatory2Title: 'Dean of Computing',
};

/** Designs of the demo, as form fields. */
export const DESIGNS: SampleDesign[] = [
  { daysAgo: 718, issuer: AURORA, fields: DIPLOMA, defaultOf: 'Secure Software Development Lifecycle' },
  {
    daysAgo: 718,
    issuer: LINDQVIST,
    fields: {
      ...toFields(baseDefaults('modern')),
      name: 'Studio',
      statement: 'Certificate {id}, issued on {issueDate}.',
      expiresAfter: '3 years',
    },
    defaultOf: 'Motion and Interaction',
  },
];

/** Further designs of the whole story. */
export const LATER_DESIGNS: SampleDesign[] = [
  {
    daysAgo: 530,
    issuer: AURORA,
    fields: {
      ...toFields(baseDefaults('ribbon')),
      name: 'Professional',
      signatory1Name: 'Dr. Samir Haddad',
      signatory1Title: 'Dean of Computing',
    },
    defaultOf: 'Cloud Operations',
  },
  {
    daysAgo: 500,
    issuer: LINDQVIST,
    fields: { ...toFields(baseDefaults('heritage')), name: 'Summer school' },
    defaultOf: 'Colour and Accessibility',
    retired: 300,
  },
];

/** A new rector: the second version of the first design. */
export const NEW_RECTOR = {
  daysAgo: 365,
  issuer: AURORA,
  fields: { ...DIPLOMA, signatory1Name: 'Prof. Ifeoma Okafor', version: '1' },
};
