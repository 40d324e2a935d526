/** Stands in the database for the name of an erased holder, whose address is empty. Readers see it in their language. */
export const ERASED_NAME = 'Erased';
