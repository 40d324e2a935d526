import { type Paged, pageOf } from '#app/drawing/design.ts';

/** The page of `base` and `pageSize` has the shape of the picture until that is loaded. */
type DesignImageProps = Paged & {
  src: string;
  /** Empty if the name is shown beside it. */
  alt: string;
  className?: string;
  lazy?: boolean;
};

/** A picture of a certificate in a design. */
export function DesignImage({ src, base, pageSize, artwork, alt, className, lazy }: DesignImageProps) {
  const { width, height } = pageOf({ base, pageSize, artwork });
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
