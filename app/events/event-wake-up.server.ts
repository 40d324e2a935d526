import { broadcast, onBroadcast } from '#app/processes/other-processes.server.ts';

type Listener = () => void;

/** Callbacks that wait for an event of an account in this process. */
const waiting = new Map<string, Set<Listener>>();
/** Callbacks for the events of all accounts. */
const listeners = new Set<Listener>();
/** Accounts with new events in the present turn of the event loop. */
const fresh = new Set<string>();

function wake(accounts: readonly string[]) {
  for (const account of accounts) {
    for (const listener of waiting.get(account) ?? []) listener();
  }
  for (const listener of listeners) listener();
}

function tell() {
  const accounts = [...fresh];
  fresh.clear();
  wake(accounts);
  broadcast('events', accounts);
}

/** Notifies all processes of an account's new event, once after the present, synchronous transaction. */
export function announceEvent(account: string) {
  if (fresh.size === 0) setImmediate(tell);
  fresh.add(account);
}

/** Adds a callback for events of an account, and returns a function that removes it. It may run without a new event. */
export function onEventOf(account: string, listener: Listener): () => void {
  const all = waiting.get(account) ?? new Set();
  waiting.set(account, all.add(listener));
  return () => {
    all.delete(listener);
    if (all.size === 0 && waiting.get(account) === all) waiting.delete(account);
  };
}

/** Adds a callback for the events of all accounts, and returns a function that removes it. */
export function onAnyEvent(listener: Listener): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** How many callbacks wait for events of an account in this process. */
export const waitingFor = (account: string): number => waiting.get(account)?.size ?? 0;

let isStopping = false;

/** Whether requests may wait for events. */
export const mayWait = () => !isStopping;

/** Wakes what waits in this process. From now on, no request waits, so that the server can stop. */
export function endWaits() {
  isStopping = true;
  wake([...waiting.keys()]);
}

/** Listens to the other processes. Returns a function that stops it. */
export function startHearingEvents(): () => void {
  isStopping = false;
  onBroadcast('events', (accounts) => {
    if (Array.isArray(accounts)) wake(accounts);
  });
  return () => onBroadcast('events', undefined);
}
