import { describe, expect, it } from 'vitest';
import { BASES, baseDefaults, TYPEFACES } from '#app/drawing/design.ts';
import { fillPlaceholders } from '#app/drawing/placeholders.ts';

const values = {
  student: 'Ada {course}',
  course: 'Engines $1',
  issuer: 'Analytical Society',
  issueDate: '31/03/2026',
  expiryDate: '',
  id: '7K3M-9QZX-2HVB-4TND',
};

describe('the texts of a design', () => {
  it('have each placeholder replaced once, with any value', () => {
    expect(fillPlaceholders('{student}: {course}, {issuer}, {issueDate}, {expiryDate}, {id}', values)).toBe(
      'Ada {course}: Engines $1, Analytical Society, 31/03/2026, , 7K3M-9QZX-2HVB-4TND',
    );
  });

  it('keep braces that are not placeholders', () => {
    expect(fillPlaceholders('{name} { student } {__proto__} {{id}}', values)).toBe(
      '{name} { student } {__proto__} {7K3M-9QZX-2HVB-4TND}',
    );
  });
});

describe('every base', () => {
  it.each(BASES)('%s has its own defaults', (base) => {
    expect(baseDefaults(base).base).toBe(base);
    expect(TYPEFACES).toContain(baseDefaults(base).typeface);
    for (const colour of Object.values(baseDefaults(base).colours)) expect(colour).toMatch(/^#[0-9a-f]{6}$/);
  });
});
