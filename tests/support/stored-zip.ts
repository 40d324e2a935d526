const END = 0x06054b50;
const ENTRY = 0x02014b50;

/** The files in a ZIP whose entries are stored without compression, by name. */
export function filesInZip(zip: Buffer): Map<string, Buffer> {
  const files = new Map<string, Buffer>();
  const end = zip.length - 22;
  if (zip.readUInt32LE(end) !== END) throw new Error('The ZIP has no end');
  let at = zip.readUInt32LE(end + 16);
  for (let left = zip.readUInt16LE(end + 10); left > 0; left -= 1) {
    if (zip.readUInt32LE(at) !== ENTRY) throw new Error('The ZIP has a broken directory');
    const [bytes, start] = [zip.readUInt32LE(at + 20), zip.readUInt32LE(at + 42)];
    const lengthAt = (offset: number) => zip.readUInt16LE(at + offset);
    const name = lengthAt(28);
    const content = start + 30 + zip.readUInt16LE(start + 26) + zip.readUInt16LE(start + 28);
    files.set(zip.toString('utf8', at + 46, at + 46 + name), zip.subarray(content, content + bytes));
    at += 46 + name + lengthAt(30) + lengthAt(32);
  }
  return files;
}
