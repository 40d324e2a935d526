import { preparedValue } from '#db/client.ts';

const first = preparedValue<number>('select seq from certificates where student_email = ? limit 1');

/** Whether certificates were issued to an address. @param address in lower case */
export const hasCertificates = (address: string): boolean => first().get(address) !== undefined;
