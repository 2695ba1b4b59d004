// Stands beside a test process and outlives it: what the test process started and did not end itself, however it ended,
// is ended here. Told line by line on its input, `server <pid>`, `ended <pid>`, `folder <path>`, `removed <path>`; the
// end of the input is the end of the test process.
import { rmSync } from 'node:fs';
import { createInterface } from 'node:readline';

const servers = new Set();
const folders = new Set();
const report = {
  server: (pid) => servers.add(Number(pid)),
  ended: (pid) => servers.delete(Number(pid)),
  folder: (path) => folders.add(path),
  removed: (path) => folders.delete(path),
};
// An interrupt at the terminal reaches the whole group; the guard has its work to do after the others are gone.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => undefined);
for await (const line of createInterface({ input: process.stdin })) {
  const space = line.indexOf(' ');
  report[line.slice(0, space)]?.(line.slice(space + 1));
}
for (const pid of servers) {
  try {
    process.kill(pid, 'SIGKILL');
  } catch {
    // It had ended.
  }
}
for (const folder of folders) rmSync(folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 100 });
