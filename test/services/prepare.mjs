// `npm run services`: builds the test servers that are not built yet, one after the other, and says by name what could not be.
import { build, PROGRAMS } from './programs.mjs';

for (const [name, { title }] of Object.entries(PROGRAMS)) {
  const from = performance.now();
  const made = await build(name);
  if (made.outcome === 'missing') console.log(`services: ${made.why}`);
  if (made.outcome === 'built') console.log(`services: ${title} built in ${Math.round((performance.now() - from) / 1000)} s: ${made.path}`);
}
