import { CONTEXTS } from './contexts.ts';
import { isObject, type JsonObject } from './json.ts';

// A context that is written into a document (Open Badges 3.0 appendix B.4.1) may name more properties. It may not give another name to
// what the known contexts name, because code that looks for the known name would miss it.

/** More than the extensions of any badge have. */
const MAX_TERMS = 100;
/** The end of an IRI that makes its term a prefix, with which another ID can be written (JSON-LD 1.1 section 4.1.2). */
const PREFIX_END = /[:/?#[\]@]$/;

type Known = { names: Set<string>; namespaces: string[] };

/** The names that contexts define at any depth, and the beginnings of what they name. */
function namesIn(contexts: Iterable<JsonObject>): Known {
  const [names, namespaces] = [new Set<string>(), new Set<string>()];
  const walk = (value: unknown) => {
    if (typeof value === 'string') {
      const [namespace] = /^[a-z]+:.*[#/:]/i.exec(value) ?? [];
      if (namespace !== undefined && /^(?:https?|urn):/i.test(namespace)) namespaces.add(namespace);
    }
    if (Array.isArray(value)) for (const item of value) walk(item);
    if (!isObject(value)) return;
    for (const [name, member] of Object.entries(value)) {
      names.add(name);
      walk(member);
    }
  };
  for (const context of contexts) walk(context);
  return { names, namespaces: [...namespaces] };
}

let found: Known | undefined;

/** Whether something that a term stands for is neither known nor a beginning of other IDs. */
const isOther = (iri: unknown, { namespaces }: Known): boolean =>
  typeof iri === 'string' &&
  /^https?:\/\/[^\s/]+\//.test(iri) &&
  !PREFIX_END.test(iri) &&
  !namespaces.some((namespace) => iri.startsWith(namespace));

/** Whether a definition has nothing but what it stands for, and the type of its values. */
function isPlain(definition: unknown, known: Known): boolean {
  if (!isObject(definition)) return isOther(definition, known);
  const { '@id': iri, '@type': type = '@id', ...rest } = definition;
  const isTyped = type === '@id' || (typeof type === 'string' && /^(?:https?:\/\/|xsd:)/.test(type));
  return Object.keys(rest).length === 0 && isOther(iri, known) && isTyped;
}

/** Whether a context of a document only adds terms. */
export function onlyAddsTerms(context: unknown): boolean {
  if (!isObject(context)) return false;
  found ??= namesIn(CONTEXTS.values());
  const known = found;
  const entries = Object.entries(context).filter(
    ([name, value]) => !(name === '@version' && value === 1.1) && !(name === '@protected' && value === true),
  );
  return (
    entries.length <= MAX_TERMS &&
    entries.every(
      ([name, definition]) =>
        /^[a-z]\w*$/i.test(name) && !known.names.has(name) && isPlain(definition, known),
    )
  );
}
