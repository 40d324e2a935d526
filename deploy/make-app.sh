#!/bin/sh
# Creates the folder of an installation: the program, its build, and its packages without development dependencies.
# Usage: sh deploy/make-app.sh FOLDER, after `npm ci && npm run build`.
set -eu
cd "$(dirname "$0")/.."
target=${1:?usage: sh deploy/make-app.sh FOLDER}
mkdir -p "$target/db"
if [ -e "$target/package.json" ]; then
  echo "$target already contains a program" >&2
  exit 1
fi
cp -R package.json package-lock.json server.ts app build messages migrations packages scripts examples "$target"
# The files to compare verifiers with are for developers.
rm -rf "$target/packages/verify/corpus"
# Other files in db/ are the data of a site.
cp -R db/*.ts db/schema "$target/db"
find "$target" -type d -name node_modules -prune -exec rm -rf {} +
cd "$target"
npm ci --omit=dev --prefer-offline --no-audit --no-fund
# Source maps, type declarations, C sources, and binaries for other systems are not needed at run time.
find node_modules -type f \( -name '*.map' -o -name '*.d.ts' -o -name '*.d.mts' -o -name '*.d.cts' \) -delete
rm -rf node_modules/better-sqlite3/deps node_modules/better-sqlite3/src
find node_modules -path '*/prebuilds/*' \( -name 'darwin-*' -o -name 'win32-*' -o -name 'freebsd-*' \) -prune -exec rm -rf {} +
