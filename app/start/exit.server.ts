import { log } from '#app/shared/log.server.ts';

type Stop = {
  stop: () => Promise<void>;
  isImpatient?: boolean;
  beforeExit?: () => void;
};

/** Stops the process on SIGTERM and SIGINT, and exits after an uncaught error. */
export function exitOnSignals({ stop, isImpatient = true, beforeExit = () => undefined }: Stop) {
  let isStopping = false;
  for (const signal of ['SIGTERM', 'SIGINT'] as const) {
    process.on(signal, () => {
      if (isStopping) {
        if (!isImpatient) return;
        beforeExit();
        process.exit(1);
      }
      isStopping = true;
      void stopAndExit(stop);
    });
  }
  for (const event of ['uncaughtException', 'unhandledRejection'] as const) {
    process.on(event, (error: unknown) => {
      log.fatal({ err: error }, event);
      beforeExit();
      process.exit(1);
    });
  }
}

/** Stops, then exits with code 0. */
export async function stopAndExit(stop: () => Promise<void>) {
  try {
    await stop();
    process.exit(0);
  } catch (error) {
    log.fatal({ err: error }, 'shutdown failed');
    process.exit(1);
  }
}
