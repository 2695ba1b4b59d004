import { ModernFakeTimers } from '@jest/fake-timers';
import { ModuleMocker } from 'jest-mock';
import { appendFileSync } from 'node:fs';
import { processorSeconds } from './processor-time.mjs';

/** A test environment without a context of its own: tests run in the worker's own realm, as the product does. */
export default class NativeEnvironment {
  global = globalThis;
  fakeTimers = null;

  #file;
  #begun;

  constructor({ projectConfig }, { testPath }) {
    this.#file = testPath;
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
    this.#begun = processorSeconds();
  }

  /** A file that ends with false timers or with spies does not pass them on to the next. */
  async teardown() {
    this.fakeTimersModern.dispose();
    this.moduleMocker.restoreAllMocks();
    const report = process.env.PROCESSOR_REPORT;
    if (report !== undefined && this.#begun !== undefined)
      appendFileSync(report, `${JSON.stringify([this.#file, processorSeconds() - this.#begun])}\n`);
  }
}
