import type { ServerResponse } from 'node:http';

/** How much an address may leave unread before its further requests wait. */
const MAX_UNREAD_BYTES = 8_000_000;

type Address = { sending: Set<ServerResponse>; waiting: Set<() => void> };

/** The addresses with unfinished responses. */
const addresses = new Map<string, Address>();

const unreadBytes = ({ sending }: Address) => {
  let sum = 0;
  for (const { writableLength } of sending) sum += writableLength;
  return sum;
};

/**
 * Runs `start` when the address has read most of its responses, so that their bytes in memory are bounded. A request whose
 * connection closes first does not start.
 */
export function whenRead(address: string, res: ServerResponse, start: () => void) {
  const own = addresses.get(address) ?? { sending: new Set(), waiting: new Set() };
  addresses.set(address, own);
  const begin = () => {
    own.waiting.delete(begin);
    own.sending.add(res);
    start();
  };
  const continueWaiting = () => {
    const [next] = own.waiting;
    if (next && unreadBytes(own) <= MAX_UNREAD_BYTES) setImmediate(() => own.waiting.has(next) && next());
  };
  res.on('drain', continueWaiting);
  res.once('close', () => {
    own.sending.delete(res);
    own.waiting.delete(begin);
    continueWaiting();
    if (own.sending.size + own.waiting.size === 0 && addresses.get(address) === own)
      addresses.delete(address);
  });
  if (own.waiting.size === 0 && unreadBytes(own) <= MAX_UNREAD_BYTES) begin();
  else own.waiting.add(begin);
}
