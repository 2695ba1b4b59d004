import type { RunBook } from '../../../../src/engine/remote/engine.js';

/** Runs in memory. */
export class MemoryRuns implements RunBook {
  readonly open = new Map<string, string>();
  async find(run: string): Promise<string | undefined> {
    return this.open.get(run);
  }
  async note(run: string, externalId: string): Promise<void> {
    this.open.set(run, externalId);
  }
  async close(run: string): Promise<void> {
    this.open.delete(run);
  }
}
