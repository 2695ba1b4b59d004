import { describe, expect, it } from '@jest/globals';
import type { UserId } from '../../kernel/ids.js';
import { createMemoryRateLimit } from '../../platform/rate-limit/memory.js';
import { UPLOAD_LIMITS } from '../uploads/upload.shared.js';
import { BOARD, type BoardContent, type NodeId } from './board.shared.js';
import { BOARD_RATES, Boards, type BoardsDeps } from './boards.js';

const owner = 'u' as UserId; // test user
const board = (nodes: number, letters: number): BoardContent => ({
  nodes: Array.from({ length: nodes }, (_, index) => ({
    kind: 'words',
    id: `n${index}` as NodeId,
    x: 0,
    y: 0,
    text: 'x'.repeat(letters),
  })),
  edges: [],
});
/** Boards without a project: a save that passes the limits fails with PROJECT_NOT_FOUND. */
function boards(free = Number.MAX_SAFE_INTEGER): Boards {
  const place: BoardsDeps['projects']['place'] = async () => ({
    ok: false,
    error: { identifier: 'PROJECT_NOT_FOUND', params: {} },
  });
  // no other dependency is used
  return new Boards({
    rateLimit: createMemoryRateLimit({ now: () => 0 }),
    freeBytes: async () => free,
    projects: { place },
  } as unknown as BoardsDeps);
}
const refusal = async (saving: ReturnType<Boards['save']>): Promise<unknown> => {
  const saved = await saving;
  return saved.ok ? undefined : { identifier: saved.error.identifier, ...saved.error.params };
};

describe('saving a board', () => {
  it('is refused above the bytes that one may have', async () => {
    expect(await refusal(boards().save(owner, undefined, 0, board(1, BOARD.bytes)))).toEqual({
      identifier: 'BOARD_INVALID',
      node: '',
      reason: 'too-large',
    });
    expect(await refusal(boards().save(owner, undefined, 0, board(1, BOARD.bytes - 200)))).toEqual({
      identifier: 'PROJECT_NOT_FOUND',
    });
  });

  it('leaves free on the disk what uploads leave free', async () => {
    expect(await refusal(boards(UPLOAD_LIMITS.freeBytes).save(owner, undefined, 0, board(1, 10)))).toEqual({
      identifier: 'TRY_AGAIN',
    });
    expect(await refusal(boards(UPLOAD_LIMITS.freeBytes + 10_000).save(owner, undefined, 0, board(1, 10)))).toEqual({
      identifier: 'PROJECT_NOT_FOUND',
    });
  });

  it('is limited for large boards before it is for small ones', async () => {
    const limited = boards();
    for (let count = 0; count < BOARD_RATES['save-large']; count += 1)
      await limited.save(owner, undefined, 0, board(1, 100_000));
    expect(await refusal(limited.save(owner, undefined, 0, board(1, 100_000)))).toEqual({
      identifier: 'AI_RATE_LIMIT',
      seconds: 60,
    });
    expect(await refusal(limited.save(owner, undefined, 0, board(1, 10)))).toEqual({ identifier: 'PROJECT_NOT_FOUND' });
  });
});
