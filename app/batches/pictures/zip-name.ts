/** The upper half of code page 437, in which older programs write names. */
const CP437 =
  'ÇüéâäàåçêëèïîìÄÅÉæÆôöòûùÿÖÜ¢£¥₧ƒáíóúñÑªº¿⌐¬½¼¡«»░▒▓│┤╡╢╖╕╣║╗╝╜╛┐└┴┬├─┼╞╟╚╔╩╦╠═╬╧╨╤╥╙╘╒╓╫╪┘┌█▄▌▐▀αßΓπΣσµτΦΘΩδ∞φε∩≡±≥≤⌠⌡÷≈°∙·√ⁿ²■\u00a0';
const UTF8_FLAG = 0x800;

/** The name of a file in a ZIP. macOS writes UTF-8 without saying so. */
export function decodeZipName(bytes: Uint8Array, flags: number): string {
  try {
    return new TextDecoder('utf-8', { fatal: (flags & UTF8_FLAG) === 0 }).decode(bytes);
  } catch {
    return Array.from(bytes, (byte) =>
      byte < 0x80 ? String.fromCharCode(byte) : CP437.charAt(byte - 0x80),
    ).join('');
  }
}

/** The parts of a path as Windows and all others write it. */
const partsOf = (path: string) => path.split(/[/\\]/);

/** Whether a path leads out of the folder into which a ZIP is unpacked, or cannot be the name of a file. */
export const isUnsafe = (path: string): boolean =>
  // biome-ignore lint/suspicious/noControlCharactersInRegex: those are meant
  /^(?:[/\\]|[a-z]:)|[\0-\x1f\x7f]/i.test(path) || partsOf(path).includes('..');

/** Whether a path is that of a folder, or of a file that macOS or Windows adds. */
export function isNoPicture(path: string): boolean {
  const parts = partsOf(path);
  const name = parts.at(-1) ?? '';
  return parts.includes('__MACOSX') || /^(?:|\._.*|\.ds_store|thumbs\.db|desktop\.ini)$/i.test(name);
}

/** How a name is compared: without its case, in either normal form. */
export const comparable = (name: string) => name.trim().normalize('NFC').toLowerCase();

const withoutExtension = (name: string) => name.replace(/(?<=.)\.[^.]*$/, '');

/** The names by which a file is found: its path, without its folders, and without its extension. The most exact one comes first. */
export function namesOfFile(path: string): string[] {
  const whole = comparable(partsOf(path).join('/'));
  const name = whole.slice(whole.lastIndexOf('/') + 1);
  return [...new Set([whole, name, withoutExtension(name)])];
}
