/**
 * `npm run --silent sbom`: prints a bill of materials of the production dependencies (CycloneDX, JSON). npm's own option
 * `--omit dev` also leaves out packages of production that a package of development needs as well, so this leaves out the packages
 * that package-lock.json marks as development's.
 */
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { answerHelp } from './help.ts';

type Component = { name: string; version: string; purl: string; 'bom-ref': string };
type Dependency = { ref: string; dependsOn: string[] };
type Bom = { components: Component[]; dependencies: Dependency[]; metadata: { component: Component } };
type Locked = { version?: string; dev?: boolean; devOptional?: boolean; link?: boolean };

const MOST_BYTES = 64 * 1_048_576;

/** Name and version of every package of production, and of the workspaces. */
function productionPackages(): Set<string> {
  const { packages } = JSON.parse(readFileSync('package-lock.json', 'utf8')) as {
    packages: Record<string, Locked & { name?: string }>;
  };
  return new Set(
    Object.entries(packages)
      .filter(([path, { dev, devOptional, link }]) => path !== '' && !dev && !devOptional && !link)
      .map(([path, { name, version }]) => `${name ?? path.split('node_modules/').at(-1)}@${version}`),
  );
}

answerHelp();
const { status, stdout, stderr } = spawnSync('npm', ['sbom', '--sbom-format', 'cyclonedx'], {
  encoding: 'utf8',
  maxBuffer: MOST_BYTES,
});
if (status !== 0) {
  console.error(stderr);
  process.exit(1);
}
const bom = JSON.parse(stdout) as Bom;
const wanted = productionPackages();
const nameOf = ({ purl }: Component) =>
  decodeURIComponent(purl.replace(/^pkg:npm\//, '').replace(/\?.*$/, ''));
const components = bom.components.filter((component) => wanted.has(nameOf(component)));
const refs = new Set([bom.metadata.component, ...components].map((component) => component['bom-ref']));
const dependencies = bom.dependencies
  .filter(({ ref }) => refs.has(ref))
  .map(({ ref, dependsOn }) => ({ ref, dependsOn: dependsOn.filter((other) => refs.has(other)) }));
console.log(JSON.stringify({ ...bom, components, dependencies }, null, 2));
