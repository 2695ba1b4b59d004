// `npm run services`: builds the test servers that are not built yet, one after the other, and says by name what could not be.
import { existsSync } from 'node:fs';
import { build, programPath, PROGRAMS } from './programs.mjs';

for (const [name, { title }] of Object.entries(PROGRAMS)) {
  if (existsSync(programPath(name))) continue;
  console.log(`services: building ${title}, once for this machine …`);
  const from = performance.now();
  const made = await build(name);
  console.log(made.outcome === 'missing' ? `services: ${made.why}` : `services: ${title} is there after ${Math.round((performance.now() - from) / 1000)} s: ${made.path}`);
}
