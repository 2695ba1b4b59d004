import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import type {
  BoardContent,
  BoardNode,
  CreationNode,
  NodeId,
  RunQuote,
  RunView,
} from '@src/creation/boards/board.shared';
import { faultOf } from '@src/creation/boards/structure.shared';
import { inputOf, PROCEDURES, type ProcedureName } from '@src/creation/tasks/task.shared';
import { emptyDraft } from '@/features/make/create/draft/draft';
import { EMPTY_BOARD, freeFrom, freePlace, without, withCopies, withEdge, withNode, withPlaces } from './edit';
import {
  chainOf,
  followersOf,
  mayConnect,
  placeable,
  placeFor,
  portsOf,
  shownPorts,
  type Connection,
  type Kinds,
} from './graph';
import { begin, ended, record, redo, undo } from './history';
import { merge, same } from './merge';
import { draftOfNode, newCreation, nodeOfDraft, nodeSettingsOf } from '../nodes/node-request';
import { quoteFor, nodeStatusOf } from '../nodes/node-status';
import { boardOf, TEMPLATES, type TemplateName } from './templates';

// The schema's own shape.
const id = (name: string): NodeId => name as NodeId;
const NONE: Kinds = new Map();
const words = (name: string, text = ''): BoardNode => ({ kind: 'words', id: id(name), x: 0, y: 0, text });
const given = (name: string): BoardNode => ({ kind: 'given', id: id(name), x: 0, y: 0, ref: null });
const creation = (name: string, procedure: ProcedureName): CreationNode =>
  newCreation({ id: id(name), procedure, model: 'preview', seed: 7, x: 0, y: 0 });
const boardWith = (nodes: readonly BoardNode[], edges: readonly Connection[] = []): BoardContent =>
  edges.reduce(withEdge, nodes.reduce(withNode, EMPTY_BOARD));
const edge = (from: string, to: string, feeds: Connection['feeds']): Connection => ({
  from: id(from),
  to: id(to),
  feeds,
});

const VIDEO = boardWith(
  [words('said', 'a harbour'), creation('picture', 'text2Image.create'), creation('film', 'video.createVideoByImage')],
  [edge('said', 'picture', 'prompt'), edge('picture', 'film', 'image')],
);

describe('what connects', () => {
  it.each<readonly [string, BoardContent, Connection, boolean]>([
    ['words to words', VIDEO, edge('said', 'picture', 'prompt'), true],
    ["words to a picture's place", VIDEO, edge('said', 'film', 'image'), false],
    ["a picture to a picture's place", VIDEO, edge('picture', 'film', 'image'), true],
    [
      "a film to a picture's place",
      boardWith([creation('film', 'video.createVideoByText'), creation('cut', 'imageTools.backgroundRemover')]),
      edge('film', 'cut', 'image'),
      false,
    ],
    [
      'a file that is not known yet to any place',
      boardWith([given('file'), creation('cut', 'imageTools.backgroundRemover')]),
      edge('file', 'cut', 'image'),
      true,
    ],
    ['a place that the call has not', VIDEO, edge('picture', 'film', 'face'), false],
    ['a node to itself', VIDEO, edge('picture', 'picture', 'prompt'), false],
    [
      'to what is fed by it',
      boardWith(
        [creation('one', 'image2Image.create'), creation('two', 'image2Image.create')],
        [edge('one', 'two', 'image')],
      ),
      edge('two', 'one', 'image'),
      false,
    ],
  ])('%s', (_name, content, connection, may) => expect(mayConnect(content, connection, NONE)).toBe(may));

  it('takes a file that is known by its kind', () => {
    const content = boardWith([given('file'), creation('cut', 'imageTools.backgroundRemover')]);
    expect(mayConnect(content, edge('file', 'cut', 'image'), new Map([[id('file'), 'video']]))).toBe(false);
    expect(mayConnect(content, edge('file', 'cut', 'image'), new Map([[id('file'), 'image']]))).toBe(true);
  });

  it('gives of what is either what its target is', () => {
    const content = boardWith(
      [
        creation('film', 'video.createVideoByText'),
        creation('swap', 'task.createFaceSwapTask'),
        creation('cut', 'imageTools.backgroundRemover'),
        creation('longer', 'video.videoExtender'),
      ],
      [edge('film', 'swap', 'target')],
    );
    expect(mayConnect(content, edge('swap', 'cut', 'image'), NONE)).toBe(false);
    expect(mayConnect(content, edge('swap', 'longer', 'video'), NONE)).toBe(true);
  });

  it('whatever may be joined is a board that the server keeps', () => {
    const nodes = fc
      .array(fc.constantFrom(...PROCEDURES), { minLength: 2, maxLength: 6 })
      .map((list) => [
        words('said'),
        given('file'),
        ...list.map((procedure, index) => creation(`n${index}`, procedure)),
      ]);
    fc.assert(
      fc.property(nodes, fc.array(fc.tuple(fc.nat(), fc.nat(), fc.nat()), { maxLength: 12 }), (list, tries) => {
        let content = boardWith(list);
        for (const [from, to, place] of tries) {
          const target = content.nodes[to % content.nodes.length];
          const source = content.nodes[from % content.nodes.length];
          if (target?.kind !== 'creation' || source === undefined) continue;
          const ports = portsOf(target.procedure);
          const feeds = ports[place % Math.max(1, ports.length)]?.feeds;
          if (feeds !== undefined && mayConnect(content, { from: source.id, to: target.id, feeds }, NONE))
            content = withEdge(content, { from: source.id, to: target.id, feeds });
        }
        expect(faultOf(content)).toBeUndefined();
      }),
      { numRuns: 60 },
    );
  });

  it('lets a place be fed by one', () => {
    const content = withEdge(withNode(VIDEO, given('file')), edge('file', 'film', 'image'));
    expect(content.edges.filter(({ to }) => to === 'film').map(({ from }) => from)).toEqual(['file']);
  });

  it('shows of several places those that are fed, and the next one', () => {
    const cast = creation('cast', 'video.createVideoBySubjects');
    const content = boardWith([given('a'), cast], [edge('a', 'cast', 'subject-1')]);
    expect(shownPorts(cast, []).map(({ feeds }) => feeds)).toEqual(['prompt', 'subject-1']);
    expect(shownPorts(cast, content.edges).map(({ feeds }) => feeds)).toEqual(['prompt', 'subject-1', 'subject-2']);
    expect(placeFor(content, id('a'), id('cast'), NONE)).toBe('subject-2');
  });
});

describe('what follows', () => {
  it('offers for words what takes words, and for a video what takes videos', () => {
    const after = (...gives: Parameters<typeof followersOf>[0]): readonly string[] =>
      followersOf(gives).map(({ procedure }) => procedure);
    expect(after('words')).toContain('text2Image.create');
    expect(after('words')).not.toContain('imageTools.upscale');
    expect(after('video')).toEqual(expect.arrayContaining(['video.videoExtender', 'lipSync.createLipSyncTask']));
    expect(after('video')).not.toContain('video.createVideoByImage');
    expect(after('audio')).toEqual(['lipSync.createLipSyncTask']);
    expect(followersOf(['image']).some(({ feeds }) => feeds === 'mask')).toBe(false);
  });

  it('is what some model serves, and never a short, which easy mode makes', () => {
    const all = [{ procedures: PROCEDURES }];
    expect(PROCEDURES.filter((procedure) => !placeable(all).includes(procedure))).toEqual(['aiShorts.create']);
    expect(placeable(all, followersOf(['words']))).not.toContain('aiShorts.create');
    expect(placeable(all, followersOf(['audio']))).toEqual(['lipSync.createLipSyncTask']);
    expect(placeable([{ procedures: ['imageTools.upscale'] }])).toEqual(['imageTools.upscale']);
  });

  it('knows what a node hangs on, each once and before it', () => {
    expect(chainOf(VIDEO, id('film'))).toEqual(['said', 'picture', 'film']);
    expect(chainOf(VIDEO, id('picture'))).toEqual(['said', 'picture']);
  });
});

describe('a node and its form', () => {
  it.each(PROCEDURES)('%s: what is set is what the call takes, and the form has it again', (procedure) => {
    const node = creation('node', procedure);
    expect(draftOfNode(node).options).toEqual(emptyDraft(procedure).options);
    expect(nodeOfDraft(node, draftOfNode(node))).toEqual(node);
    const upload = { from: 'upload', id: '0197a000-0000-4000-8000-000000000000' };
    const fed = Object.fromEntries(
      portsOf(procedure)
        .filter(({ number, feeds }) => number === undefined && feeds !== 'prompt' && feeds !== 'background')
        .map(({ feeds }) => [feeds, upload]),
    );
    const several = Object.fromEntries(
      portsOf(procedure)
        .filter(({ number }) => number === 1)
        .map(({ feeds }) => [feeds.slice(0, feeds.indexOf('-')), [upload]]),
    );
    const texts = { headline: 'Fresh', text: 'Fresh' };
    const envelope = {
      requestId: '0197a000-0000-4000-8000-000000000001',
      model: 'preview',
      price: { amount: 1, priceVersion: 1 },
    };
    const background = procedure === 'imageTools.backgroundChanger' ? { behind: 'prompt', prompt: 'a beach' } : {};
    const request = {
      ...envelope,
      ...node.settings,
      ...('headline' in node.settings ? texts : {}),
      ...(portsOf(procedure).some(({ feeds }) => feeds === 'prompt') ? { prompt: 'a beach' } : {}),
      style: 'watercolour',
      ...fed,
      ...several,
      consent: true,
      ...background,
    };
    expect(inputOf(procedure).safeParse(request).error?.issues ?? []).toEqual([]);
  });

  it("keeps consent, and settings that are not of the call's first ones", () => {
    const node = {
      ...creation('node', 'imageTools.backgroundChanger'),
      settings: { behind: 'colour', colour: '#a8c8e8', style: 'natural', seed: 3 },
    };
    expect(draftOfNode(node)).toMatchObject({ options: { behind: 'colour', colour: '#a8c8e8' }, seed: '3' });
    expect(nodeSettingsOf(node.procedure, draftOfNode(node))).toEqual(node.settings);
  });
});

describe('steps back', () => {
  it('takes back one after another, and forth again until something else is done', () => {
    const steps = record(record(begin('a'), 'b'), 'c');
    expect([
      undo(steps).present,
      undo(undo(steps)).present,
      undo(undo(undo(steps))).present,
      redo(undo(steps)).present,
    ]).toEqual(['b', 'a', 'a', 'c']);
    expect(redo(record(undo(steps), 'd')).present).toBe('d');
  });
  it('takes letters of one text as one step', () => {
    const typed = record(record(record(begin(''), 'h', 'text'), 'hi', 'text'), 'hi!', 'text');
    expect(undo(typed).present).toBe('');
    expect(undo(record(typed, 'other', 'move')).present).toBe('hi!');
  });
  it('begins another step after a pause', () => {
    const typed = record(ended(record(begin(''), 'a harbour', 'text')), 'a harbour at dusk', 'text');
    expect([undo(typed).present, undo(undo(typed)).present]).toEqual(['a harbour', '']);
  });
  it('keeps no change that changed nothing', () => expect(record(begin('a'), 'a').past).toEqual([]));
});

describe('changes of two hands', () => {
  const moved = (content: BoardContent, name: string, x: number): BoardContent =>
    withPlaces(content, new Map([[name, { x, y: 0 }]]));
  const said = (content: BoardContent, text: string): BoardContent => ({
    ...content,
    nodes: content.nodes.map((node) => (node.kind === 'words' ? { ...node, text } : node)),
  });

  it('are both there where they are of different things, also of one node', () => {
    expect(merge(VIDEO, moved(VIDEO, 'said', 40), said(VIDEO, 'a beach')).nodes[0]).toMatchObject({
      x: 40,
      text: 'a beach',
    });
    expect(
      merge(VIDEO, withNode(VIDEO, words('mine')), withNode(VIDEO, words('theirs'))).nodes.map((node) => node.id),
    ).toEqual(['said', 'picture', 'film', 'mine', 'theirs']);
  });
  it('of the same thing count as mine', () =>
    expect(merge(VIDEO, said(VIDEO, 'mine'), said(VIDEO, 'theirs')).nodes[0]).toMatchObject({ text: 'mine' }));
  it('take away what nobody has touched, and keep what somebody has', () => {
    expect(merge(VIDEO, VIDEO, without(VIDEO, new Set(['said'])))).toMatchObject({
      nodes: [{ id: 'picture' }, { id: 'film' }],
      edges: [{ from: 'picture' }],
    });
    expect(
      merge(VIDEO, said(VIDEO, 'typed on'), without(VIDEO, new Set(['said']))).nodes.some((node) => node.id === 'said'),
    ).toBe(true);
    expect(merge(VIDEO, without(VIDEO, new Set(['film'])), VIDEO).nodes.map((node) => node.id)).toEqual([
      'said',
      'picture',
    ]);
  });
  it('never make a board that hangs on itself, or that nobody keeps', () => {
    const two = boardWith([creation('one', 'image2Image.create'), creation('two', 'image2Image.create')]);
    const both = merge(two, withEdge(two, edge('one', 'two', 'image')), withEdge(two, edge('two', 'one', 'image')));
    expect(both.edges).toHaveLength(1);
    expect(faultOf(both)).toBeUndefined();
  });
  it('compares what is written, whatever the order of names', () => {
    expect(same({ a: 1, b: [1, { c: 2 }] }, { b: [1, { c: 2 }], a: 1 })).toBe(true);
    expect(same({ a: 1 }, { a: 1, b: undefined })).toBe(true);
    expect(same([1, 2], [2, 1])).toBe(false);
  });
});

describe('copies and places', () => {
  it('copies nodes with the edges among them and those that feed them, and nothing that was made', () => {
    let next = 0;
    const madeOf = { taskId: '0197a000-0000-4000-8000-000000000000', index: 0, fingerprint: 'f' };
    const content = {
      ...VIDEO,
      nodes: VIDEO.nodes.map((node) => (node.kind === 'creation' ? { ...node, made: madeOf, turn: 1 } : node)),
    };
    const { content: grown, copies } = withCopies(content, [id('picture'), id('film')], () =>
      id(`copy-${(next += 1)}`),
    );
    expect(copies).toHaveLength(2);
    expect(grown.edges.slice(2).map(({ from, to }) => [from, to])).toEqual([
      ['said', 'copy-1'],
      ['copy-1', 'copy-2'],
    ]);
    for (const copy of grown.nodes.slice(3)) expect(copy).not.toHaveProperty('made');
    expect(faultOf(grown)).toBeUndefined();
  });
  it('finds a place where nothing stands', () => {
    const place = freePlace(boardWith([words('said')]), { x: -380, y: 0 });
    expect(place).toEqual({ x: 0, y: 300 });
    expect(freePlace(boardWith([words('said')]), { x: -380, y: 0 }, () => 500)).toEqual({ x: 0, y: 540 });
    expect(freeFrom(boardWith([words('said')]), { x: 0, y: -400 })).toEqual({ x: 0, y: -400 });
    expect(freeFrom(boardWith([words('said')]), { x: 0, y: -100 })).toEqual({ x: 0, y: 300 });
  });
});

describe('what a run is known by', () => {
  const quote: RunQuote = {
    version: 1,
    total: 24,
    steps: [
      { node: id('picture'), price: 0, status: 'reused' },
      { node: id('film'), price: 20, status: 'waiting' },
      { node: id('other'), price: 4, status: 'waiting' },
    ],
    likeness: [id('other')],
    refused: [{ node: id('lonely'), error: { identifier: 'BOARD_INVALID', params: {} } }],
  };
  const run = (status: RunView['status'], step: RunView['steps'][number]['status']): RunView => ({
    id: 'run',
    status,
    steps: [{ node: id('film'), status: step, price: 20 }],
    total: 20,
    createdAt: 0,
  });
  const video = creation('film', 'video.createVideoByImage');
  const made = { taskId: 'task', index: 0, fingerprint: 'f' };

  it('costs of a node what it hangs on costs, and of the board all', () => {
    expect(quoteFor(quote, VIDEO, id('film'))).toEqual({
      total: 20,
      toMake: 1,
      reused: 1,
      refused: [],
      likeness: false,
    });
    expect(quoteFor(quote, VIDEO, null)).toMatchObject({
      total: 24,
      toMake: 2,
      likeness: true,
      refused: [{ node: 'lonely' }],
    });
  });
  it('says how a node stands', () => {
    expect(nodeStatusOf(video, undefined, quote).kind).toBe('idle');
    expect(nodeStatusOf(video, run('running', 'waiting'), quote).kind).toBe('waiting');
    expect(nodeStatusOf(video, run('failed', 'failed'), quote)).toEqual({ kind: 'failed', error: undefined });
    expect(nodeStatusOf({ ...video, made }, run('succeeded', 'succeeded'), quote)).toEqual({
      kind: 'done',
      changed: true,
    });
    expect(nodeStatusOf({ id: id('picture'), made }, undefined, quote)).toEqual({ kind: 'done', changed: false });
  });
});

describe('boards to begin with', () => {
  // Object.keys forgets the names.
  it.each(Object.keys(TEMPLATES) as TemplateName[])(
    '%s is one that the server keeps, and none where a call is not offered',
    (name) => {
      let next = 0;
      const parts = {
        newId: () => id(`n${(next += 1)}`),
        modelFor: (): string | undefined => 'preview',
        seed: () => 7,
        text: 'a harbour',
      };
      const board = boardOf(name, parts);
      expect(board === undefined ? 'nothing' : faultOf(board)).toBeUndefined();
      expect(board?.nodes).toHaveLength(3);
      expect(boardOf(name, { ...parts, modelFor: () => undefined })).toBeUndefined();
    },
  );
});
