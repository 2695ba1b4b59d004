import { describe, expect, test } from '@jest/globals';
import { NO_CHANGES, type PolicyContent } from './policy/policy.shared.js';
import { CheckText, CheckTextHandler, JudgedTexts } from './queries.js';
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
