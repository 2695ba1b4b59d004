import { describe, expect, it } from '@jest/globals';
import type { SessionStatus, User } from './press';
import { createSubmitter, type PressEnvironment } from './submitter';

const ada: User = { id: 'ada', member: false };
const soon = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

/** A press environment that the test controls. */
function changing(first: { readonly online: boolean; readonly session: SessionStatus }) {
  const listeners = new Set<() => void>();
  let now = first;
  const on = (listener: () => void): (() => void) => {
    listeners.add(listener);
    return () => listeners.delete(listener);
  };
  const around: PressEnvironment = {
    online: () => now.online,
    onNetwork: on,
    session: () => ({ session: now.session, user: now.session === 'ready' ? ada : undefined }),
    onSession: on,
    renew: () => undefined,
    after: () => () => undefined,
  };
  return {
    around,
    listeners,
    become: (next: Partial<typeof first>): void => {
      now = { ...now, ...next };
      for (const listener of listeners) listener();
    },
  };
}

function submitting(around: PressEnvironment) {
  const notices: string[] = [];
  const submitter = createSubmitter<string, string, never>(
    {
      offer: async () => ({ kind: 'price', price: 1, available: 10 }),
      send: async ({ id }, price) => `${id} for ${price}`,
      onTaken: (_press, answer) => void notices.push(answer),
      onAsk: (_press, { kind }) => void notices.push(kind),
      onRefused: () => void notices.push('refused'),
    },
    around,
  );
  return { notices, submitter };
}

describe('a submitter', () => {
  it('carries a press out when network and session come after it', async () => {
    const { around, become, listeners } = changing({ online: true, session: 'loading' });
    const { notices, submitter } = submitting(around);
    become({ online: false });
    submitter.press({ id: 'p1', payload: 'a lighthouse' });
    await soon();
    expect(notices).toEqual([]);
    become({ online: true });
    await soon();
    expect(notices).toEqual([]);
    become({ session: 'ready' });
    await soon();
    expect(notices).toEqual(['p1 for 1']);
    expect(listeners.size).toBe(0);
  });

  it('follows its surroundings for each press anew', async () => {
    const { around, become } = changing({ online: true, session: 'ready' });
    const { notices, submitter } = submitting(around);
    submitter.press({ id: 'p1', payload: 'a lighthouse' });
    await soon();
    become({ online: false });
    submitter.press({ id: 'p2', payload: 'a lighthouse' });
    become({ online: true });
    await soon();
    expect(notices).toEqual(['p1 for 1', 'p2 for 1']);
  });
});
