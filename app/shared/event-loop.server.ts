import { setImmediate as eventLoopTurn } from 'node:timers/promises';

/** libuv accepts one connection in each turn of the event loop, and an empty turn takes less than 0.1 ms. */
const TURNS_BETWEEN_STEPS = 8;

/** Long tasks await this after each step, so that requests and new connections are served in between. */
export async function letOthersRun() {
  for (let turn = 0; turn < TURNS_BETWEEN_STEPS; turn += 1) await eventLoopTurn();
}
