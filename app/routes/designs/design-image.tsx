import type { Base } from '#app/drawing/design.ts';
import { LANDSCAPE, PORTRAIT } from '#app/drawing/page.ts';

type DesignImageProps = {
  src: string;
  /** Determines landscape or portrait until the picture is loaded. */
  base: Base;
  /** Empty if the name is shown beside it. */
  alt: string;
  className?: string;
  lazy?: boolean;
};

/** A picture of a certificate in a design. */
export function DesignImage({ src, base, alt, className, lazy }: DesignImageProps) {
  const { width, height } = base.startsWith('portrait') ? PORTRAIT : LANDSCAPE;
  return (
    <img
      src={src}
      width={width}
      height={height}
      alt={alt}
      className={className}
      loading={lazy ? 'lazy' : undefined}
    />
  );
}
