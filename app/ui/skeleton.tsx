import { Card } from './page.tsx';

export const Skeleton = ({ className = '' }: { className?: string }) => (
  <span className={`skeleton ${className}`} aria-hidden="true" />
);

/** Placeholder rows of a loading list. Screen readers read `label`. */
export function SkeletonRows({ rows = 5, label }: { rows?: number; label: string }) {
  return (
    <Card role="status" className="grid gap-4">
      <span className="sr-only">{label}</span>
      {Array.from({ length: rows }, (_, row) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: placeholders never change places
        <span key={row} className="grid grid-cols-4 gap-4">
          <Skeleton className="col-span-2 sm:col-span-1" />
          <Skeleton />
          <Skeleton className="max-sm:hidden" />
          <Skeleton />
        </span>
      ))}
    </Card>
  );
}

/** Placeholder cards of a catalogue. */
export function SkeletonCards({ cards = 6, label }: { cards?: number; label: string }) {
  return (
    <div role="status" className="grid gap-5 sm:grid-cols-2 lg:grid-cols-3">
      <span className="sr-only">{label}</span>
      {Array.from({ length: cards }, (_, card) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: placeholders never change places
        <Card key={card} flush className="overflow-hidden">
          <Skeleton className="aspect-video rounded-none" />
          <span className="grid gap-3 p-5">
            <Skeleton className="w-1/3" />
            <Skeleton />
            <Skeleton className="w-2/3" />
          </span>
        </Card>
      ))}
    </div>
  );
}
