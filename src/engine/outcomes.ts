import type { EngineOutcome } from './port.js';

/**
 * Yields outcomes in the order in which they settle. Stops early when the signal is aborted.
 * @param running by output index; emptied by the call
 */
export async function* asTheyEnd(
  running: Map<number, Promise<EngineOutcome>>,
  signal: AbortSignal,
): AsyncGenerator<EngineOutcome, void, undefined> {
  while (running.size > 0) {
    const outcome = await Promise.race(running.values());
    if (signal.aborted) return;
    running.delete(outcome.index);
    yield outcome;
  }
}
