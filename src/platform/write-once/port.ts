/** Outcome of a write. `kept`: the same content was there before; `differs`: other content was there, and stays. */
export type WriteOutcome = 'written' | 'kept' | 'differs';

/**
 * A place for small files outside the installation, where each file is written once and never changed.
 * @throws StoreUnavailable from every call while the place cannot be used
 */
export interface WriteOnce {
  /** Writes a file durably. @param name letters, digits, `.`, `_` and `-`; at most 200 */
  put(name: string, content: string | Uint8Array): Promise<WriteOutcome>;
  /** The content of a text file; undefined when there is none. */
  get(name: string): Promise<string | undefined>;
  /** Names of all files, sorted. */
  names(): Promise<readonly string[]>;
  close(): Promise<void>;
}
