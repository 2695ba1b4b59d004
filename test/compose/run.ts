import { readFileSync } from 'node:fs';
import { checkCompose, checkDockerfile } from './check.js';
import { SAMPLE } from './sample.js';

// `npm run compose:check`: what can be said of docker-compose.yml and the Dockerfile where there is no Docker.
const faults = [...checkCompose(readFileSync('docker-compose.yml', 'utf8'), SAMPLE), ...checkDockerfile(readFileSync('Dockerfile', 'utf8'))];
for (const fault of faults) process.stderr.write(`${fault}\n`);
if (faults.length === 0) process.stdout.write('docker-compose.yml and Dockerfile: nothing is wrong that can be seen without Docker.\n');
process.exitCode = faults.length === 0 ? 0 : 1;
