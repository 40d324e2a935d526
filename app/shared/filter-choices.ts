/** A list's filter offers at most so many courses or issuers to choose from. Pages read it too, so it is apart from the schemas. */
export const MOST_CHOICES = 200;
