/** The list of an account, with the search from which its page was opened. */
export const listOfAccount = (isIssuer: boolean, { search }: URL) =>
  isIssuer
    ? { label: 'Issuers', to: `/admin/update${search}` }
    : { label: 'Accounts', to: `/superadmin/accounts${search}` };
