import { essentialTransaction } from '#db/client.ts';
import { recordAct, type Who } from './record-act.server.ts';

/** Records that an actor takes a list or files with it. Called before the first byte is sent. @param name of the file */
export const recordExport = (who: Who, name: string) =>
  essentialTransaction((tx) => recordAct(tx, who, 'exported', { object: ['file', name] }));
