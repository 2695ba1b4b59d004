import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { startApp, type TestApp } from '../support/app.js';
import { signInVisitor } from '../support/visitor.js';

describe('the auth wire', () => {
  let app: TestApp;
  beforeAll(async () => {
    app = await startApp();
  });
  afterAll(() => app.close());

  it('signs a device in', async () => {
    const visitor = await signInVisitor(app.url);
    console.log(JSON.stringify(await visitor.session()));
    console.log(await visitor.api.user.find.query(), await visitor.api.user.getReqInfo.query());
    for (const path of ['/api/health', '/metrics', '/api/nothing', '/nothing', '/api/auth/providers', '/api/trpc/nothing', '/api/auth/error?error=X']) {
      const r = await fetch(app.url + path, {redirect: 'manual'});
      console.log(path, r.status, await r.text(), [...r.headers]);
    }
    expect(app.logged).toEqual([]);
  });
});
