import { BASE_DEFAULTS } from '#app/certificates/drawing/design.ts';
import { toFields } from '#app/designs/design-form.ts';

type SampleDesign = {
  /** Email of the issuer. */
  issuer: string;
  fields: Record<string, string>;
  /** Course that has this design as its default. */
  defaultOf: string;
};

/** Designs of the demo, as form fields. */
export const DESIGNS: SampleDesign[] = [
  {
    issuer: 'registrar@aurora.example',
    fields: {
      ...toFields(BASE_DEFAULTS.collegiate),
      name: 'Diploma',
      signatory1Name: 'Prof. Elin Aurora',
      signatory1Title: 'Rector',
      signatory2Name: 'Dr. Samir Haddad',
      signatory2Title: 'Dean of Computing',
    },
    defaultOf: 'Secure Software Development Lifecycle',
  },
  {
    issuer: 'office@lindqvist.example',
    fields: {
      ...toFields(BASE_DEFAULTS.modern),
      name: 'Studio',
      statement: 'Certificate {id}, issued on {issueDate}.',
      expiresAfter: '3 years',
    },
    defaultOf: 'Motion and Interaction',
  },
];
