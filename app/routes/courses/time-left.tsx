import { useEffect, useEffectEvent, useState } from 'react';
import { useHydrated } from '#app/ui/form.tsx';
import { usePolling } from '#app/ui/polling.ts';
import { t } from '#messages';

/** The server takes answers until two seconds after the deadline, and ends the attempt then. */
const RELOAD_AFTER_MS = 2_500;
/** Clocks that differ by more were set, or the computer slept. */
const MAX_DRIFT_MS = 2_000;

const clockText = (seconds: number) => {
  const [hours, minutes] = [Math.floor(seconds / 3_600), Math.floor((seconds % 3_600) / 60)];
  const parts = hours > 0 ? [hours, minutes, seconds % 60] : [minutes, seconds % 60];
  return parts.map((part, index) => (index === 0 ? String(part) : String(part).padStart(2, '0'))).join(':');
};

type TimeLeftProps = { attempt: unknown; endsAt: string; seconds: number; onEnd: () => void };

/** When the time is up. With JavaScript it counts down, saves at the end, and then loads the result until the server has ended the attempt. */
export function TimeLeft({ attempt, endsAt, seconds, onEnd }: TimeLeftProps) {
  const [left, setLeft] = useState(seconds);
  const [isUnsure, setUnsure] = useState(false);
  const end = useEffectEvent(onEnd);
  usePolling(left === 0 || isUnsure, isUnsure ? undefined : RELOAD_AFTER_MS);
  // Restarts with each remaining time from the server.
  // biome-ignore lint/correctness/useExhaustiveDependencies: the same number of seconds may be left
  useEffect(() => {
    setLeft(seconds);
    setUnsure(false);
    const [begun, clock] = [performance.now(), Date.now()];
    const tick = setInterval(() => {
      const passed = performance.now() - begun;
      const remaining = Math.max(0, Math.ceil(seconds - passed / 1_000));
      setLeft(remaining);
      // Time that is measured may stop while a computer sleeps, and a clock may be set. Only the server knows which of them is right.
      setUnsure(Math.abs(Date.now() - clock - passed) > MAX_DRIFT_MS);
      if (remaining > 0) return;
      clearInterval(tick);
      end();
    }, 1_000);
    return () => clearInterval(tick);
  }, [attempt, seconds]);
  const hydrated = useHydrated();
  return (
    <p>
      {t('quizForm.endsAtEndsat', { endsAt })}{' '}
      {hydrated && (
        <span role="timer" className="font-semibold tabular-nums">
          {t('quizForm.leftLeft', { left: clockText(left) })}
        </span>
      )}
    </p>
  );
}
