import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { expect, it } from 'vitest';

type Bom = {
  bomFormat: string;
  components: { purl: string; 'bom-ref': string }[];
  dependencies: { ref: string; dependsOn: string[] }[];
};
type Locked = { version: string; dev?: boolean; devOptional?: boolean; link?: boolean };

it('npm run sbom lists the packages of production, and no others', () => {
  const { status, stdout } = spawnSync('npm', ['run', '--silent', 'sbom'], {
    encoding: 'utf8',
    maxBuffer: 64 * 1_048_576,
  });
  expect(status).toBe(0);
  const { bomFormat, components, dependencies } = JSON.parse(stdout) as Bom;
  expect(bomFormat).toBe('CycloneDX');
  const listed = components.map(({ purl }) => decodeURIComponent(purl.replace(/^pkg:npm\/|\?.*$/g, '')));
  const { packages } = JSON.parse(readFileSync('package-lock.json', 'utf8')) as {
    packages: Record<string, Locked>;
  };
  const installed = Object.entries(packages).filter(
    ([path]) => path.includes('node_modules/') && existsSync(path),
  );
  const nameOf = ([path, { version }]: [string, Locked]) =>
    `${path.split('node_modules/').at(-1)}@${version}`;
  const production = installed
    .filter(([, { dev, devOptional, link }]) => !dev && !devOptional && !link)
    .map(nameOf);
  expect(production.filter((name) => !listed.includes(name))).toEqual([]);
  expect(listed.filter((name) => !production.includes(name) && !name.startsWith('@certrace/'))).toEqual([]);
  // Development needs this one, too.
  expect(production).toContain(
    nameOf(['node_modules/nodemailer', packages['node_modules/nodemailer'] as Locked]),
  );
  const refs = new Set(components.map((component) => component['bom-ref']));
  expect(dependencies.flatMap(({ dependsOn }) => dependsOn).filter((ref) => !refs.has(ref))).toEqual([]);
});
