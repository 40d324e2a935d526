/** Most courses or issuers in a list's filter. Apart from the schemas, because pages import it too. */
export const MOST_CHOICES = 200;
