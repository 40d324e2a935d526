import { t } from '#messages';
/** The list of an account, with the search from which its page was opened. */
export const listOfAccount = (isIssuer: boolean, { search }: URL) =>
  isIssuer
    ? { label: t('common.issuers'), to: `/admin/update${search}` }
    : { label: t('common.accounts'), to: `/superadmin/accounts${search}` };
