import { afterEach } from '@jest/globals';
import { startApp, type TestApp, type TestAppOptions } from './app.js';

/** Starts apps for the tests of a `describe`, and closes after each test those that it has started. */
export function appsOfEachTest(): (options?: TestAppOptions) => Promise<TestApp> {
  const running: TestApp[] = [];
  afterEach(async () => {
    for (const one of running.splice(0)) await one.close();
  });
  return async (options = {}) => {
    const app = await startApp(options);
    running.push(app);
    return app;
  };
}
