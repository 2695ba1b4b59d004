import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { randomUUID } from 'node:crypto';
import { Person, refusal } from '../../support/people/account.js';
import { startApp, type TestApp } from '../../support/servers/app.js';
import { requestEnvelope } from '../../support/people/creating.js';

// Long enough for the slowest machine; nothing waits for it.
jest.setTimeout(120_000);

describe('effects that the operator has withdrawn', () => {
  let app: TestApp;
  let visitor: Person;
  beforeAll(async () => {
    app = await startApp({ env: { ROLES: 'api,projector', WITHDRAWN_EFFECTS: 'hearts, confetti' } });
    visitor = new Person(app.url);
    await visitor.visit();
  });
  afterAll(() => app.close());

  const make = (template: 'hearts' | 'snow') =>
    refusal(
      visitor.api.video.createVideoByTemplate.mutate({
        ...requestEnvelope('effect-timelines'),
        subject: [{ from: 'upload', id: randomUUID() }],
        template,
        seconds: 3,
        resolution: '480p',
        aspect: '16:9',
      }),
    );

  it('are named to the pages and refused to whoever asks all the same; the others are looked at further', async () => {
    expect((await visitor.api.task.allowance.query()).withdrawnEffects).toEqual(['hearts', 'confetti']);
    expect(await make('hearts')).toEqual({ identifier: 'EFFECT_NO_LONGER_SUPPORTED', params: {} });
    expect(await make('snow')).toMatchObject({ identifier: 'IMAGE_NOT_FOUND' });
  });
});
