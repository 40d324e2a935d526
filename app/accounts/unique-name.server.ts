import { env } from '#app/config/env.server.ts';

/** A name with what distinguishes it from others that look the same: 'Aurora Institute (aurora.institute, certs.example.org)'. */
export const uniqueName = ({ name, username }: { name: string; username: string }): string =>
  `${name} (${username}, ${env().appHost})`;
