import { ModernFakeTimers } from '@jest/fake-timers';
import { ModuleMocker } from 'jest-mock';

/** A test environment without a context of its own: tests run in the worker's own realm, as the product does. */
export default class NativeEnvironment {
  global = globalThis;
  fakeTimers = null;

  constructor({ projectConfig }) {
    this.moduleMocker = new ModuleMocker(globalThis);
    this.fakeTimersModern = new ModernFakeTimers({ config: projectConfig, global: globalThis });
  }

  getVmContext() {
    return null;
  }

  /** Node maps the lines of a stack, because it has the modules; Jest's own formatter has none of them. */
  async setup() {
    delete Error.prepareStackTrace;
    process.setSourceMapsEnabled(true);
  }

  /** A file that ends with false timers or with spies does not pass them on to the next. */
  async teardown() {
    this.fakeTimersModern.dispose();
    this.moduleMocker.restoreAllMocks();
  }
}
