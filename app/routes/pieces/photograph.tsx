import { PHOTO } from '#app/files/images/photo.ts';

type Props = {
  src: string;
  alt: string;
  /** In a tenth of its size, for lists, which load those that are seen. */
  isSmall?: boolean;
};

/** A stored photograph, in a quarter of its size. */
export function Photograph({ src, alt, isSmall = false }: Props) {
  const part = isSmall ? 10 : 4;
  return (
    <img
      src={src}
      alt={alt}
      className="photograph"
      width={Math.round(PHOTO.width / part)}
      height={Math.round(PHOTO.height / part)}
      {...(isSmall && { loading: 'lazy' })}
    />
  );
}
