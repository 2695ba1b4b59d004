import { createRequire, register } from 'node:module';
import { pathToFileURL } from 'node:url';
import { current } from './current.mjs';
import { SequentialContext } from './sequential-context.mjs';

register('./hooks.mjs', import.meta.url);
const require = createRequire(import.meta.url);
const asyncHooks = require('node:async_hooks');
const TEST_TIMEOUT = Symbol.for('TEST_TIMEOUT_SYMBOL');
let files = 0;

/** The part of Jest's `jest` object that tests use, on one environment. */
function jestObject({ moduleMocker, fakeTimersModern: timers }) {
  const jest = {
    fn: moduleMocker.fn.bind(moduleMocker),
    spyOn: moduleMocker.spyOn.bind(moduleMocker),
    restoreAllMocks: () => (moduleMocker.restoreAllMocks(), jest),
    setTimeout: (ms) => ((globalThis[TEST_TIMEOUT] = ms), jest),
    useFakeTimers: (config) => (timers.useFakeTimers(config), jest),
    useRealTimers: () => (timers.useRealTimers(), jest),
    setSystemTime: (now) => timers.setSystemTime(now),
    getTimerCount: () => timers.getTimerCount(),
    clearAllTimers: () => timers.clearAllTimers(),
    advanceTimersByTime: (ms) => timers.advanceTimersByTime(ms),
    advanceTimersByTimeAsync: (ms) => timers.advanceTimersByTimeAsync(ms),
  };
  return jest;
}

/**
 * Jest's runtime (the option `runtime`) on Node's own module loader. Files of one worker share the modules that they
 * import, so that only the first of them loads the application, and code runs as fast as in the product. In exchange no
 * module can be replaced, and what a module keeps stays for the next file.
 */
export default class NativeRuntime {
  #environment;

  constructor(_config, environment) {
    this.#environment = environment;
    delete globalThis[TEST_TIMEOUT];
  }

  /** Jest's own framework is loaded anew, because it keeps the tests of one file. */
  requireInternalModule(path) {
    delete require.cache[path];
    const { AsyncLocalStorage } = asyncHooks;
    asyncHooks.AsyncLocalStorage = SequentialContext;
    try {
      return require(path);
    } finally {
      asyncHooks.AsyncLocalStorage = AsyncLocalStorage;
    }
  }

  requireModule(path) {
    return require(path);
  }

  setGlobalsForRuntime(globals) {
    Object.assign(current, globals, { jest: jestObject(this.#environment) });
  }

  unstable_shouldLoadAsEsm() {
    return true;
  }

  /** By the query a file is run again that was loaded before. The address still ends like that of a source. */
  async unstable_importModule(path) {
    files += 1;
    return import(`${pathToFileURL(path)}?${files}.ts`);
  }

  enterTestCode() {}
  leaveTestCode() {}
  teardown() {}

  getSourceMaps() {
    return null;
  }

  getAllCoverageInfoCopy() {
    return undefined;
  }
}
