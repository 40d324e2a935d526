import { t } from '#messages';
import type { FieldRules, OwnField, OwnKind, Visibility } from './own-fields.ts';

type Ready = {
  label: () => string;
  kind: OwnKind;
  visibility: Visibility[];
  rules?: FieldRules;
  /** The value is one person's, and not the same for a class. */
  isPersonal?: true;
};

const EVERYWHERE: Visibility[] = ['certificate', 'verifiers', 'shared'];
const FOR_READERS: Visibility[] = ['certificate', 'verifiers'];
const FROM_0 = { min: 0 };

/** Fields that issuers often declare, by their keys, which decide their places in Open Badges. */
export const READY_FIELDS = {
  hours: { label: () => t('ownFields.hours'), kind: 'number', visibility: EVERYWHERE, rules: FROM_0 },
  credits: { label: () => t('ownFields.credits'), kind: 'number', visibility: EVERYWHERE, rules: FROM_0 },
  grade: { label: () => t('ownFields.grade'), kind: 'text', visibility: FOR_READERS, isPersonal: true },
  score: {
    label: () => t('ownFields.score'),
    kind: 'number',
    visibility: ['verifiers'],
    rules: { min: 0, max: 100 },
    isPersonal: true,
  },
  licenceNumber: {
    label: () => t('ownFields.licenceNumber'),
    kind: 'text',
    visibility: FOR_READERS,
    isPersonal: true,
  },
  birthDate: { label: () => t('ownFields.birthDate'), kind: 'date', visibility: [], isPersonal: true },
  place: { label: () => t('ownFields.place'), kind: 'text', visibility: EVERYWHERE },
  instructor: { label: () => t('ownFields.instructor'), kind: 'text', visibility: EVERYWHERE },
  remarks: { label: () => t('ownFields.remarks'), kind: 'text', visibility: FOR_READERS, isPersonal: true },
  term: { label: () => t('ownFields.term'), kind: 'text', visibility: EVERYWHERE },
  activityStart: { label: () => t('ownFields.activityStart'), kind: 'date', visibility: EVERYWHERE },
  activityEnd: { label: () => t('ownFields.activityEnd'), kind: 'date', visibility: EVERYWHERE },
  photo: { label: () => t('ownFields.photo'), kind: 'picture', visibility: [], isPersonal: true },
} as const satisfies Record<string, Ready>;

export type ReadyKey = keyof typeof READY_FIELDS;

/** A ready field as its form would be filled in. */
export function readyDeclaration(key: ReadyKey) {
  const { label, kind, visibility, rules }: Ready = READY_FIELDS[key];
  return { key, name: label(), kind, visibility, ...rules };
}

const PERSONAL: ReadonlySet<string> = new Set(
  Object.entries<Ready>(READY_FIELDS).flatMap(([key, { isPersonal }]) => (isPersonal ? [key] : [])),
);

type Declared = Pick<OwnField, 'key' | 'kind' | 'visibility' | 'isSearched'>;

/**
 * Whether certificates of a class are likely to have the same value. A field that only the issuer sees, or by which searches find a
 * certificate, is likely to be about one person.
 */
export const isOfClass = ({ key, kind, visibility, isSearched }: Declared) =>
  kind !== 'picture' && kind !== 'running' && visibility.length > 0 && !isSearched && !PERSONAL.has(key);
