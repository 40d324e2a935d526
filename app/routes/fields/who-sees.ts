import { visibilityLabels } from '#app/certificates/field-labels.ts';
import type { Visibility } from '#app/certificates/own-fields.ts';
import { formatList } from '#app/messages/format-numbers.ts';
import { t } from '#messages';

/** Who sees the values of a field, in words. */
export const whoSees = (visibility: readonly Visibility[]) =>
  visibility.length === 0
    ? t('ownFields.issuerOnly')
    : formatList(visibility.map((each) => visibilityLabels()[each]));
