import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { vi } from 'vitest';
import { healthCheck } from './health.ts';
import { freePort } from './server.ts';

export const hasNginx = spawnSync('nginx', ['-v']).status === 0;

/** Runs nginx with deploy/nginx.conf in front of a server, without TLS and on a free port. Its logs are in the folder. */
export async function startNginx(serverPort: number, folder: string) {
  const port = await freePort();
  const [top = '', ...servers] = readFileSync('deploy/nginx.conf', 'utf8').split(/^(?=server \{)/m);
  const site = (top + servers.at(-1))
    .replace(/server 127\.0\.0\.1:3000;/, `server 127.0.0.1:${serverPort};`)
    .replace(/^ *(?:ssl_certificate\w*|listen \[::\].*) .*;$|^ *listen \[::\].*$/gm, '')
    .replace(/listen 443 ssl http2;/, `listen 127.0.0.1:${port};`)
    .replace('server_name certs.example.org;', 'server_name localhost;')
    .replaceAll('/var/log/nginx/', `${folder}/`);
  const paths = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map(
    (name) => `${name}_temp_path ${folder}/${name};`,
  );
  const file = join(folder, 'nginx.conf');
  mkdirSync(folder, { recursive: true });
  writeFileSync(
    file,
    `${process.getuid?.() === 0 ? 'user root;' : ''} pid ${folder}/nginx.pid; error_log stderr crit; daemon off; worker_processes 1;
    events { worker_connections 4096; }
    http { access_log ${folder}/all.log; ${paths.join(' ')}\n${site}\n}`,
  );
  const nginx = spawn('nginx', ['-e', 'stderr', '-c', file], { stdio: 'inherit' });
  await vi.waitUntil(() => healthCheck(port).catch(() => 0), { timeout: 10_000 });
  return {
    port,
    async stop() {
      nginx.kill();
      await once(nginx, 'exit');
    },
  };
}
