import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import pixelmatch from 'pixelmatch';
import sharp from 'sharp';
import { expect } from 'vitest';

/** Golden images of certificates have half their size: large enough to show a wrong letter, small enough to commit. */
const WIDTH = 877;
const HEIGHT = 620;
const UPDATE = process.env.UPDATE_GOLDENS === '1';
/** Antialiasing differs slightly between processors. */
const PIXELS_THAT_MAY_DIFFER = 120;

const goldenPath = (name: string) => fileURLToPath(new URL(`./images/${name}.png`, import.meta.url));

const half = (picture: Uint8Array) =>
  sharp(picture).resize(WIDTH, HEIGHT, { kernel: 'cubic' }).flatten({ background: '#ffffff' });

const pixelsOf = (picture: Uint8Array) =>
  sharp(picture).ensureAlpha().raw().toBuffer({ resolveWithObject: true });

/** Compares a picture with the committed golden image of the same size. UPDATE_GOLDENS=1 replaces the golden image. */
export async function expectGoldenFullSize(name: string, picture: Uint8Array) {
  const path = goldenPath(name);
  if (UPDATE) {
    mkdirSync(new URL('./images/', import.meta.url), { recursive: true });
    writeFileSync(
      path,
      await sharp(picture).png({ compressionLevel: 9, effort: 10, palette: true }).toBuffer(),
    );
    return;
  }
  expect(existsSync(path), `no golden image ${name}: create it with UPDATE_GOLDENS=1 and review it`).toBe(
    true,
  );
  const [expected, actual] = await Promise.all([pixelsOf(readFileSync(path)), pixelsOf(picture)]);
  const { width, height } = actual.info;
  expect([expected.info.width, expected.info.height]).toEqual([width, height]);
  const differing = pixelmatch(expected.data, actual.data, undefined, width, height, { threshold: 0.15 });
  expect(differing, `pixels of ${name} that differ`).toBeLessThanOrEqual(PIXELS_THAT_MAY_DIFFER);
}

/** Compares a certificate with its golden image of half its size. */
export const expectGolden = async (name: string, picture: Uint8Array) =>
  expectGoldenFullSize(name, await half(picture).png({ compressionLevel: 0 }).toBuffer());

/** Smoothing differs between processors, and a sheet is stored with loss. */
const SHEET_QUALITY = 80;
const SHARE_THAT_MAY_DIFFER = 0.002;

/** Compares several pictures on one sheet with the committed one, which is small because there are many. */
export async function expectGoldenSheet(
  name: string,
  pictures: Uint8Array[],
  columns: number,
  width: number,
) {
  const tiles = await Promise.all(
    pictures.map((picture) => sharp(picture).resize(width).png().toBuffer({ resolveWithObject: true })),
  );
  const height = Math.max(...tiles.map(({ info }) => info.height));
  const placed = tiles.map(({ data }, index) => ({
    input: data,
    left: (index % columns) * width,
    top: Math.floor(index / columns) * height,
  }));
  const rows = Math.ceil(tiles.length / columns);
  const sheet = await sharp({
    create: { width: columns * width, height: rows * height, channels: 3, background: '#ffffff' },
  })
    .composite(placed)
    .webp({ quality: SHEET_QUALITY, effort: 6 })
    .toBuffer();
  const path = fileURLToPath(new URL(`./images/${name}.webp`, import.meta.url));
  if (UPDATE) return writeFileSync(path, sheet);
  expect(existsSync(path), `no golden sheet ${name}: create it with UPDATE_GOLDENS=1 and review it`).toBe(
    true,
  );
  const [expected, actual] = await Promise.all([pixelsOf(readFileSync(path)), pixelsOf(sheet)]);
  expect([expected.info.width, expected.info.height]).toEqual([actual.info.width, actual.info.height]);
  const { width: across, height: down } = actual.info;
  const differing = pixelmatch(expected.data, actual.data, undefined, across, down, { threshold: 0.15 });
  expect(differing / (across * down), `share of the pixels of ${name} that differ`).toBeLessThan(
    SHARE_THAT_MAY_DIFFER,
  );
}
