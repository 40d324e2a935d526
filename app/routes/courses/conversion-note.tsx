import { type Conversion, conversionText } from '#app/courses/conversions/conversion.ts';
import { Progress } from '#app/ui/progress.tsx';

/** The progress of a conversion, or why a video is not converted. */
export function ConversionNote({ conversion }: { conversion: Conversion }) {
  const text = conversionText(conversion);
  if (conversion.state !== 'running') return <p className="mt-1 text-sm text-muted">{text}</p>;
  return (
    <div className="mt-2 max-w-sm">
      <Progress label={text} value={conversion.percent} />
    </div>
  );
}
