import './without-system-fonts.ts';
import { describe, expect, it } from 'vitest';
import { certificatePdf } from '#app/drawing/pdf.server.ts';
import { openPdf } from '#tests/support/pdf-pictures.ts';
import { drawingWith, samples } from './samples.ts';

describe('the PDF of a certificate', () => {
  it('is one A4 page in landscape', async () => {
    const document = await openPdf(certificatePdf(drawingWith()));
    expect(document.numPages).toBe(1);
    const { width, height } = (await document.getPage(1)).getViewport({ scale: 1 });
    expect([width, height]).toEqual([842, 595]);
    await document.destroy();
  });

  it.each(Object.entries(samples))(
    'has the exact names of student, course and issuer in its metadata (%s)',
    async (_, drawing) => {
      const document = await openPdf(certificatePdf(drawing));
      const info = (await document.getMetadata()).info as Record<string, string>;
      expect(info.Title).toBe(`Certificate of Completion: ${drawing.studentName}`);
      expect(info.Author).toBe(drawing.issuerName);
      expect(info.Subject).toBe(drawing.courseName);
      expect(info.Keywords).toBe(
        `${drawing.studentName}; ${drawing.courseName}; ${drawing.issuerName}; 7K3M-9QZX-2HVB-4TND`,
      );
      await document.destroy();
    },
  );

  it('embeds a subset of each font, and does not claim PDF/A, which its attachments would violate', () => {
    const source = Buffer.from(certificatePdf(samples.mixed!)).toString('latin1');
    expect(source).not.toMatch(/pdfa|GTS_PDFA/i);
    const descriptors = source.match(/\/Type \/FontDescriptor[\s\S]*?>>/g) ?? [];
    expect(descriptors.length).toBeGreaterThanOrEqual(5);
    for (const descriptor of descriptors) {
      expect(descriptor).toMatch(/\/FontFile[23]? /);
      expect(descriptor).toMatch(/\/FontName \/[A-Z]{6}\+/);
    }
    expect(source).not.toMatch(/\/Subtype \/Image/);
  });

  it('links its QR code to the verification page', async () => {
    const document = await openPdf(certificatePdf(drawingWith()));
    const [link] = await (await document.getPage(1)).getAnnotations();
    expect(link).toMatchObject({ subtype: 'Link', url: drawingWith().verifyUrl });
    const [left, bottom, right, top] = link.rect as [number, number, number, number];
    expect(right - left).toBeCloseTo(176 * 0.48, 0);
    expect(top - bottom).toBeCloseTo(176 * 0.48, 0);
    await document.destroy();
  });
});
