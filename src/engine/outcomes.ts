import type { EngineOutcome } from './port.js';

/**
 * Gives what is done first, first. Ends without the rest when the signal is raised.
 * @param running by index; taken apart
 */
export async function* asTheyEnd(running: Map<number, Promise<EngineOutcome>>, signal: AbortSignal): AsyncGenerator<EngineOutcome, void, undefined> {
  while (running.size > 0) {
    const outcome = await Promise.race(running.values());
    if (signal.aborted) return;
    running.delete(outcome.index);
    yield outcome;
  }
}
