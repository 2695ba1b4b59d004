import { describe, expect, it } from '@jest/globals';
import { BOARD, boardContent, type BoardContent, type NodeId } from './board.shared.js';
import { lastTurnOf, turnOf, type Said } from './chat.shared.js';
import { faultOf, neededFor } from './structure.shared.js';

const idOf = (index: number): NodeId => `t${index}` as NodeId;
const said = (index: number, given: Partial<Said> = {}): Said => ({
  text: `turn ${index}`,
  id: idOf(index),
  edge: `e${index}`,
  seed: index,
  models: { first: 'preview', next: 'preview-restyle' },
  ...given,
});
const EMPTY: BoardContent = { nodes: [], edges: [] };

function talk(...turns: readonly Said[]): BoardContent {
  return turns.reduce((board, turn) => {
    const next = turnOf(board, turn);
    if (!next.ok) throw new Error(next.error);
    return next.value.board;
  }, EMPTY);
}

describe('a conversation', () => {
  it('begins with a picture of words, and goes on from the picture before', () => {
    const board = talk(said(0), said(1, { style: 'ink' }), said(2, { text: '  as an oil painting ' }));
    expect(board.nodes).toMatchObject([
      {
        procedure: 'text2Image.create',
        model: 'preview',
        prompt: 'turn 0',
        turn: 0,
        settings: { seed: 0, style: 'natural' },
      },
      {
        procedure: 'image2Image.create',
        model: 'preview-restyle',
        prompt: 'turn 1',
        turn: 1,
        settings: { style: 'ink', strength: 0.6 },
      },
      { prompt: 'as an oil painting', turn: 2 },
    ]);
    expect(board.edges).toEqual([
      { id: 'e1', from: 't0', to: 't1', feeds: 'image' },
      { id: 'e2', from: 't1', to: 't2', feeds: 'image' },
    ]);
    expect(lastTurnOf(board)?.id).toBe('t2');
    expect([faultOf(board), boardContent.safeParse(board).success]).toEqual([undefined, true]);
    expect(neededFor(board, idOf(2)).map(({ id }) => id)).toEqual(['t0', 't1', 't2']);
  });

  it('goes on from an earlier turn, or from a picture that is given, or begins once more', () => {
    const board = talk(said(0), said(1), said(2, { after: idOf(0) }), said(3, { after: null }));
    expect(board.edges.map(({ from, to }) => [from, to])).toEqual([
      ['t0', 't1'],
      ['t0', 't2'],
    ]);
    const places = board.nodes.map(({ x, y }) => `${x} ${y}`);
    expect(new Set(places).size).toBe(places.length);
    const given: BoardContent = { nodes: [{ kind: 'given', id: idOf(9), x: 0, y: 0, ref: null }], edges: [] };
    expect(turnOf(given, said(0, { after: idOf(9) }))).toMatchObject({
      ok: true,
      value: { node: { procedure: 'image2Image.create', turn: 0 } },
    });
  });

  it('is refused without words, from nowhere, from words, and where there is no room', () => {
    expect(turnOf(EMPTY, said(0, { text: '  ' }))).toEqual({ ok: false, error: 'empty' });
    expect(turnOf(EMPTY, said(0, { after: idOf(9) }))).toEqual({ ok: false, error: 'unknown' });
    expect(
      turnOf(
        { nodes: [{ kind: 'words', id: idOf(9), x: 0, y: 0, text: 'x' }], edges: [] },
        said(0, { after: idOf(9) }),
      ),
    ).toEqual({ ok: false, error: 'unknown' });
    const full = talk(...Array.from({ length: BOARD.nodes }, (_, index) => said(index)));
    expect(turnOf(full, said(500))).toEqual({ ok: false, error: 'full' });
  });
});
