import { isLight } from '#app/drawing/contrast.ts';
import { type Pen, SILHOUETTE } from '#app/drawing/drawing.ts';
import type { Area } from '#app/drawing/fit-text.ts';
import { t } from '#messages';
import { isPale } from './decode.server.ts';
import { type BoxOf, PHOTO_HEIGHT, type Plate } from './layout.ts';
import { imagePart, inPage, type Kit, type Part, textPart } from './parts.server.ts';

/** The plate of a pale logo in a layout without plates, within the place of the logo. In pixels. */
const DARK_PLATE: Plate = { padding: { x: 14, y: 10 }, radius: 6 };

const insetBy = ({ left, top, width, height }: Area, { x, y }: Plate['padding']): Area => ({
  left: left + x,
  top: top + y,
  width: width - 2 * x,
  height: height - 2 * y,
});

/** The logo, on a plate of paper that fits it if the box has one. On light paper, a pale logo gets a dark plate. */
function plainLogo(kit: Kit, { area, align, plate: ownPlate }: BoxOf<'logo'>): Part[] {
  const image = kit.design.logo === null ? undefined : kit.pictures[kit.design.logo];
  const isDark = image !== undefined && isPale(image) && isLight(kit.palette.paper);
  const plate = ownPlate ?? (isDark ? DARK_PLATE : undefined);
  const box = isDark && !ownPlate ? insetBy(area, DARK_PLATE.padding) : area;
  const alt = t('drawing.logoOfIssuer', { issuer: kit.texts.issuer });
  const [logo] = imagePart(kit, 'logo', kit.design.logo, box, { align, alt });
  if (!logo || !plate) return logo ? [logo] : [];
  return [plated(kit, logo, plate, isDark ? kit.palette.title : kit.palette.paper)];
}

function plated(kit: Kit, image: Part, { padding, radius, outline }: Plate, colour: string): Part {
  const { left, top, width, height } = image.area;
  const area = {
    left: left - padding.x,
    top: top - padding.y,
    width: width + 2 * padding.x,
    height: height + 2 * padding.y,
  };
  const draw = (pen: Pen) => {
    pen.fillStyle = colour;
    pen.beginPath();
    pen.roundRect(area.left + 2, area.top + 2, area.width - 4, area.height - 4, radius);
    pen.fill();
    if (outline) {
      pen.strokeStyle = kit.palette[outline];
      pen.lineWidth = outline === 'ornament' ? 4 : 1.5;
      pen.stroke();
    }
  };
  return {
    ...image,
    area,
    plate: { draw, inside: image.area },
    draw: (pen) => {
      draw(pen);
      image.draw(pen);
    },
  };
}

/** The logo, and the issuer's name beside it in layouts with it. */
export function logoParts(kit: Kit, box: BoxOf<'logo'>): Part[] {
  const logo = plainLogo(kit, box);
  if (!box.issuer) return logo;
  const { gap, width, style } = box.issuer;
  const [drawn] = logo;
  const left = drawn ? inPage(kit, drawn.area).left + drawn.area.width + gap : box.area.left;
  const beside = { ...box.area, left, width: box.area.left + width - left };
  return [...logo, ...textPart(kit, 'issuer', kit.texts.issuer, beside, style)];
}

/** Colours of the silhouette that previews of designs draw. */
const SILHOUETTE_COLOURS = { ground: '#e3e6eb', person: '#aab2bf' };

export function drawSilhouette(pen: Pen, { left, top, width, height }: Area) {
  const middle = left + width / 2;
  pen.save();
  pen.beginPath();
  pen.rect(left, top, width, height);
  pen.clip();
  pen.fillStyle = SILHOUETTE_COLOURS.ground;
  pen.fillRect(left, top, width, height);
  pen.fillStyle = SILHOUETTE_COLOURS.person;
  for (const [y, across, down] of [
    [0.41, 0.19, 0.19],
    [1.04, 0.38, 0.38],
  ] as const) {
    pen.beginPath();
    pen.ellipse(middle, top + y * height, across * width, down * height, 0, 0, Math.PI * 2);
    pen.fill();
  }
  pen.restore();
}

/** The holder's photograph on its plate. */
export function photoParts(
  kit: Kit,
  { left, top, width, margin, radius = 0, outline }: BoxOf<'photo'>,
): Part[] {
  const { photo, studentName: name } = kit.drawing;
  if (photo === undefined) return [];
  const box = { left, top, width, height: width * PHOTO_HEIGHT };
  const area = inPage(kit, box);
  const alt = t('drawing.photographOfName', { name });
  const parts: Part[] =
    photo === SILHOUETTE
      ? [{ what: 'photo', alt, area, draw: (pen) => drawSilhouette(pen, area) }]
      : imagePart(kit, 'photo', photo, box, { alt });
  const plate = { padding: { x: margin, y: margin }, radius, ...(outline && { outline }) };
  return parts.map((part) => plated(kit, part, plate, kit.palette.paper));
}
