/**
 * Stands for `AsyncLocalStorage` in Jest's own framework, which keeps in it the test that runs. Ours run one after the
 * other. Node 20 calls every storage that was ever used for every promise, and each file of a worker would leave one.
 */
export class SequentialContext {
  #store;

  getStore() {
    return this.#store;
  }

  /** Runs a function, and what it waits for, with this store. */
  run(store, callback) {
    const before = this.#store;
    const restore = () => void (this.#store = before);
    this.#store = store;
    try {
      const result = callback();
      if (typeof result?.then === 'function') return Promise.resolve(result).finally(restore);
      restore();
      return result;
    } catch (error) {
      restore();
      throw error;
    }
  }
}
