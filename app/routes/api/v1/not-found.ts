import { unknownPath } from './respond.ts';

/** Every other URL under /api. */
export const loader = () => unknownPath();
export const action = () => unknownPath();
