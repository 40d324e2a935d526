import type { Gateway } from './gateway.ts';
import { sandboxGateway } from './sandbox.server.ts';

/** The configured gateway. */
export const gateway = (): Gateway => sandboxGateway;
