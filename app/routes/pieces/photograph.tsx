import { PHOTO } from '#app/files/images/photo.ts';

/** A stored photograph, in a quarter of its size. */
export const Photograph = ({ src, alt }: { src: string; alt: string }) => (
  <img src={src} alt={alt} className="photograph" width={PHOTO.width / 4} height={PHOTO.height / 4} />
);
