/** What a child says first, once it has loaded its program. */
export const READY = 'ready';

/** Ends this process with the programs that it started, if it leads a group. */
function leave(): void {
  try {
    process.kill(-process.pid, 'SIGKILL');
  } catch {
    process.exit(0);
  }
}

/**
 * The child's side of `ChildHost`: tells the host that the program is loaded, and hears what it is to do. The process ends when the one
 * that forked it goes away, however that ended. It ignores the signals that Ctrl+C and a supervisor send to the whole group: the host
 * decides when it ends.
 */
export function serveHost(onMessage: (message: unknown) => void): void {
  process.on('message', onMessage);
  process.on('disconnect', leave);
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => undefined);
  // No one hears it once the host has gone; the end of the channel then ends this process too.
  process.send?.(READY, undefined, undefined, () => undefined);
}
