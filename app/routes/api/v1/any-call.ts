import { allCalls } from './resources.ts';

/** Matches every URL under /api that is not a page. */
export const loader = allCalls;
export const action = allCalls;
