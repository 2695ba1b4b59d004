import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { z } from 'zod';
import type { AnalyticsEvent } from '@src/analytics/events.shared';
import { dataLayerSink } from './data-layer';

const take = (event: AnalyticsEvent): void =>
  dataLayerSink.take({ event, area: 'ai_image' }, { visit: 'v', tab: 't', status: 'anon' });
const layer = (): unknown => Reflect.get(window, 'dataLayer');
const around = { area: 'ai_image', session_id: 'v', tab_id: 't', user_status: 'anon' };

beforeEach(() => {
  Reflect.set(globalThis, 'window', {});
});
afterEach(() => {
  dataLayerSink.forget();
  Reflect.deleteProperty(globalThis, 'window');
});

describe('a tag manager', () => {
  it('is told what happened and where', () => {
    take({ name: 'resource_click', resource_type: 'tool', resource_id: 'upscaler' });
    expect(layer()).toEqual([{ event: 'resource_click', resource_type: 'tool', resource_id: 'upscaler', ...around }]);
  });

  it('is told the id of a work of the product, and of none that somebody has made', () => {
    take({ name: 'content_click', content_id: '01-sunset', author_id: 'kinora', content_tags: ['image'] });
    take({ name: 'content_click', content_id: 'mine', author_id: 'self', content_tags: ['image'] });
    expect(layer()).toEqual([
      { event: 'content_click', content_id: '01-sunset', author_id: 'kinora', content_tags: ['image'], ...around },
      { event: 'content_click', author_id: 'self', content_tags: ['image'], ...around },
    ]);
  });

  it('is told a creation and a project by ids of this page alone, the same for the same', () => {
    take({
      name: 'createflow_start',
      createflow_id: 'f',
      project_id: 'p-mine',
      form_type: 'text_to_image',
      flow: 'easy',
    });
    take({ name: 'creation_started', record_id: 'r-mine', procedure: 'text2Image.create', input: { style: 'oil' } });
    take({ name: 'creation_success', record_id: 'r-mine', procedure: 'text2Image.create' });
    take({ name: 'creation_failed', record_id: 'r-mine', procedure: 'text2Image.create', error: 'NETWORK' });
    expect(JSON.stringify(layer())).not.toContain('mine');
    const alias = expect.stringMatching(/^[0-9a-f-]{36}$/);
    expect(layer()).toEqual([
      {
        event: 'createflow_start',
        createflow_id: 'f',
        project_id: alias,
        form_type: 'text_to_image',
        flow: 'easy',
        ...around,
      },
      {
        event: 'creation_started',
        record_id: alias,
        procedure: 'text2Image.create',
        input: { style: 'oil' },
        ...around,
      },
      { event: 'creation_success', record_id: alias, procedure: 'text2Image.create', ...around },
      { event: 'creation_failed', record_id: alias, procedure: 'text2Image.create', error: 'NETWORK', ...around },
    ]);
    const records = z
      .array(z.object({ record_id: z.string().optional() }))
      .parse(layer())
      .flatMap(({ record_id: record }) => record ?? []);
    expect([records.length, new Set(records).size]).toEqual([3, 1]);
  });

  it('is told why somebody leaves by the reasons that they chose, and nothing that they wrote', () => {
    take({ name: 'cancel_sub', reasons: ['too-expensive'], extra_text: 'my own words' });
    expect(layer()).toEqual([{ event: 'cancel_sub', reasons: ['too-expensive'], ...around }]);
  });

  it('keeps what it has put there itself when what was told is forgotten', () => {
    Reflect.set(window, 'dataLayer', [{ event: 'its own' }]);
    take({ name: 'page_view' });
    dataLayerSink.forget();
    expect(layer()).toEqual([{ event: 'its own' }]);
  });
});
