import type { EngineOutcome } from './port.js';

/**
 * Gives what is done first, first. Ends without the rest when the signal is raised.
 * @param making by index; taken apart
 */
export async function* asTheyEnd(making: Map<number, Promise<EngineOutcome>>, signal: AbortSignal): AsyncGenerator<EngineOutcome, void, undefined> {
  while (making.size > 0) {
    const outcome = await Promise.race(making.values());
    if (signal.aborted) return;
    making.delete(outcome.index);
    yield outcome;
  }
}
