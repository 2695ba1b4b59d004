import { createEnginePool, type EnginePool, type PoolOptions } from '../../engine/local/pool.js';

/** The pool of child processes in which the local engine runs procedures. */
export const openEnginePool = (options: Omit<PoolOptions, 'entry'> = {}): EnginePool =>
  createEnginePool({ ...options, entry: new URL('./worker-process.js', import.meta.url) });
