import type { IconNode } from 'lucide';

const markup = new WeakMap<IconNode, { __html: string }>();

/** An icon's shapes as markup. They are constants of the package, so nothing needs escaping. */
function shapes(icon: IconNode) {
  let html = markup.get(icon);
  if (!html) {
    const elements = icon.map(([tag, attributes]) => {
      const text = Object.entries(attributes).map(([name, value]) => ` ${name}="${value}"`);
      return `<${tag}${text.join('')}/>`;
    });
    html = { __html: elements.join('') };
    markup.set(icon, html);
  }
  return html;
}

/**
 * A decorative icon of the lucide package, in the text's colour. Its shapes are one string, because pages have many icons and React
 * renders a string faster than an element for each shape.
 */
export const Icon = ({ of: icon, className }: { of: IconNode; className?: string }) => (
  <svg
    className={className ? `icon ${className}` : 'icon'}
    viewBox="0 0 24 24"
    aria-hidden="true"
    // biome-ignore lint/security/noDangerouslySetInnerHtml: the icons are constants of a package
    dangerouslySetInnerHTML={shapes(icon)}
  />
);
