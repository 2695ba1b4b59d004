/** A child's first message, sent once its program is loaded. */
export const READY = 'ready';

/** Ends this process, with its process group if it leads one. */
function leave(): void {
  try {
    process.kill(-process.pid, 'SIGKILL');
  } catch {
    process.exit(0);
  }
}

/**
 * The child's side of `ChildHost`: reports readiness and handles messages. The process ends when its parent ends, for
 * whatever reason. It ignores the signals that Ctrl+C and supervisors send to the group: the host decides when it ends.
 */
export function serveHost(onMessage: (message: unknown) => void): void {
  process.on('message', onMessage);
  process.on('disconnect', leave);
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => undefined);
  // The host has gone; the closed channel ends this process too.
  process.send?.(READY, undefined, undefined, () => undefined);
}
