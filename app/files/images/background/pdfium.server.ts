import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { init, type WrappedPdfiumModule } from '@embedpdf/pdfium';
import { BadImage } from '#app/files/images/strip/limits.ts';
import type { Rectangle } from './fit-page.ts';

/** A loaded document, and where PDFium reads its bytes. */
export type PdfDocument = { handle: number; bytes: number };
export type Pixels = { width: number; height: number; data: Buffer };
export type Character = {
  /** Its number in the order of drawing. */
  index: number;
  text: string;
  /** In points from the page's lower left corner. */
  left: number;
  right: number;
  bottom: number;
  top: number;
  x: number;
  baseline: number;
  size: number;
  isRotated: boolean;
};

/** `FPDF_ERR_PASSWORD` and `FPDF_ERR_SECURITY`. */
const ENCRYPTED = [4, 5];
/** `FPDF_REVERSE_BYTE_ORDER`, which gives RGBA. */
const RGBA = 0x10;
/** A slope of three degrees. */
const ROTATED = 0.05;
const MAX_CHARACTERS = 20_000;

/** PDFium (docs/decisions/0055), which runs in the child process that reads backgrounds. */
export class Pdfium {
  private readonly module: WrappedPdfiumModule;
  private constructor(module: WrappedPdfiumModule) {
    this.module = module;
  }

  static async load(): Promise<Pdfium> {
    const file = fileURLToPath(import.meta.resolve('@embedpdf/pdfium/pdfium.wasm'));
    const wasm = readFileSync(file);
    const wasmBinary = wasm.buffer.slice(wasm.byteOffset, wasm.byteOffset + wasm.byteLength) as ArrayBuffer;
    const module = await init({ wasmBinary });
    module.PDFiumExt_Init();
    return new Pdfium(module);
  }

  /** Its memory. The package declares it with types of Emscripten that it does not bring along. */
  private get memory(): Uint8Array {
    return (this.module.pdfium as unknown as { HEAPU8: Uint8Array }).HEAPU8;
  }

  private allocate(bytes: number): number {
    const place = this.module.pdfium.wasmExports.malloc(bytes);
    if (place === 0) throw new BadImage('costly');
    return place;
  }

  private free(...places: number[]) {
    for (const place of places) this.module.pdfium.wasmExports.free(place);
  }

  /** @throws BadImage encrypted or broken */
  open(file: Uint8Array): PdfDocument {
    const bytes = this.allocate(file.length);
    this.memory.set(file, bytes);
    const handle = this.module.FPDF_LoadMemDocument(bytes, file.length, '');
    if (handle === 0) {
      throw new BadImage(ENCRYPTED.includes(this.module.FPDF_GetLastError()) ? 'encrypted' : 'broken');
    }
    return { handle, bytes };
  }

  close({ handle, bytes }: PdfDocument) {
    this.module.FPDF_CloseDocument(handle);
    if (bytes !== 0) this.free(bytes);
  }

  pageCount = ({ handle }: PdfDocument): number => this.module.FPDF_GetPageCount(handle);
  isEncrypted = ({ handle }: PdfDocument): boolean => this.module.EPDF_IsEncrypted(handle);

  /** A new document with only the first page, and without anything that is not drawn there. */
  firstPage({ handle }: PdfDocument): PdfDocument {
    const page = this.module.FPDF_CreateNewDocument();
    const index = this.allocate(4);
    this.memory.fill(0, index, index + 4);
    const isCopied = this.module.FPDF_ImportPagesByIndex(page, handle, index, 1, 0);
    this.free(index);
    if (!isCopied) throw new BadImage('broken');
    return { handle: page, bytes: 0 };
  }

  save({ handle }: PdfDocument): Buffer {
    const writer = this.module.PDFiumExt_OpenFileWriter();
    this.module.PDFiumExt_SaveAsCopy(handle, writer);
    const size = this.module.PDFiumExt_GetFileWriterSize(writer);
    const place = this.allocate(size);
    this.module.PDFiumExt_GetFileWriterData(writer, place, size);
    const file = Buffer.from(this.memory.slice(place, place + size));
    this.free(place);
    this.module.PDFiumExt_CloseFileWriter(writer);
    return file;
  }

  private withPage<Result>({ handle }: PdfDocument, use: (page: number) => Result): Result {
    const page = this.module.FPDF_LoadPage(handle, 0);
    if (page === 0) throw new BadImage('broken');
    try {
      return use(page);
    } finally {
      this.module.FPDF_ClosePage(page);
    }
  }

  /** Shows a part of the page only, in its own unit. */
  crop(document: PdfDocument, { left, bottom, width, height }: Rectangle) {
    this.withPage(document, (page) =>
      this.module.FPDFPage_SetCropBox(page, left, bottom, left + width, bottom + height),
    );
  }

  /**
   * Draws the page on white, in RGBA.
   * @param size of the whole page in pixels, whose middle is the picture's
   */
  render(document: PdfDocument, width: number, height: number, size = { width, height }): Pixels {
    return this.withPage(document, (page) => {
      const { module } = this;
      const bitmap = module.FPDFBitmap_Create(width, height, 1);
      if (bitmap === 0) throw new BadImage('costly');
      module.FPDFBitmap_FillRect(bitmap, 0, 0, width, height, 0xff_ff_ff_ff);
      const [left, top] = [Math.round((width - size.width) / 2), Math.round((height - size.height) / 2)];
      const [across, down] = [width - 2 * left, height - 2 * top];
      module.FPDF_RenderPageBitmap(bitmap, page, left, top, across, down, 0, RGBA);
      const buffer = module.FPDFBitmap_GetBuffer(bitmap);
      const data = Buffer.from(this.memory.slice(buffer, buffer + width * height * 4));
      module.FPDFBitmap_Destroy(bitmap);
      return { width, height, data };
    });
  }

  /** The characters of the page's text, in the order in which it is drawn. */
  characters(document: PdfDocument): Character[] {
    return this.withPage(document, (page) => {
      const text = this.module.FPDFText_LoadPage(page);
      const numbers = this.allocate(32);
      const count = Math.min(this.module.FPDFText_CountChars(text), MAX_CHARACTERS);
      const found: Character[] = [];
      for (let index = 0; index < count; index += 1) {
        const character = this.character(text, index, numbers);
        if (character) found.push(character);
      }
      this.free(numbers);
      this.module.FPDFText_ClosePage(text);
      return found;
    });
  }

  private character(text: number, index: number, numbers: number): Character | null {
    const { module } = this;
    if (module.FPDFText_IsGenerated(text, index) === 1) return null;
    const unicode = module.FPDFText_GetUnicode(text, index);
    const at = (place: number) => new DataView(this.memory.buffer).getFloat64(numbers + place * 8, true);
    module.FPDFText_GetCharBox(text, index, numbers, numbers + 8, numbers + 16, numbers + 24);
    const [left, right, bottom, top] = [at(0), at(1), at(2), at(3)];
    module.FPDFText_GetCharOrigin(text, index, numbers, numbers + 8);
    const [x, baseline] = [at(0), at(1)];
    const angle = module.FPDFText_GetCharAngle(text, index);
    module.FPDFText_GetMatrix(text, index, numbers);
    const scale = new Float32Array(this.memory.buffer.slice(numbers, numbers + 24));
    return {
      index,
      text: unicode > 0 && unicode <= 0x10_ff_ff ? String.fromCodePoint(unicode) : '\ufffd',
      left,
      right,
      bottom,
      top,
      x,
      baseline,
      size: module.FPDFText_GetFontSize(text, index) * Math.hypot(scale[2] ?? 0, scale[3] ?? 0),
      isRotated: Math.abs(Math.sin(angle)) > ROTATED || Math.cos(angle) < 0,
    };
  }
}
