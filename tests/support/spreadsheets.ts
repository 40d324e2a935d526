import * as spreadsheets from '@e965/xlsx';

/** The spreadsheet with another XML in one of its files, such as '/content.xml'. */
export function withXml(bytes: Buffer, path: string, change: (xml: string) => string): Buffer {
  const container = spreadsheets.CFB.read(bytes, { type: 'buffer' });
  const xml = change(String(spreadsheets.CFB.find(container, path)?.content));
  spreadsheets.CFB.utils.cfb_del(container, path);
  spreadsheets.CFB.utils.cfb_add(container, path, Buffer.from(xml));
  return spreadsheets.CFB.write(container, { fileType: 'zip', type: 'buffer', compression: true }) as Buffer;
}
