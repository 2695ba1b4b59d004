import { expect, it } from '@jest/globals';
import type { UserId } from '../../kernel/ids.js';
import { createMemoryDocumentStore } from '../../platform/documents/memory.js';
import { runCli, type CliTools } from '../../platform/cli.js';
import { billingCli } from '../finance/cli.js';
import { IdempotentActions } from '../shop/idempotent-actions.js';

it('the operator can list why plans were cancelled, with what was written, oldest first', async () => {
  const actions = await IdempotentActions.open(createMemoryDocumentStore());
  // A name of the test's own.
  const userId = 'ann' as UserId;
  const request = { userId, subscriptionId: 'sub-1' };
  await actions.keep(
    { ...request, requestId: 'b', kind: 'cancel', reasons: ['too-expensive', 'other'], text: 'I move\nto a farm.' },
    2_000,
  );
  await actions.keep({ ...request, requestId: 'a', kind: 'cancel' }, 1_000);
  await actions.keep({ ...request, requestId: 'c', kind: 'reactivate' }, 3_000);
  const said: string[] = [];
  // The command requests nothing else of the installation.
  const tools = { get: () => actions, say: (line: string) => void said.push(line) } as unknown as CliTools;
  const code = await runCli(
    [billingCli],
    ['billing', 'cancellations'],
    async () => ({ tools, close: async () => undefined }),
    { say: tools.say, complain: tools.say },
  );
  expect([code, said]).toEqual([
    0,
    [
      '1970-01-01T00:00:01.000Z  sub-1  no reason',
      '1970-01-01T00:00:02.000Z  sub-1  too-expensive, other  "I move\\nto a farm."',
      '2 cancellations.',
    ],
  ]);
});
