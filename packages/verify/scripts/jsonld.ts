import type { Plugin } from 'vite';

/** jsonld without its loaders of documents: the contexts are in this package, and no others are ever loaded. */
export const withoutLoaders: Plugin = {
  name: 'jsonld-without-loaders',
  load: (id) =>
    id.endsWith('/node_modules/jsonld/lib/platform.js')
      ? 'exports.setupDocumentLoaders = () => {};\nexports.setupGlobals = () => {};'
      : null,
};
