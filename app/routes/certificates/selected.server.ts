import { MOST_SELECTED, selectionSchema } from '#app/certificates/certificate.schema.ts';
import { redirectWithToast } from '#app/routes/form.server.ts';
import { openerOf } from '#app/routes/pieces/certificate-lists/certificate-facts.ts';
import { parseInput } from '#app/shared/parse.server.ts';
import { t } from '#messages';

/** The certificates that a page's URL selects. @throws AppError invalid for none or too many */
export const selected = (url: URL) =>
  parseInput(selectionSchema, { uniqueIds: url.searchParams.getAll('id') }).uniqueIds;

/** The same for a page, which leads back to the list for none or too many. */
export function selectedOrBack(url: URL): string[] {
  const ids = url.searchParams.getAll('id');
  if (ids.length > 0 && ids.length <= MOST_SELECTED) return ids;
  const message = t('common.select1ToMostselectedCertificates', { mostSelected: MOST_SELECTED });
  throw redirectWithToast(openerOf(url).to, message, { kind: 'error' });
}
