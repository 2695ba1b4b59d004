import { describe, expect, test } from '@jest/globals';
import { Global, Module } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { QueryBus } from '@nestjs/cqrs';
import { serve } from '../../test/support/servers/remote/serve.js';
import type { UserId } from '../kernel/ids.js';
import { createMemoryDocumentStore } from '../platform/documents/memory.js';
import { CLOCK, CONFIG, DOCUMENTS, LOGGER } from '../platform/tokens.js';
import { ModerationModule } from './moderation.module.js';
import { NO_CHANGES, type PolicyContent } from './policy/policy.shared.js';
import { PolicyStore } from './policy/policy.store.js';
import { CheckText, CheckTextHandler, FindFlags, JudgedTexts } from './queries.js';
import type { TextCheck } from './text-check/port.js';

const quiet = { debug: () => undefined, info: () => undefined, warn: () => undefined, error: () => undefined };
const policyOf = (content: PolicyContent) => ({ current: async () => ({ number: 1, content }) });
const ask = (check: TextCheck['check'], query: CheckText, content = NO_CHANGES) =>
  new CheckTextHandler(new JudgedTexts({ check }, policyOf(content)), quiet).execute(query);

describe('checking a text', () => {
  test('lets pass what the check has nothing against', async () => {
    expect(await ask(async () => [], new CheckText('a lake'))).toEqual({ ok: true, value: undefined });
  });

  test('says which field was refused and why', async () => {
    expect(
      await ask(
        async () => [{ category: 'gore', score: 100, words: ['Gore', 'g.o.r.e'] }],
        new CheckText('…', 'negativePrompt'),
      ),
    ).toEqual({
      ok: false,
      error: {
        identifier: 'SENSITIVE_TEXT',
        params: { input: 'negativePrompt', category: 'gore', words: 'Gore, g.o.r.e' },
      },
    });
  });

  test('lets nothing pass that could not be judged', async () => {
    expect(
      await ask(async () => {
        throw new Error('out of reach');
      }, new CheckText('a lake')),
    ).toEqual({ ok: false, error: { identifier: 'UNEXPECTED_MODERATION', params: {} } });
  });

  test('logs the fault and never the text', async () => {
    const lines: string[] = [];
    const logs = {
      ...quiet,
      error: (fields: object, message: string) => void lines.push(JSON.stringify(fields), message),
    };
    const failing: TextCheck = {
      check: async () => {
        throw new Error('out of reach');
      },
    };
    await new CheckTextHandler(new JudgedTexts(failing, policyOf(NO_CHANGES)), logs).execute(
      new CheckText('my secret prompt'),
    );
    expect(lines.join(' ')).not.toContain('secret');
    expect(lines).toHaveLength(2);
  });
});

describe('finding what reviewers should know', () => {
  test('asks no external API, and names what the word lists find while it is down', async () => {
    const server = await serve(() => ({ status: 429 }));
    const provided = [
      { provide: CLOCK, useValue: { now: () => 1_800_000_000_000 } },
      { provide: CONFIG, useValue: { moderationApi: { url: server.url, model: 'omni', limitMs: 1_000 } } },
      { provide: DOCUMENTS, useValue: createMemoryDocumentStore() },
      { provide: LOGGER, useValue: quiet },
    ];
    class Platform {}
    Global()(Platform);
    Module({ providers: provided, exports: provided.map(({ provide }) => provide) })(Platform);
    class Root {}
    Module({ imports: [Platform, ModerationModule] })(Root);
    const app = await NestFactory.createApplicationContext(Root, { logger: false });
    try {
      const rules = { 'text.sexual': { threshold: 50, action: 'review' } } as const;
      const store = app.get(PolicyStore);
      const { number: seen } = await store.latest();
      const by = 'max' as UserId; // the test's own user
      await store.add(seen, { ...NO_CHANGES, rules }, { at: 1_700_000_000_000, by, reason: 'An art school.' });
      const flags = new FindFlags('A nude study', { hash: 'h', rule: 'image.after' });
      expect(await app.get(QueryBus).execute(flags)).toEqual(['text.sexual']);
      expect(server.received).toEqual([]);
    } finally {
      await app.close();
      await server.close();
    }
  });
});
