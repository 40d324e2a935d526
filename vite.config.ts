import { reactRouter } from '@react-router/dev/vite';
import tailwindcss from '@tailwindcss/vite';
import { defineConfig, type Plugin } from 'vite';
import { offlinePage } from './packages/verify/scripts/browser.ts';
import { clientMessages } from './scripts/client-messages.ts';

/** Adds /check/offline.html to the site's files. */
const offlineCheck: Plugin = {
  name: 'offline-check',
  apply: 'build',
  applyToEnvironment: ({ name }) => name === 'client',
  async generateBundle() {
    this.emitFile({ type: 'asset', fileName: 'check/offline.html', source: await offlinePage() });
  },
};

/** Parts of lists and of their entries, which the pages to log in and to register do not load. */
const LISTS = /\/app\/ui\/(?:list-parts|more-pages|polling|search-box)\./;
/** The frame of lists, which /admin/courses, the first page of issuers, does not load. */
const LIST_PAGE = /\/app\/ui\/list-page\./;
/** Formats of dates, and rows of lists, which the server does for most pages. */
const LIST_FORMATS = /\/app\/(?:messages\/formats|shared\/(?:columns|format-dates))\./;
/** What only the pages of issuers need: it stays out of the files that other pages load. */
const FOR_ISSUERS = /\/app\/shared\/(?:durations|entered-numbers)\./;
/** What only editors and settings need, which the bundler would otherwise add to the frame of all pages. */
const EDITORS = /\/app\/(?:routes\/(?:unsaved-forms|use-intent)|ui\/settings-card)\./;
/** Formats of numbers, money and times in a zone, and what shows them. */
const FIGURES =
  /\/app\/(?:messages\/format-numbers|shared\/(?:format-instants|money|zoned-dates)|ui\/figures)\./;
const isOfLists = (id: string) => LISTS.test(id) || LIST_FORMATS.test(id);
const isShared = (id: string) =>
  /\/app\/(?:messages|ui|shared)\/|icu-minify|lucide\//.test(id) &&
  !isOfLists(id) &&
  ![FIGURES, FOR_ISSUERS, LIST_PAGE, EDITORS].some((other) => other.test(id));

export default defineConfig(({ command }) => ({
  plugins: [clientMessages(), tailwindcss(), reactRouter(), offlineCheck],
  environments: {
    client: {
      build: {
        // Preloads name files, and each language has files of its own (scripts/client-messages.ts).
        modulePreload: false,
        rolldownOptions: {
          experimental: { lazyBarrel: true },
          output: {
            // What most pages share is one file instead of forty small ones: those compress badly and cost a request each.
            codeSplitting: {
              groups: [
                { name: 'shared', test: isShared, minShareCount: 5 },
                { name: 'lists', test: isOfLists, minShareCount: 5 },
                { name: 'list-page', test: LIST_PAGE },
                { name: 'figures', test: FIGURES, minShareCount: 5 },
                { name: 'editors', test: EDITORS },
                // What the root imports is part of every page: one file of it compresses best.
                {
                  name: 'frame',
                  test: /\/app\/routes\/(?:layouts\/(?!\w+\.tsx$)|(?!decision-page)[\w-]+\.tsx?$)/,
                },
              ],
            },
          },
        },
      },
    },
    ssr: {
      // Bundled, so that only the icons in use are loaded: the package is 1,700 modules, 0.1 s of every start.
      resolve: { noExternal: command === 'build' ? ['lucide'] : [] },
      build: {
        rollupOptions: {
          experimental: { lazyBarrel: true },
          // Server modules stay outside the bundle and run as they are (Node strips their types), so that
          // the server, the bundle, the tests and the commands share one instance of each: one database
          // handle, one outbox, one hashing queue. See docs/decisions/0002-server-modules-outside-the-bundle.md.
          external: command === 'build' ? [/^#app\/.*\.server\.ts$/, /^#db\//, '#messages'] : [],
        },
      },
    },
  },
}));
