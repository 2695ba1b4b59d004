import { createEnginePool, type EnginePool, type PoolOptions } from '../../engine/local/pool.js';

/** The pool of child processes that make what the procedures describe. */
export const openEnginePool = (options: Omit<PoolOptions, 'entry'> = {}): EnginePool =>
  createEnginePool({ ...options, entry: new URL('./worker-process.js', import.meta.url) });
