import { unknownPath } from './respond.ts';

/** Matches every other URL under /api. */
type Arguments = { request: Request };

export const loader = ({ request }: Arguments) => unknownPath(request);
export const action = ({ request }: Arguments) => unknownPath(request);
