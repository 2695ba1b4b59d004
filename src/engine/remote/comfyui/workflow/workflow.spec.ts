import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { isUnsafePath } from './check.js';
import { fillWorkflow, type Filling } from './fill.js';
import { workflowOf } from './file.shared.js';
import { findInputs, findOutputs } from './find.js';
import { linkOf, neededFor, readGraph, type WorkflowGraph } from './graph.js';
import { importWorkflow, readWorkflow } from './import.js';
import { operationsFor, settingKey, type Binding, type WorkflowRole } from './inputs.shared.js';
import { readSpec, type NodeSpecs } from './node-specs.js';

const INT = (more: object = {}) => ['INT', { min: 0, max: 2_048, ...more }];
/** As `/object_info` describes these classes (nodes.py, comfy_extras/nodes_flux.py and nodes_video.py of ComfyUI). */
const ANSWER: Readonly<Record<string, unknown>> = {
  CheckpointLoaderSimple: {
    input: { required: { ckpt_name: [['a.safetensors', 'b.safetensors'], {}] } },
    output: ['MODEL', 'CLIP', 'VAE'],
  },
  CLIPTextEncode: {
    input: { required: { text: ['STRING', { multiline: true }], clip: ['CLIP'] } },
    output: ['CONDITIONING'],
  },
  FluxGuidance: {
    input: { required: { conditioning: ['CONDITIONING'], guidance: ['FLOAT', { min: 0, max: 100, step: 0.1 }] } },
    output: ['CONDITIONING'],
  },
  ControlNetApplyAdvanced: {
    input: {
      required: {
        positive: ['CONDITIONING'],
        negative: ['CONDITIONING'],
        strength: ['FLOAT', { min: 0, max: 10, step: 0.01 }],
      },
    },
    output: ['CONDITIONING', 'CONDITIONING'],
  },
  EmptyLatentImage: {
    input: {
      required: {
        width: INT({ min: 16, max: 16_384, step: 8 }),
        height: INT({ min: 16, max: 16_384, step: 8 }),
        batch_size: INT({ min: 1, max: 4_096 }),
      },
    },
    output: ['LATENT'],
  },
  KSampler: {
    input: {
      required: {
        model: ['MODEL'],
        seed: INT({ max: 2 ** 64, control_after_generate: true }),
        steps: INT({ min: 1, max: 10_000 }),
        cfg: ['FLOAT', { min: 0, max: 100, step: 0.1 }],
        sampler_name: ['COMBO', { options: ['euler', 'dpmpp_2m'] }],
        scheduler: [['normal', 'karras']],
        positive: ['CONDITIONING'],
        negative: ['CONDITIONING'],
        latent_image: ['LATENT'],
        denoise: ['FLOAT', { min: 0, max: 1, step: 0.01 }],
      },
    },
    output: ['LATENT'],
  },
  BasicGuider: { input: { required: { model: ['MODEL'], conditioning: ['CONDITIONING'] } }, output: ['GUIDER'] },
  SamplerCustomAdvanced: {
    input: { required: { guider: ['GUIDER'], latent_image: ['LATENT'] } },
    output: ['LATENT', 'LATENT'],
  },
  LoadImage: { input: { required: { image: [['example.png'], { image_upload: true }] } }, output: ['IMAGE', 'MASK'] },
  LoadImageMask: {
    input: { required: { image: [['example.png'], { image_upload: true }], channel: [['alpha', 'red']] } },
    output: ['MASK'],
  },
  VAEEncode: { input: { required: { pixels: ['IMAGE'], vae: ['VAE'] } }, output: ['LATENT'] },
  SetLatentNoiseMask: { input: { required: { samples: ['LATENT'], mask: ['MASK'] } }, output: ['LATENT'] },
  VAEDecode: { input: { required: { samples: ['LATENT'], vae: ['VAE'] } }, output: ['IMAGE'] },
  SaveImage: {
    input: { required: { images: ['IMAGE'], filename_prefix: ['STRING', { default: 'ComfyUI' }] } },
    output: [],
    output_node: true,
  },
  PreviewImage: { input: { required: { images: ['IMAGE'] } }, output: [], output_node: true },
  EmptyHunyuanLatentVideo: {
    input: {
      required: {
        width: INT({ step: 16 }),
        height: INT({ step: 16 }),
        length: INT({ min: 1, step: 4 }),
        batch_size: INT(),
      },
    },
    output: ['LATENT'],
  },
  CreateVideo: {
    input: { required: { images: ['IMAGE'], fps: ['FLOAT', { min: 1, max: 120, step: 1 }] } },
    output: ['VIDEO'],
  },
  SaveVideo: {
    input: { required: { video: ['VIDEO'], filename_prefix: ['STRING', {}] } },
    output: [],
    output_node: true,
  },
};
const SPECS: NodeSpecs = new Map(
  Object.keys(ANSWER).flatMap((name) => {
    const spec = readSpec(ANSWER, name);
    return spec === undefined ? [] : [[name, spec] as const];
  }),
);
const ask = (classes: readonly string[]): Promise<NodeSpecs> =>
  Promise.resolve(new Map([...SPECS].filter(([name]) => classes.includes(name))));

type Inputs = WorkflowGraph[string]['inputs'];
const node = (type: string, inputs: Inputs, title?: string) => ({
  class_type: type,
  inputs,
  ...(title === undefined ? {} : { _meta: { title } }),
});
const TEXT_TO_IMAGE: WorkflowGraph = {
  1: node('CheckpointLoaderSimple', { ckpt_name: 'a.safetensors' }),
  2: node('CLIPTextEncode', { text: 'a lake', clip: ['1', 1] }, 'What to paint'),
  3: node('CLIPTextEncode', { text: 'blurry', clip: ['1', 1] }),
  4: node('EmptyLatentImage', { width: 1_024, height: 1_024, batch_size: 1 }),
  5: node('KSampler', {
    model: ['1', 0],
    seed: 1,
    steps: 20,
    cfg: 7,
    sampler_name: 'euler',
    scheduler: 'karras',
    positive: ['2', 0],
    negative: ['3', 0],
    latent_image: ['4', 0],
    denoise: 1,
  }),
  6: node('VAEDecode', { samples: ['5', 0], vae: ['1', 2] }),
  7: node('SaveImage', { images: ['6', 0], filename_prefix: 'theirs/of_mine' }),
};
const PAINTING: WorkflowGraph = {
  ...TEXT_TO_IMAGE,
  4: node('SetLatentNoiseMask', { samples: ['9', 0], mask: ['8', 1] }),
  8: node('LoadImage', { image: 'gone.png' }),
  9: node('VAEEncode', { pixels: ['8', 0], vae: ['1', 2] }),
};
const textOf = (graph: unknown): string => JSON.stringify(graph);
const rolesIn = (graph: WorkflowGraph) => {
  const [output] = findOutputs(graph, SPECS);
  return Object.fromEntries(
    (output === undefined ? [] : findInputs(graph, SPECS, output)).map((one) => [settingKey(one), one.role]),
  );
};
const problemOf = async (text: string): Promise<unknown> => {
  const read = await readWorkflow(text, undefined, ask);
  return read.ok ? 'fine' : read.error.params['reason'];
};

describe('the inputs of a workflow', () => {
  it('are told by what samplers are linked to', () => {
    expect(rolesIn(TEXT_TO_IMAGE)).toEqual({
      '1.ckpt_name': 'setting',
      '2.text': 'prompt',
      '3.text': 'negative',
      '4.width': 'width',
      '4.height': 'height',
      '4.batch_size': 'setting',
      '5.seed': 'seed',
      '5.steps': 'setting',
      '5.cfg': 'setting',
      '5.sampler_name': 'setting',
      '5.scheduler': 'setting',
      '5.denoise': 'setting',
    });
  });

  it('are told through nodes that pass conditioning on, each side by itself', () => {
    const passed: WorkflowGraph = {
      ...TEXT_TO_IMAGE,
      10: node('ControlNetApplyAdvanced', { positive: ['2', 0], negative: ['3', 0], strength: 1 }),
      5: node('KSampler', { ...TEXT_TO_IMAGE['5']?.inputs, positive: ['10', 0], negative: ['10', 1] }),
    };
    expect(rolesIn(passed)).toMatchObject({ '2.text': 'prompt', '3.text': 'negative' });
  });

  it('are told of guiders, which have one side only', () => {
    const guided: WorkflowGraph = {
      1: node('CheckpointLoaderSimple', { ckpt_name: 'a.safetensors' }),
      2: node('CLIPTextEncode', { text: 'a lake', clip: ['1', 1] }),
      3: node('FluxGuidance', { conditioning: ['2', 0], guidance: 3.5 }),
      4: node('BasicGuider', { model: ['1', 0], conditioning: ['3', 0] }),
      5: node('EmptyLatentImage', { width: 512, height: 512, batch_size: 1 }),
      6: node('SamplerCustomAdvanced', { guider: ['4', 0], latent_image: ['5', 0] }),
      7: node('VAEDecode', { samples: ['6', 0], vae: ['1', 2] }),
      8: node('PreviewImage', { images: ['7', 0] }),
    };
    expect(rolesIn(guided)).toMatchObject({ '2.text': 'prompt', '3.guidance': 'setting' });
  });

  it('include an image, its mask, and how far to depart from it', () => {
    expect(rolesIn(PAINTING)).toMatchObject({ '8.image': 'image-and-mask', '5.denoise': 'strength' });
    expect(
      rolesIn({
        ...PAINTING,
        4: node('SetLatentNoiseMask', { samples: ['9', 0], mask: ['10', 0] }),
        10: node('LoadImageMask', { image: 'm.png', channel: 'red' }),
      }),
    ).toMatchObject({ '8.image': 'image', '10.image': 'mask' });
  });

  it('include the length of a video, whose result comes first', () => {
    const video: WorkflowGraph = {
      ...TEXT_TO_IMAGE,
      4: node('EmptyHunyuanLatentVideo', { width: 832, height: 480, length: 33, batch_size: 1 }),
      8: node('CreateVideo', { images: ['6', 0], fps: 16 }),
      9: node('SaveVideo', { video: ['8', 0], filename_prefix: 'v' }),
    };
    expect(findOutputs(video, SPECS)).toMatchObject([
      { node: '9', makes: 'video' },
      { node: '7', makes: 'image' },
    ]);
    const [length] = findInputs(video, SPECS, { node: '9', makes: 'video' }).filter(({ role }) => role === 'frames');
    expect(length).toMatchObject({ node: '4', input: 'length', fps: 16 });
    const filled = fillWorkflow(video, length === undefined ? [] : [length], { ...FILLING, seconds: 5 });
    // Five seconds and a frame, in steps of four from the least.
    expect(filled['4']?.inputs['length']).toBe(81);
  });

  it('offer no thousands of steps, and only choices that the engine has', () => {
    const [output] = findOutputs(TEXT_TO_IMAGE, SPECS);
    const options = Object.fromEntries(
      (output === undefined ? [] : findInputs(TEXT_TO_IMAGE, SPECS, output)).map((one) => [
        settingKey(one),
        one.option,
      ]),
    );
    expect(options['5.steps']).toEqual({ kind: 'range', min: 1, max: 100, step: 1, initial: 20 });
    expect(options['5.sampler_name']).toEqual({ kind: 'choice', values: ['euler', 'dpmpp_2m'], initial: 'euler' });
  });
});

describe('a workflow that cannot be used', () => {
  it.each([
    ['not JSON', '{', 'not_json'],
    ['the format of the editor', textOf({ nodes: [], links: [], version: 0.4 }), 'not_api'],
    ['a list', '[]', 'shape'],
    ['nothing', '{}', 'shape'],
    ['a key that is no id', '{"__proto__": {"class_type": "SaveImage", "inputs": {}}}', 'shape'],
    [
      'values nested without end',
      `{"1":{"class_type":"A","inputs":{"x":${'['.repeat(50_000)}${']'.repeat(50_000)}}}}`,
      'shape',
    ],
    ['too much text', textOf({ 1: node('A', { x: 'a'.repeat(400_001) }) }), 'too_large'],
    [
      'too many nodes',
      textOf(Object.fromEntries(Array.from({ length: 401 }, (_, id) => [id, node('A', {})]))),
      'too_large',
    ],
    ['a link to a missing node', textOf({ ...TEXT_TO_IMAGE, 4: undefined }), 'missing_node'],
    ['a circle', textOf({ ...TEXT_TO_IMAGE, 4: node('VAEEncode', { pixels: ['6', 0], vae: ['1', 2] }) }), 'cycle'],
    ['a node that the engine does not have', textOf({ ...TEXT_TO_IMAGE, 4: node('TheirOwnNode', {}) }), 'unknown_node'],
    [
      'a file that the engine does not have',
      textOf({ ...TEXT_TO_IMAGE, 1: node('CheckpointLoaderSimple', { ckpt_name: 'c.safetensors' }) }),
      'unknown_value',
    ],
    [
      'a path outside',
      textOf({ ...TEXT_TO_IMAGE, 7: node('SaveImage', { images: ['6', 0], filename_prefix: '../../etc/cron.d/x' }) }),
      'unsafe_path',
    ],
    ['no result', textOf({ ...TEXT_TO_IMAGE, 7: undefined }), 'no_output'],
    ['nothing wrong', textOf(TEXT_TO_IMAGE), 'fine'],
  ])('is refused with its reason: %s', async (_name, text, reason) => {
    expect(await problemOf(text)).toBe(reason);
  });

  it.each(['/etc/passwd', 'C:\\models\\x', '~/x', 'file:///x', 'a/../../x', '..', '\\\\host\\share'])(
    'knows a path outside: %s',
    (text) => {
      expect(isUnsafePath(text)).toBe(true);
    },
  );

  it.each(['ComfyUI', 'sub/name', 'a..b', 'SDXL\\base.safetensors', 'and/or'])('takes a name inside: %s', (text) => {
    expect(isUnsafePath(text)).toBe(false);
  });
});

describe('importing a workflow', () => {
  const kept = (role: WorkflowRole, at: string) => ({
    node: at.split('.')[0] ?? '',
    input: at.split('.')[1] ?? '',
    role,
    name: at,
  });

  it('keeps what its result needs, under our own file name, and tells what it serves', async () => {
    const other = { ...TEXT_TO_IMAGE, 20: node('PreviewImage', { images: ['6', 0] }) };
    const taken = await importWorkflow(
      textOf(other),
      { output: '7', inputs: [kept('prompt', '2.text'), kept('setting', '5.steps')] },
      ask,
    );
    expect(taken).toMatchObject({
      ok: true,
      value: {
        operations: ['text-to-image'],
        makes: 'image',
        bindings: [{ role: 'prompt' }, { role: 'setting', name: '5.steps', option: { kind: 'range' } }],
      },
    });
    if (!taken.ok) return;
    expect(Object.keys(taken.value.graph)).toEqual(Object.keys(TEXT_TO_IMAGE));
    expect(taken.value.graph['7']?.inputs['filename_prefix']).toBe('kinora');
  });

  it.each([
    ['an input that was not found', [kept('prompt', '2.clip')], 'unknown_input'],
    ['a role that the input cannot have', [kept('seed', '2.text')], 'unknown_input'],
    ['nothing to fill in but a mask', [kept('mask', '8.image')], 'no_mask'],
    ['an image that is neither filled in nor there', [kept('prompt', '2.text')], 'unknown_value'],
    [
      'a mask without an image',
      [kept('prompt', '2.text'), kept('mask', '8.image'), kept('setting', '5.steps')],
      'no_mask',
    ],
  ])('refuses %s', async (_name, inputs, reason) => {
    expect(await importWorkflow(textOf(PAINTING), { output: '7', inputs }, ask)).toMatchObject({
      ok: false,
      error: { identifier: 'WORKFLOW_INVALID', params: { reason } },
    });
  });

  it('refuses a workflow of which nothing is filled in', async () => {
    expect(
      await importWorkflow(textOf(TEXT_TO_IMAGE), { output: '7', inputs: [kept('setting', '5.steps')] }, ask),
    ).toMatchObject({ ok: false, error: { params: { reason: 'no_input' } } });
  });

  it.each<[string, 'image' | 'video', readonly WorkflowRole[], readonly string[], readonly string[]]>([
    ['words', 'image', ['prompt', 'seed'], [], ['text-to-image']],
    ['words and an image', 'image', ['prompt', 'image'], [], ['image-to-image']],
    ['words, an image and a mask', 'image', ['prompt', 'image', 'mask'], [], ['inpaint']],
    ['an image with its mask', 'image', ['image-and-mask'], [], ['erase']],
    ['an image to enlarge', 'image', ['image'], ['ImageUpscaleWithModel'], ['upscale']],
    ['an image to cut out', 'image', ['image'], ['BiRefNetRMBG'], ['cut-out']],
    ['words for a video', 'video', ['prompt'], [], ['text-to-video']],
    ['the first image of a video', 'video', ['image'], [], ['image-to-video']],
    ['nothing', 'image', ['seed'], [], []],
  ])('serves the operation of %s', (_name, makes, roles, classes, operations) => {
    expect(
      operationsFor(
        makes,
        roles.map((role) => ({ role })),
        classes,
      ),
    ).toEqual(operations);
  });
});

describe('a file with a workflow', () => {
  const chunk = (type: string, data: string): Buffer => {
    const body = Buffer.from(data, 'latin1');
    const length = Buffer.alloc(4);
    length.writeUInt32BE(body.length);
    return Buffer.concat([length, Buffer.from(type, 'latin1'), body, Buffer.alloc(4)]);
  };
  const png = (...chunks: readonly Buffer[]): Uint8Array =>
    Buffer.concat([
      Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]),
      chunk('IHDR', 'x'.repeat(13)),
      ...chunks,
      chunk('IEND', ''),
    ]);

  it('is a PNG with the API format in its text', () => {
    expect(workflowOf(png(chunk('tEXt', 'workflow\0{}'), chunk('tEXt', 'prompt\0{"1": 2}')))).toEqual({
      ok: true,
      text: '{"1": 2}',
    });
    expect(workflowOf(png(chunk('iTXt', `prompt\0\0\0en\0\0${Buffer.from('{"é": 2}').toString('latin1')}`)))).toEqual({
      ok: true,
      text: '{"é": 2}',
    });
  });

  it('is refused where it has only the format of the editor, or nothing', () => {
    expect(workflowOf(png(chunk('tEXt', 'workflow\0{}')))).toEqual({ ok: false, reason: 'not_api' });
    expect(workflowOf(png())).toEqual({ ok: false, reason: 'no_workflow' });
  });

  it('never makes the reader fail', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 300 }), fc.boolean(), (bytes, isPng) => {
        const read = workflowOf(isPng ? Buffer.concat([Buffer.from(png()).subarray(0, 33), bytes]) : bytes);
        expect(typeof read.ok).toBe('boolean');
      }),
    );
  });
});

const FILLING: Filling = {
  prompt: 'a fox',
  negativePrompt: 'text',
  seed: 4_294_967_295,
  width: 1_000,
  height: 700,
  seconds: 3,
  strength: 0.4,
  image: 'ours.png',
  mask: 'mask.png',
  imageAndMask: 'both.png',
  settings: {},
};
const id = fc.constantFrom('1', '2', '3', '4', '5', '6:1');
const value: fc.Arbitrary<Inputs[string]> = fc.oneof(
  fc.tuple(id, fc.nat(3)),
  fc.string(),
  fc.double({ noNaN: true, noDefaultInfinity: true }),
  fc.integer(),
  fc.boolean(),
  fc.constant(null),
  fc.array(fc.string(), { maxLength: 2 }),
);
const anyNode = fc
  .constantFrom(...Object.keys(ANSWER), 'Unknown')
  .chain((type) =>
    fc
      .record(Object.fromEntries([...(SPECS.get(type)?.inputs.keys() ?? ['x'])].map((name) => [name, value])), {
        requiredKeys: [],
      })
      .map((inputs) =>
        node(
          type,
          Object.fromEntries(Object.entries(inputs).flatMap(([name, one]) => (one === undefined ? [] : [[name, one]]))),
        ),
      ),
  );
/** Any graph: circles, missing nodes, and values of any kind. */
const anyGraph: fc.Arbitrary<WorkflowGraph> = fc.dictionary(id, anyNode, { maxKeys: 6 });

describe('any graph', () => {
  const foundIn = (graph: WorkflowGraph) =>
    findOutputs(graph, SPECS).flatMap((output) => findInputs(graph, SPECS, output).map((one) => ({ output, one })));

  it('is searched without failing, for inputs that are there', () => {
    fc.assert(
      fc.property(anyGraph, (graph) => {
        for (const { output, one } of foundIn(graph)) {
          expect(Object.keys(neededFor(graph, output.node))).toContain(one.node);
          expect(Object.keys(graph[one.node]?.inputs ?? {})).toContain(one.input);
          expect(linkOf(graph[one.node]?.inputs[one.input])).toBeUndefined();
          expect(one.roles).toContain(one.role);
        }
      }),
      { numRuns: 500 },
    );
  });

  it('is read or refused, never more', async () => {
    await fc.assert(
      fc.asyncProperty(fc.oneof(anyGraph.map(textOf), fc.string(), fc.json()), async (text) => {
        const read = await readWorkflow(text, undefined, ask);
        expect(read.ok || read.error.identifier === 'WORKFLOW_INVALID').toBe(true);
        const graph = readGraph(text);
        if (read.ok && graph.ok) expect(Object.keys(graph.value)).toContain(read.value.output.node);
      }),
      { numRuns: 300 },
    );
  });

  it('changes in nothing but the inputs that are filled in', () => {
    fc.assert(
      fc.property(anyGraph, (graph) => {
        const bindings: readonly Binding[] = foundIn(graph).map(({ one }) => one);
        const filled = fillWorkflow(graph, bindings, {
          ...FILLING,
          settings: Object.fromEntries(bindings.map((one) => [settingKey(one), 3])),
        });
        const bound = new Set(bindings.map(settingKey));
        expect(Object.keys(filled)).toEqual(Object.keys(graph));
        for (const [at, before] of Object.entries(graph)) {
          const kept = (inputs: Inputs | undefined) =>
            Object.entries(inputs ?? {}).filter(([input]) => !bound.has(`${at}.${input}`));
          expect({ ...filled[at], inputs: kept(filled[at]?.inputs) }).toEqual({
            ...before,
            inputs: kept(before.inputs),
          });
          expect(Object.keys(filled[at]?.inputs ?? {})).toEqual(Object.keys(before.inputs));
        }
      }),
      { numRuns: 500 },
    );
  });
});
