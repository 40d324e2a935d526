import { t } from '#messages';
import type { FieldRules, OwnKind, Visibility } from './own-fields.ts';

type Ready = { label: () => string; kind: OwnKind; visibility: Visibility[]; rules?: FieldRules };

const EVERYWHERE: Visibility[] = ['certificate', 'verifiers', 'shared'];
const FOR_READERS: Visibility[] = ['certificate', 'verifiers'];
const FROM_0 = { min: 0 };

/** Fields that issuers often declare, by their keys, which decide their places in Open Badges. */
export const READY_FIELDS = {
  hours: { label: () => t('ownFields.hours'), kind: 'number', visibility: EVERYWHERE, rules: FROM_0 },
  credits: { label: () => t('ownFields.credits'), kind: 'number', visibility: EVERYWHERE, rules: FROM_0 },
  grade: { label: () => t('ownFields.grade'), kind: 'text', visibility: FOR_READERS },
  score: {
    label: () => t('ownFields.score'),
    kind: 'number',
    visibility: ['verifiers'],
    rules: { min: 0, max: 100 },
  },
  licenceNumber: { label: () => t('ownFields.licenceNumber'), kind: 'text', visibility: FOR_READERS },
  birthDate: { label: () => t('ownFields.birthDate'), kind: 'date', visibility: [] },
  place: { label: () => t('ownFields.place'), kind: 'text', visibility: EVERYWHERE },
  instructor: { label: () => t('ownFields.instructor'), kind: 'text', visibility: EVERYWHERE },
  remarks: { label: () => t('ownFields.remarks'), kind: 'text', visibility: FOR_READERS },
  term: { label: () => t('ownFields.term'), kind: 'text', visibility: EVERYWHERE },
  activityStart: { label: () => t('ownFields.activityStart'), kind: 'date', visibility: EVERYWHERE },
  activityEnd: { label: () => t('ownFields.activityEnd'), kind: 'date', visibility: EVERYWHERE },
} as const satisfies Record<string, Ready>;

export type ReadyKey = keyof typeof READY_FIELDS;

/** A ready field as its form would be filled in. */
export function readyDeclaration(key: ReadyKey) {
  const { label, rules, ...more }: Ready = READY_FIELDS[key];
  return { key, name: label(), ...more, ...rules };
}
