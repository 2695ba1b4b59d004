import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { randomUUID } from 'node:crypto';
import { Person, refusal } from '../../support/people/account.js';
import { startApp, type TestApp } from '../../support/servers/app.js';
import { requestEnvelope } from '../../support/people/creating.js';
import { until } from '../../support/until.js';
import { moderator } from '../../support/people/moderation.js';

// Long enough for the slowest machine; nothing waits for it.
jest.setTimeout(120_000);

describe('effects that are withdrawn', () => {
  let app: TestApp;
  let visitor: Person;
  let admin: Person;
  beforeAll(async () => {
    app = await startApp({ env: { ROLES: 'api,projector', WITHDRAWN_EFFECTS: 'hearts, confetti' } });
    visitor = new Person(app.url);
    await visitor.visit();
    admin = await moderator(app);
  });
  afterAll(() => app.close());

  const make = (template: 'hearts' | 'snow' | 'glitch') =>
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

  it('by an administrator leave the galleries and are refused, until they are published again', async () => {
    const gallery = async () => (await visitor.api.catalog.gallery.query()).withdrawn;
    const poster = () =>
      refusal(
        visitor.api.template2Image.create.mutate({
          ...requestEnvelope('typesetter'),
          design: 'sale',
          palette: 'coral',
          headline: 'Sale',
          sub: '',
          line: '',
          image: { from: 'upload', id: randomUUID() },
        }),
      );
    expect(await make('glitch')).toMatchObject({ identifier: 'IMAGE_NOT_FOUND' });
    expect(await poster()).toMatchObject({ identifier: 'IMAGE_NOT_FOUND' });
    await admin.api.catalog.unpublish.mutate({ id: 'effect.template-glitch', expected: 0 });
    await admin.api.catalog.unpublish.mutate({ id: 'template.design-sale', expected: 0 });
    expect(await gallery()).toEqual(['effect.template-glitch', 'template.design-sale']);
    expect(await poster()).toMatchObject({ identifier: 'TEMPLATE_NOT_FOUND' });
    expect(await make('glitch')).toMatchObject({ identifier: 'EFFECT_NO_LONGER_SUPPORTED' });
    await admin.api.catalog.publish.mutate({ id: 'effect.template-glitch', expected: 1 });
    expect(await gallery()).toEqual(['template.design-sale']);
    expect(await make('glitch')).toMatchObject({ identifier: 'IMAGE_NOT_FOUND' });
  });

  it('by an administrator only, whose changes are in the history and in the log by name', async () => {
    const id = 'category.winter';
    const content = { kind: 'category', title: { en: 'Winter' } } as const;
    expect(await refusal(visitor.api.catalog.create.mutate({ id, content }))).toMatchObject({
      identifier: 'PERMISSION_ERROR',
    });
    await admin.api.catalog.create.mutate({ id, content });
    expect(await refusal(admin.api.catalog.create.mutate({ id, content }))).toMatchObject({
      identifier: 'CATEGORY_ALREADY_EXISTS',
    });
    await admin.api.catalog.update.mutate({ id, expected: 1, content: { ...content, title: { en: 'Snow' } } });
    expect(await refusal(admin.api.catalog.publish.mutate({ id, expected: 1 }))).toEqual({
      identifier: 'ENTRY_CHANGED',
      params: { version: 2 },
    });
    const history = await until(
      () => admin.api.catalog.history.query({ id }),
      (changes) => changes.length === 2,
    );
    const { id: who } = await admin.me();
    expect(history).toMatchObject([
      { number: 2, action: 'update', who },
      { number: 1, action: 'create', who, content },
    ]);
    const { records } = await admin.api.operatorLog.list.query({ limit: 20 });
    expect(records).toContainEqual(
      expect.objectContaining({ who, what: 'catalog.update', permission: 'editCatalogue', subjects: { id } }),
    );
  });

  it('show an announcement to each user until they dismiss it', async () => {
    const id = 'announcement.news';
    await admin.api.catalog.create.mutate({
      id,
      content: { kind: 'announcement', form: 'bar', title: { en: 'News', ar: 'أخبار' } },
    });
    const shown = async (person: Person) => (await person.api.catalog.announcements.query()).map((one) => one.id);
    expect(await shown(visitor)).toEqual([]);
    await admin.api.catalog.publish.mutate({ id, expected: 1 });
    expect([await shown(visitor), await shown(admin)]).toEqual([[id], [id]]);
    await visitor.api.catalog.dismiss.mutate({ id });
    expect([await shown(visitor), await shown(admin)]).toEqual([[], [id]]);
  });
});
