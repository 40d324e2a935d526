import { formatList } from '#app/messages/format-numbers.ts';
import { t } from '#messages';
import type { OwnKind, Visibility } from './own-fields.ts';

export const kindLabels = (): Record<OwnKind, string> => ({
  text: t('common.text'),
  number: t('ownFields.number'),
  date: t('common.date'),
  choice: t('ownFields.choice'),
  boolean: t('ownFields.yesOrNo'),
  picture: t('ownFields.picture'),
  running: t('ownFields.runningNumber'),
});

export const visibilityLabels = (): Record<Visibility, string> => ({
  certificate: t('ownFields.onTheCertificate'),
  verifiers: t('ownFields.toVerifiers'),
  shared: t('ownFields.onTheSharedPage'),
});

export const perLabels = () => ({
  organisation: t('common.organisation'),
  course: t('common.course'),
});

/** Labels of a declaration's members, by their names in the form and the API. */
export const declarationLabels = (kind: OwnKind) => ({
  key: t('ownFields.key'),
  name: t('common.name'),
  kind: t('ownFields.kind'),
  required: t('ownFields.required'),
  visibility: t('ownFields.whoSeesIt'),
  min: kind === 'date' ? t('ownFields.earliestDate') : t('ownFields.lowestValue'),
  max: kind === 'date' ? t('ownFields.latestDate') : t('ownFields.highestValue'),
  maxLength: t('ownFields.mostCharacters'),
  choices: t('ownFields.choices'),
  default: t('ownFields.default'),
  pattern: t('ownFields.pattern'),
  start: t('ownFields.firstNumber'),
  per: t('ownFields.countedPer'),
  searchable: t('ownFields.foundBySearches'),
});

export type DeclarationName = keyof ReturnType<typeof declarationLabels>;

/** Who sees the values of a field, in words. */
export const whoSees = (visibility: readonly Visibility[]) =>
  visibility.length === 0
    ? t('ownFields.issuerOnly')
    : formatList(visibility.map((each) => visibilityLabels()[each]));
