import type { SvgElement } from './parse-xml.ts';

/** Properties by name, after the cascade. */
export type Style = Readonly<Record<string, string>>;

export const INITIAL: Style = {
  color: '#000000',
  fill: '#000000',
  'fill-opacity': '1',
  'fill-rule': 'nonzero',
  stroke: 'none',
  'stroke-width': '1',
  'stroke-opacity': '1',
  'stroke-linecap': 'butt',
  'stroke-linejoin': 'miter',
  'stroke-miterlimit': '4',
  'stroke-dasharray': 'none',
  'stroke-dashoffset': '0',
  'clip-rule': 'nonzero',
  visibility: 'visible',
};
const INHERITED = new Set(Object.keys(INITIAL));
/** Properties of the element itself that are drawn. */
const OWN = new Set(['opacity', 'display', 'clip-path', 'stop-color', 'stop-opacity', 'overflow']);
/** Properties that change the look and are not drawn here, with the values that change nothing. */
const UNDRAWN: Record<string, readonly string[]> = {
  filter: ['none'],
  mask: ['none'],
  marker: ['none'],
  'marker-start': ['none'],
  'marker-mid': ['none'],
  'marker-end': ['none'],
  'mix-blend-mode': ['normal'],
  'vector-effect': ['none'],
  'paint-order': ['normal'],
};

type Rule = {
  specificity: number;
  matches: (element: SvgElement) => boolean;
  properties: Map<string, string>;
};

function declarations(text: string): Map<string, string> {
  const found = new Map<string, string>();
  for (const declaration of text.split(';')) {
    const colon = declaration.indexOf(':');
    if (colon < 0) continue;
    const value = declaration.slice(colon + 1).replace(/\s*!important\s*$/, '');
    found.set(declaration.slice(0, colon).trim().toLowerCase(), value.trim());
  }
  return found;
}

const classesOf = ({ attributes }: SvgElement) => (attributes.get('class') ?? '').split(/\s+/);

/** A selector of one type, class or id, as drawing programs write. Null for others. */
function selectorOf(text: string): Omit<Rule, 'properties'> | null {
  const [, type = '', mark, name = ''] = /^(\*|[\w-]*)(?:([.#])([\w-]+))?$/.exec(text) ?? [];
  if (type === '' && mark === undefined) return null;
  return {
    specificity: (mark === '#' ? 100 : mark === '.' ? 10 : 0) + (type && type !== '*' ? 1 : 0),
    matches: (element) =>
      (type === '' || type === '*' || element.name === type) &&
      (mark !== '#' || element.attributes.get('id') === name) &&
      (mark !== '.' || classesOf(element).includes(name)),
  };
}

export type StyleSheet = { rules: Rule[]; undrawn: string[] };

/** Most rules: each element is compared with each of them. */
const MAX_RULES = 500;

/** The rules of the drawing's `style` elements. */
export function styleSheetOf(root: SvgElement): StyleSheet {
  const sheet: StyleSheet = { rules: [], undrawn: [] };
  const visit = (element: SvgElement) => {
    if (element.name === 'style') {
      const css = element.text.replace(/\/\*[\s\S]*?\*\//g, '');
      if (css.includes('@') || css.includes('\\')) sheet.undrawn.push('style');
      for (const rule of css.split('}')) {
        const [selectors = '', body] = rule.split('{');
        if (body === undefined) continue;
        const properties = declarations(body);
        for (const text of selectors.split(',')) {
          const selector = selectorOf(text.trim());
          if (selector) sheet.rules.push({ ...selector, properties });
          else sheet.undrawn.push('style');
        }
      }
    }
    for (const child of element.children) visit(child);
  };
  visit(root);
  if (sheet.rules.length > MAX_RULES) return { rules: [], undrawn: ['style'] };
  sheet.rules.sort((one, other) => one.specificity - other.specificity);
  return sheet;
}

/** The style of an element: attributes, then the style sheet, then its own `style`. @param report names what is not drawn */
export function styleOf(
  element: SvgElement,
  parent: Style,
  sheet: StyleSheet,
  report: (what: string) => void,
): Style {
  const style: Record<string, string> = {};
  for (const name of INHERITED) style[name] = parent[name] as string;
  const set = (name: string, value: string) => {
    const harmless = UNDRAWN[name];
    if (harmless && !harmless.includes(value)) report(name);
    if (value === 'inherit') style[name] = parent[name] ?? '';
    else if (INHERITED.has(name) || OWN.has(name)) style[name] = value;
  };
  for (const [name, value] of element.attributes) if (name !== 'style') set(name, value.trim());
  for (const rule of sheet.rules) {
    if (rule.matches(element)) for (const [name, value] of rule.properties) set(name, value);
  }
  for (const [name, value] of declarations(element.attributes.get('style') ?? '')) {
    if (name === 'transform') report('style');
    set(name, value);
  }
  return style;
}

/** A share from 0 to 1. */
export function shareOf(text: string | undefined, usual = 1): number {
  const value = Number.parseFloat(text ?? '');
  if (!Number.isFinite(value)) return usual;
  return Math.min(1, Math.max(0, /%\s*$/.test(text ?? '') ? value / 100 : value));
}
