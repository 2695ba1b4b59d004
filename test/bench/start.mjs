// Start to ready after a build, and memory at rest.
import { percentile, residentMiB, row, startServer } from './support.mjs';

const ready = [];
const memory = [];
for (let run = 0; run < 5; run += 1) {
  const server = await startServer();
  ready.push(server.readyMs / 1000);
  await fetch(server.url);
  await new Promise((resolve) => setTimeout(resolve, 5_000));
  memory.push(await residentMiB(server.pid));
  await server.stop();
}
row('start to ready, all roles', { 'median s': percentile(ready, 0.5), 'max s': Math.max(...ready) }, '<= 3 s');
row(
  'memory at rest, all roles',
  { 'median MiB': percentile(memory, 0.5), 'max MiB': Math.max(...memory) },
  '<= 350 MiB',
);
