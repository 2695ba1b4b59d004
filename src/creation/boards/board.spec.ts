import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { charge } from '../../catalog/cost.shared.js';
import { keyOf, planBoard, type Wanted } from './board.js';
import {
  boardContent,
  type BoardContent,
  type BoardEdge,
  type BoardNode,
  type CreationNode,
  type NodeId,
} from './board.shared.js';
import { faultOf, neededFor } from './structure.shared.js';
import {
  drawn,
  restyled,
  edge,
  words,
  video,
  given,
  plan,
  must,
  NOTHING_FREE,
  idOf,
  after,
  ALL,
  FREE,
  taskOf,
  creation,
  MODELS,
  UPLOAD,
  stored,
} from '../../../test/fixtures/boards.js';

describe('a board', () => {
  it.each<[string, BoardNode[], BoardEdge[], unknown]>([
    ['one id twice', [drawn(1), drawn(1)], [], { node: 'n1', reason: 'duplicate' }],
    ['an edge from nothing', [restyled(1)], [edge(9, 1, 'image')], { node: 'n1', reason: 'unknown-node' }],
    ['an edge to nothing', [drawn(1)], [edge(1, 9, 'image')], { node: 'n1', reason: 'unknown-node' }],
    [
      'a place that its call has not',
      [drawn(1), restyled(2)],
      [edge(1, 2, 'mask')],
      { node: 'n2', reason: 'no-place' },
    ],
    [
      'words where none are taken',
      [words('w', 'x'), video(1)],
      [edge('w', 1, 'prompt')],
      { node: 'n1', reason: 'no-place' },
    ],
    [
      'words in a picture’s place',
      [words('w', 'x'), video(1)],
      [edge('w', 1, 'image')],
      { node: 'n1', reason: 'wrong-kind' },
    ],
    ['a picture as words', [given('g'), drawn(1)], [edge('g', 1, 'prompt')], { node: 'n1', reason: 'wrong-kind' }],
    [
      'a film in a picture’s place',
      [given('g'), video(1), restyled(2)],
      [edge('g', 1, 'image'), edge(1, 2, 'image')],
      { node: 'n2', reason: 'wrong-kind' },
    ],
    [
      'something that feeds words',
      [drawn(1), words('w', 'x')],
      [edge(1, 'w', 'image')],
      { node: 'nw', reason: 'no-place' },
    ],
    [
      'two in one place',
      [drawn(1), drawn(2), restyled(3)],
      [edge(1, 3, 'image'), edge(2, 3, 'image')],
      { node: 'n3', reason: 'twice' },
    ],
    ['what hangs on itself', [restyled(1)], [edge(1, 1, 'image')], { node: 'n1', reason: 'cycle' }],
    [
      'what hangs on itself by another',
      [restyled(1), restyled(2)],
      [edge(1, 2, 'image'), edge(2, 1, 'image')],
      { node: 'n1', reason: 'cycle' },
    ],
  ])('is refused with %s', (_, nodes, edges, fault) => {
    expect(faultOf({ nodes, edges })).toEqual(fault);
  });

  it('may be unfinished, and feed one result to several', () => {
    expect(
      faultOf({
        nodes: [drawn(1), restyled(2), video(3), video(4), given('g', null)],
        edges: [edge(1, 2, 'image'), edge(2, 3, 'image'), edge(1, 4, 'image')],
      }),
    ).toBeUndefined();
  });
});

describe('the plan of a board', () => {
  const CHAIN: [BoardNode[], BoardEdge[]] = [
    [video(3), restyled(2), words('w', 'a harbour'), drawn(1)],
    [edge('w', 1, 'prompt'), edge(1, 2, 'image'), edge(2, 3, 'image')],
  ];

  it('reckons sizes and prices of what is still to be made as the forms do', () => {
    const { steps, total, refused } = plan(...CHAIN);
    expect(refused).toEqual([]);
    expect(steps.map(({ node, prompt }) => [node, prompt])).toEqual([
      ['n1', 'a harbour'],
      ['n2', ''],
      ['n3', ''],
    ]);
    const prices = [
      charge(must('preview'), { outputs: 1, pixels: 1_024 * 576, seconds: 0 }, NOTHING_FREE),
      charge(must('preview-restyle'), { outputs: 1, pixels: 1_024 * 576, seconds: 0 }, NOTHING_FREE),
      charge(must('parallax'), { outputs: 1, pixels: 1_280 * 720, seconds: 5 }, NOTHING_FREE),
    ].map(({ amount }) => amount);
    expect(steps.map(({ price }) => price)).toEqual(prices);
    expect(total).toBe(prices.reduce((sum, price) => sum + price, 0));
  });

  it('makes only what a node hangs on', () => {
    expect(plan(...CHAIN, { to: idOf(2), anew: false }).steps.map(({ node }) => node)).toEqual(['n1', 'n2']);
    expect(neededFor({ nodes: CHAIN[0], edges: CHAIN[1] }, idOf('w'))).toEqual([]);
  });

  it('takes what was made before and has not changed, unless it is asked for anew', () => {
    const content = { nodes: CHAIN[0], edges: CHAIN[1] };
    const facts = after(content);
    const again = (wanted: Wanted, nodes = content.nodes) =>
      planBoard({ ...content, nodes }, wanted, facts)
        .steps.filter(({ reused }) => reused === undefined)
        .map(({ node }) => node);
    expect(planBoard(content, ALL, facts).total).toBe(0);
    expect(again(ALL)).toEqual([]);
    expect(again({ to: idOf(3), anew: true })).toEqual(['n3']);
    expect(again({ to: idOf(2), anew: true })).toEqual(['n2']);
    expect(again({ to: null, anew: true })).toEqual(['n1', 'n2', 'n3']);
    // A repeated node makes its dependants run again, but not its dependencies.
    expect(
      again(
        ALL,
        content.nodes.map((node) => (node.id === idOf(2) ? restyled(2, { style: 'oil' }) : node)),
      ),
    ).toEqual(['n2', 'n3']);
    expect(
      again(
        ALL,
        content.nodes.map((node) => (node.kind === 'words' ? { ...node, text: 'a hill' } : node)),
      ),
    ).toEqual(['n1', 'n2', 'n3']);
    // The position of a node is not part of its fingerprint.
    expect(
      again(
        ALL,
        content.nodes.map((node) => ({ ...node, x: 500 })),
      ),
    ).toEqual([]);
    // A deleted result is created again.
    expect(
      planBoard(content, ALL, { ...facts, media: FREE.media }).steps.every(({ reused }) => reused === undefined),
    ).toBe(true);
  });

  it('counts what may cost nothing today, one creation at a time', () => {
    const facts = { callerKinds: { kinds: ['unlimited'] as const, tier: 'unlimited' as const }, relaxedLeft: 2 };
    expect(plan([drawn(1), drawn(2), drawn(3)], [], ALL, facts).steps.map(({ price }) => price)).toEqual([0, 0, 1]);
  });

  it.each<[string, BoardNode[], BoardEdge[], object]>([
    [
      'nothing in a place that must be filled',
      [video(1)],
      [],
      { identifier: 'VALIDATION_ERROR', params: { field: 'image', node: 'n1' } },
    ],
    [
      'an empty place that feeds it',
      [given('g', null), video(1)],
      [edge('g', 1, 'image')],
      { identifier: 'VALIDATION_ERROR', params: { field: 'image', node: 'n1' } },
    ],
    [
      'what was given and has gone',
      [given('g', taskOf(77)), video(1)],
      [edge('g', 1, 'image')],
      { identifier: 'IMAGE_NOT_FOUND', params: { input: 'image', node: 'n1' } },
    ],
    [
      'a setting that its form would not send',
      [drawn(1, { count: 9 })],
      [],
      { identifier: 'VALIDATION_ERROR', params: { field: 'count', node: 'n1' } },
    ],
    [
      'no words',
      [creation(1, 'text2Image.create', 'preview', { seed: 1 })],
      [],
      { identifier: 'VALIDATION_ERROR', params: { field: 'prompt', node: 'n1' } },
    ],
    [
      'another call’s model',
      [creation(1, 'text2Image.create', 'parallax', { seed: 1 }, 'x')],
      [],
      { identifier: 'MODEL_NOT_SUPPORTED', params: { model: 'parallax', node: 'n1' } },
    ],
    [
      'a film that a plan is needed for',
      [given('g'), video(1, { resolution: '1080p' })],
      [edge('g', 1, 'image')],
      { identifier: 'PRO_FEATURE', params: { model: 'parallax', reason: 'VideoMode', node: 'n1' } },
    ],
    [
      'a picture where a film is needed',
      [given('g'), creation(1, 'video.upscaleVideo', 'film-upscaler')],
      [edge('g', 1, 'video')],
      { identifier: 'INPUT_INVALID_FOR_SERVICE', params: { input: 'video', reason: 'not-a-video', node: 'n1' } },
    ],
    [
      'words of which nothing is drawn',
      [creation(1, 'text2Image.create', 'preview', { seed: 1 }, 'asdf qwer')],
      [],
      { identifier: 'INPUT_INVALID_FOR_SERVICE', params: { input: 'prompt', reason: 'nothing-drawn', node: 'n1' } },
    ],
    [
      'a face with nothing to say',
      [given('g'), creation(1, 'lipSync.createLipSyncTask', 'lip-sync')],
      [edge('g', 1, 'face')],
      { identifier: 'INPUT_INVALID_FOR_SERVICE', params: { input: 'prompt', reason: 'nothing-said', node: 'n1' } },
    ],
    [
      'a LoRA that its model does not take',
      [drawn(1, { loras: [{ id: 'l12345678-ink-abcdef', strength: 0.7 }] })],
      [],
      { identifier: 'LORA_INVALID', params: { lora: 'l12345678-ink-abcdef', node: 'n1' } },
    ],
  ])('refuses %s, and names the node once', (_, nodes, edges, error) => {
    const makesImage = nodes.some((node) => node.kind === 'creation' && node.procedure === 'text2Image.create');
    const { refused, steps } = makesImage
      ? plan([...nodes, restyled('after')], [...edges, edge(1, 'after', 'image')])
      : plan(nodes, edges);
    expect(refused).toEqual([{ node: 'n1', error }]);
    expect(steps).toEqual([]);
  });

  it('refuses a value that the model’s own settings do not take, and takes one that they do', () => {
    const model = {
      ...must('preview'),
      settings: {
        version: 1,
        fields: [
          { key: 'k1', name: 'Steps', option: { kind: 'range' as const, min: 1, max: 50, step: 1, initial: 20 } },
        ],
      },
    };
    const planned = (k1: number) =>
      plan([drawn(1, { modelSettings: { k1 } })], [], ALL, { models: new Map([...MODELS, ['preview', model]]) });
    expect(planned(99).refused).toEqual([
      { node: 'n1', error: { identifier: 'MODEL_SETTING_INVALID', params: { setting: 'Steps', node: 'n1' } } },
    ]);
    expect(planned(30).refused).toEqual([]);
  });

  it('puts the clips of a film in the order of their places, and words and pictures behind a subject where they belong', () => {
    const cut = plan(
      [given('a'), given('b', taskOf(5)), creation(1, 'videoEdit.createVideoEdit', 'cutting-room')],
      [edge('b', 1, 'clip-3'), edge('a', 1, 'clip-1')],
      ALL,
      {
        media: new Map([
          [keyOf({ from: 'upload', id: UPLOAD }), stored()],
          [keyOf({ from: 'upload', id: taskOf(5) }), stored()],
        ]),
      },
    );
    expect(cut.refused).toEqual([]);
    const scene = plan(
      [
        given('g'),
        words('w', 'a beach'),
        creation(1, 'imageTools.backgroundChanger', 'backdrop', { behind: 'prompt', style: 'natural' }),
      ],
      [edge('g', 1, 'image'), edge('w', 1, 'prompt')],
    );
    expect(scene).toMatchObject({ refused: [], steps: [{ prompt: 'a beach' }] });
    const behind = plan(
      [given('g'), given('h'), creation(1, 'imageTools.backgroundChanger', 'backdrop', { behind: 'image' })],
      [edge('g', 1, 'image'), edge('h', 1, 'background')],
    );
    expect(behind.refused).toEqual([]);
  });

  it('ends the cuts and words of a film with clips that are shorter than what was cut, or will be', () => {
    const timeline = {
      cuts: [
        { clip: 1, from: 1_000, to: 8_000, way: 'cut' },
        { clip: 2, from: 0, to: 3_000, way: 'cut' },
      ],
      texts: [{ text: 'late', from: 9_000, to: 9_500, place: 'top', size: 'small', colour: '#ffffff' }],
    };
    const media = new Map([
      [keyOf({ from: 'upload', id: UPLOAD }), stored()],
      [keyOf({ from: 'upload', id: taskOf(5) }), stored({ kind: 'video', type: 'video/mp4', seconds: 2.97 })],
    ]);
    const planned = (settings: CreationNode['settings']) =>
      plan(
        [
          given('a'),
          video(1, { seconds: 5 }),
          given('b', taskOf(5)),
          creation(2, 'videoEdit.createVideoEdit', 'cutting-room', settings),
        ],
        [edge('a', 1, 'image'), edge('1', 2, 'clip-1'), edge('b', 2, 'clip-4')],
        ALL,
        { media },
      );
    const { refused, steps } = planned({ timeline });
    expect(refused).toEqual([]);
    expect(steps.at(-1)?.settings['timeline']).toMatchObject({
      cuts: [
        { clip: 1, from: 1_000, to: 5_000 },
        { clip: 2, from: 0, to: 2_970 },
      ],
      texts: [{ text: 'late' }],
    });
    // Planning again with the adjusted settings changes nothing.
    expect(planned(steps.at(-1)?.settings ?? {}).steps).toEqual(steps);
  });

  it('names those that work on a likeness', () => {
    expect(
      plan(
        [given('g'), given('h'), creation(1, 'imageTools.faceSwap', 'face-swap')],
        [edge('g', 1, 'image'), edge('h', 1, 'face')],
      ),
    ).toMatchObject({ likeness: ['n1'], refused: [] });
  });
});

describe('any board', () => {
  const SIZE = 8;
  const pair = fc.tuple(fc.nat(SIZE - 1), fc.nat(SIZE - 1));
  /** Arbitrary image-to-image edges, including cycles. */
  const anyhow = fc
    .uniqueArray(pair, { selector: ([, to]) => to, maxLength: SIZE })
    .map((pairs): BoardContent => ({
      nodes: Array.from({ length: SIZE }, (_, index) =>
        pairs.some(([, to]) => to === index) ? restyled(index) : drawn(index),
      ),
      edges: pairs.map(([from, to]) => edge(from, to, 'image')),
    }));
  /** The same without cycles. */
  const sensible = anyhow.filter((content) => faultOf(content) === undefined);

  it('that has a cycle is refused, and never planned as if it had none', () => {
    fc.assert(
      fc.property(anyhow, (content) => {
        const isOnCycle = (start: NodeId): boolean => {
          let at: NodeId | undefined = start;
          for (let step = 0; step <= SIZE && at !== undefined; step += 1) {
            at = content.edges.find(({ to }) => to === at)?.from;
            if (at === start) return true;
          }
          return false;
        };
        const caught = content.nodes.filter(({ id }) => isOnCycle(id)).map(({ id }) => id);
        expect(faultOf(content)?.reason).toBe(caught.length > 0 ? 'cycle' : undefined);
        const planned = planBoard(content, ALL, FREE).steps.map(({ node }) => node);
        for (const id of caught) expect(planned).not.toContain(id);
      }),
    );
  });

  it('is made in an order in which everything comes after what it is made from, at the sum of its steps', () => {
    fc.assert(
      fc.property(sensible, (content) => {
        const { steps, total, refused } = planBoard(content, ALL, FREE);
        expect([refused, steps.length]).toEqual([[], SIZE]);
        const place = new Map(steps.map(({ node }, index) => [node, index]));
        for (const { from, to } of content.edges) expect(place.get(from)).toBeLessThan(place.get(to) ?? -1);
        expect(total).toBe(steps.reduce((sum, { price }) => sum + price, 0));
        expect(boardContent.parse(content)).toEqual(content);
      }),
    );
  });

  it('costs nothing when nothing has changed, and what has changed with all that hangs on it otherwise', () => {
    fc.assert(
      fc.property(sensible, fc.nat(SIZE - 1), (content, index) => {
        const facts = after(content);
        expect(planBoard(content, ALL, facts)).toMatchObject({ total: 0, refused: [] });
        const node = content.nodes[index];
        if (node?.kind !== 'creation') throw new Error('no creation');
        const nodes = content.nodes.map((one) =>
          one === node ? { ...node, settings: { ...node.settings, seed: 99 } } : one,
        );
        const touched = new Set([node.id]);
        for (const { id } of neededFor(content, null))
          if (content.edges.some(({ from, to }) => to === id && touched.has(from))) touched.add(id);
        const { steps, total } = planBoard({ ...content, nodes }, ALL, facts);
        for (const step of steps)
          expect([step.node, step.reused === undefined, step.price > 0]).toEqual([
            step.node,
            touched.has(step.node),
            touched.has(step.node),
          ]);
        expect(total).toBe(steps.reduce((sum, { price }) => sum + price, 0));
      }),
    );
  });
});
