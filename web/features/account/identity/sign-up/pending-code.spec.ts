import { describe, expect, it } from '@jest/globals';
import { pendingAddress, PENDING_CODE_MS, storePendingAddress } from './pending-code';

function shelf() {
  const kept = new Map<string, string>();
  return () => ({
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => void kept.set(key, value),
    removeItem: (key: string) => void kept.delete(key),
  });
}
const NOW = 1_800_000_000_000;

describe('the address that waits for its code', () => {
  it('is there after a reload, for an hour', () => {
    const own = shelf();
    storePendingAddress(' ada@kinora.example ', NOW, own);
    expect(pendingAddress(NOW, own)).toBe('ada@kinora.example');
    expect(pendingAddress(NOW + PENDING_CODE_MS - 1, own)).toBe('ada@kinora.example');
    expect(pendingAddress(NOW + PENDING_CODE_MS, own)).toBeUndefined();
    expect(pendingAddress(NOW - 1, own)).toBeUndefined();
  });

  it('is forgotten once it is confirmed', () => {
    const own = shelf();
    storePendingAddress('ada@kinora.example', NOW, own);
    storePendingAddress(undefined, NOW, own);
    expect(pendingAddress(NOW, own)).toBeUndefined();
  });

  it('is nobody where nothing can be stored, or something else was', () => {
    const broken = (): never => {
      throw new Error('storage is off');
    };
    expect(() => storePendingAddress('ada@kinora.example', NOW, broken)).not.toThrow();
    expect(pendingAddress(NOW, broken)).toBeUndefined();
    const own = shelf();
    own().setItem('kinora-pending-code', 'something else');
    expect(pendingAddress(NOW, own)).toBeUndefined();
  });
});
