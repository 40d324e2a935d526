import { preparedSql, type Transaction } from '#db/client.ts';

const clear = preparedSql('update events set object_id = null where object_id = ?');

/**
 * Clears the events of an object whose data are erased, in the transaction that erases them. Their IDs, types
 * and times stay. A foreign key clears the events of a deleted account.
 */
export function clearEvents(_tx: Transaction, objectId: string) {
  clear().run(objectId);
}
