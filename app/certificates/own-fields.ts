import { isCarried } from '#app/credentials/carried-fields.ts';
import { numberToEnter } from '#app/shared/entered-numbers.ts';
import type { FieldRules, FrozenField, OwnKind, Visibility } from '#db/schema/fields.ts';
import { t } from '#messages';

export { readFrozen, toColumn } from '#app/credentials/carried-fields.ts';
export type { FieldRules, FieldValues, FrozenField, OwnKind, Visibility } from '#db/schema/fields.ts';

/** A field that an issuer declared for its certificates. */
export type OwnField = {
  id: string;
  key: string;
  name: string;
  kind: OwnKind;
  isRequired: boolean;
  /** Empty: the issuer only. */
  visibility: Visibility[];
  isSearched: boolean;
  rules: FieldRules;
};

/** The key of a field. */
export const KEY = /^[a-z][a-zA-Z0-9]{0,29}$/;
/** The value of a picture: the SHA-256 of its bytes in hex. */
export const PICTURE_HASH = /^[0-9a-f]{64}$/;
/** Longest text of a field, in characters, unless it has a limit of its own. */
export const USUAL_LENGTH = 200;
/** The highest limit that a text can have. */
export const MOST_LETTERS = 500;
/** Most fields of an organisation that are in use. */
export const MOST_FIELDS = 30;
/** Most values of retired fields that a certificate keeps. Verifiers read credentials of up to 100 fields. */
export const MOST_RETIRED = 30;
export const MOST_CHOICES = 100;
export const LONGEST_CHOICE = 200;

/** The text by which searches find a certificate, or null. */
export function searchedText(frozen: readonly FrozenField[]): string | null {
  const texts = frozen.flatMap(({ isSearched, value }) => (isSearched ? [String(value)] : []));
  return texts.length === 0 ? null : texts.join(' ');
}

/** What an audience sees of the values. */
export const visibleTo = (audience: Visibility, frozen: readonly FrozenField[]) =>
  frozen.filter(({ visibility }) => visibility.includes(audience));

/** The photographs that designs may draw. Layouts draw the first, and own artwork those that its boxes name. */
export const photosOf = (frozen: readonly FrozenField[]) =>
  visibleTo('certificate', frozen).filter(({ kind }) => kind === 'picture');

/** What verifiers who paid and super admins see. */
export const visibleToOthers = (frozen: readonly FrozenField[]) => frozen.filter(isCarried);

/** What the holder sees: all but what is for the issuer only. */
export const visibleToHolder = (frozen: readonly FrozenField[]) =>
  frozen.filter(({ visibility }) => visibility.length > 0);

/** The values that a file carries and does not print. */
export const carriedUnprinted = (frozen: readonly FrozenField[]) =>
  frozen.filter(({ visibility }) => visibility.includes('verifiers') && !visibility.includes('certificate'));

export const yesOrNo = (value: boolean) => (value ? t('common.yes') : t('common.no'));

/** Functions that write values by their kind. Without one, a value has the form of the API: decimals with a point, YYYY-MM-DD, 'true'. */
export type Wording = {
  number?: (value: number) => string;
  date?: (value: string) => string;
  boolean?: (value: boolean) => string;
};

type Value = { value: FrozenField['value']; kind?: OwnKind };

/** A value as a text for people, for a design or, without more, for programs. */
export function valueText({ kind, value }: Value, { number, date, boolean }: Wording = {}): string {
  if (typeof value === 'number') return (number ?? String)(value);
  if (typeof value === 'boolean') return (boolean ?? String)(value);
  return kind === 'date' && date ? date(value) : value;
}

/** A value as its reader enters it. */
export const enteredAs = (value: FrozenField['value']) => valueText({ value }, { number: numberToEnter });

const CONTROL = 'fields.';
const REMOVED = 'removed-';

/** The name of a field's control in forms, and the place of its errors. */
export const controlOf = (key: string) => `${CONTROL}${key}`;

/** The name of the box that removes a stored photograph from a form. */
export const removedOf = (key: string) => `${REMOVED}${key}`;

/** The key of the field whose photograph a box removes. Undefined for any other control. */
export const keyOfRemoved = (control: string): string | undefined =>
  control.startsWith(REMOVED) ? control.slice(REMOVED.length) : undefined;

/** Where an issuer sees a photograph that it has stored. */
export const storedPicture = (hash: string) => `/admin/fields/pictures/${hash}.jpg`;

/** Whether a form with these fields has a control for a file. */
export const havePictures = (fields: readonly Pick<OwnField, 'kind'>[]) =>
  fields.some(({ kind }) => kind === 'picture');

/** The key of the field that a control is for. Undefined for any other control. */
export const keyOf = (control: string): string | undefined =>
  control.startsWith(CONTROL) ? control.slice(CONTROL.length) : undefined;
