import { createHmac, randomBytes } from 'node:crypto';
import sharp from 'sharp';
import { z } from 'zod';
import { defined } from '../../../../src/kernel/defined.shared.js';
import { painted } from './painted.js';
import { plainColour } from './plain-image.js';
import { serve, type Answer, type ReceivedRequest, type SmallServer } from './serve.js';

/**
 * A small server with the answers of Replicate's HTTP API, from its published OpenAPI document (account, collections,
 * models, files, predictions, webhooks) and `index.d.ts` of replicate-javascript; the models' schemas are as cog writes
 * them. It works a step at each look, or when the test says so, and calls when a prediction has ended. A prompt says by
 * a word how it goes: `forbidden`, `interrupted` and `broken` fail as predictions do, `busy`, `unpaid`, `nonsense` and
 * `hang` when they are sent, `neighbour` ends at an address inside.
 */
const KEY = 'r8_test0123456789';
const SDXL = {
  owner: 'stability-ai',
  name: 'sdxl',
  version: '7762fd07cf82c948538e41f63f77d685e02b063e37e496e96eefd46c929f9bdc',
};
const FLUX = {
  owner: 'black-forest-labs',
  name: 'flux-schnell',
  version: 'c846a69991daf4c0e5d016514849d14ee5b2e6846ce6b9d6f21369e564cfe51e',
};
/** A model whose input has no seed, which edits images by instructions. */
const BANANA = {
  owner: 'google',
  name: 'nano-banana',
  version: 'f0a9d34b12ad1c1cd76269a844b218ff4e64e128ddaba93e15891f47368958a0',
};
/** A model of films, as its schema on Replicate is: `duration` and `resolution` are choices. */
const WAN = {
  owner: 'wan-video',
  name: 'wan-small',
  version: '0aa0cf26d9a87be21ebd5ae0e1ac84ea4a9bca0a2b5e3e0c47ad1f6bfc0ee9b5',
};
const RATIOS = ['1:1', '16:9', '3:2', '2:3', '9:16'];

const schemas = {
  [SDXL.name]: {
    Input: {
      type: 'object',
      title: 'Input',
      properties: {
        prompt: { type: 'string', title: 'Prompt', default: 'An astronaut' },
        negative_prompt: { type: 'string', default: '' },
        image: { type: 'string', title: 'Image', format: 'uri' },
        mask: { type: 'string', title: 'Mask', format: 'uri' },
        prompt_strength: { type: 'number', minimum: 0, maximum: 1, default: 0.8 },
        width: { type: 'integer', default: 1024 },
        height: { type: 'integer', default: 1024 },
        num_outputs: { type: 'integer', minimum: 1, maximum: 4, default: 1 },
        seed: { type: 'integer' },
      },
    },
  },
  [FLUX.name]: {
    Input: {
      type: 'object',
      title: 'Input',
      required: ['prompt'],
      properties: {
        prompt: { type: 'string' },
        aspect_ratio: { allOf: [{ $ref: '#/components/schemas/aspect_ratio' }], default: '1:1' },
        num_outputs: { type: 'integer', minimum: 1, maximum: 4 },
        output_format: { allOf: [{ $ref: '#/components/schemas/output_format' }], default: 'webp' },
        seed: { type: 'integer' },
      },
    },
    aspect_ratio: { type: 'string', enum: RATIOS },
    output_format: { type: 'string', enum: ['webp', 'jpg', 'png'] },
  },
  [BANANA.name]: {
    Input: {
      type: 'object',
      title: 'Input',
      required: ['prompt'],
      properties: {
        prompt: { type: 'string' },
        image_input: { type: 'array', items: { type: 'string', format: 'uri' } },
      },
    },
  },
  [WAN.name]: {
    Input: {
      type: 'object',
      title: 'Input',
      required: ['prompt'],
      properties: {
        prompt: { type: 'string' },
        image: { type: 'string', format: 'uri' },
        duration: { allOf: [{ $ref: '#/components/schemas/duration' }], default: 5 },
        resolution: { allOf: [{ $ref: '#/components/schemas/resolution' }], default: '720p' },
        aspect_ratio: { allOf: [{ $ref: '#/components/schemas/aspect_ratio' }] },
        seed: { type: 'integer' },
      },
    },
    duration: { type: 'integer', enum: [5, 10] },
    resolution: { type: 'string', enum: ['480p', '720p', '1080p'] },
    aspect_ratio: { type: 'string', enum: RATIOS },
  },
};
const inputs = {
  [SDXL.version]: z.strictObject({
    prompt: z.string(),
    negative_prompt: z.string().optional(),
    image: z.url().optional(),
    mask: z.url().optional(),
    prompt_strength: z.number().min(0).max(1).optional(),
    width: z.int().multipleOf(8),
    height: z.int().multipleOf(8),
    num_outputs: z.int().min(1).max(4),
    seed: z.int(),
  }),
  [BANANA.version]: z.strictObject({ prompt: z.string(), image_input: z.array(z.url()).optional() }),
  [WAN.version]: z.strictObject({
    prompt: z.string(),
    image: z.url().optional(),
    duration: z.union([z.literal(5), z.literal(10)]),
    resolution: z.enum(['480p', '720p', '1080p']),
    aspect_ratio: z.enum(RATIOS),
    seed: z.int(),
  }),
  [FLUX.version]: z.strictObject({
    prompt: z.string(),
    aspect_ratio: z.enum(RATIOS),
    num_outputs: z.int().min(1).max(4),
    output_format: z.enum(['webp', 'jpg', 'png']),
    seed: z.int(),
  }),
};
const create = z.strictObject({
  version: z.string().optional(),
  input: z.record(z.string(), z.unknown()),
  webhook: z.url().optional(),
  webhook_events_filter: z.array(z.enum(['start', 'output', 'logs', 'completed'])).optional(),
});

interface Prediction {
  readonly id: string;
  readonly model: string;
  readonly version: string;
  readonly input: Readonly<Record<string, unknown>>;
  readonly webhook: string | undefined;
  status: 'starting' | 'processing' | 'succeeded' | 'failed' | 'canceled';
}

export interface SmallReplicate extends SmallServer {
  readonly key: string;
  /** What its model of films makes. */
  video: Buffer;
  /** Works when it is asked, a step each time; or only when `step` is called. */
  stopped: boolean;
  /** Its calls get lost. */
  mute: boolean;
  /** Answers nobody, as after a power cut. */
  dead: boolean;
  /** What its calls were answered with: statuses. */
  readonly answered: number[];
  /** What its calls are signed with. */
  readonly secret: string;
  step(): Promise<void>;
}

/** The headers of a call (Standard Webhooks), signed. @param at seconds since the epoch */
export function replicateHeaders(
  secret: string,
  body: string,
  at = Math.floor(Date.now() / 1_000),
  id = `msg_${randomBytes(12).toString('hex')}`,
): Record<string, string> {
  const signature = createHmac('sha256', Buffer.from(secret.slice('whsec_'.length), 'base64'))
    .update(`${id}.${at}.${body}`)
    .digest('base64');
  return {
    'content-type': 'application/json',
    'webhook-id': id,
    'webhook-timestamp': String(at),
    'webhook-signature': `v1,${Buffer.alloc(32).toString('base64')} v1,${signature}`,
  };
}

export async function startReplicate(): Promise<SmallReplicate> {
  const predictions: Prediction[] = [];
  const files: Buffer[] = [];
  let url = '';
  const shown = (one: Prediction): Record<string, unknown> => shownAt(one, url);
  const step = async (): Promise<void> => {
    const one =
      predictions.find(({ status }) => status === 'processing') ??
      predictions.find(({ status }) => status === 'starting');
    if (one === undefined) return;
    one.status =
      one.status === 'starting'
        ? 'processing'
        : /forbidden|interrupted|broken/.test(String(one.input['prompt']))
          ? 'failed'
          : 'succeeded';
    if (one.status === 'processing' || one.webhook === undefined || replicate.mute) return;
    const body = JSON.stringify(shown(one));
    replicate.answered.push(
      await fetch(one.webhook, { method: 'POST', body, headers: replicateHeaders(replicate.secret, body) }).then(
        ({ status }) => status,
        () => 0,
      ),
    );
  };
  const small = await serve(async (received) => {
    if (replicate.dead) return { status: 502 };
    if (received.path.endsWith('.mp4')) return { bytes: replicate.video };
    if (received.path.startsWith('/delivery/'))
      return { bytes: await fileOf(predictions.find(({ id }) => received.path.includes(id))?.input ?? {}, files) };
    if (received.headers.authorization !== `Bearer ${KEY}`)
      return problem(401, 'You did not pass a valid authentication token');
    if (!replicate.stopped && received.method === 'GET' && received.path.startsWith('/v1/predictions/')) await step();
    return route(received, predictions, shown, files, replicate);
  });
  ({ url } = small);
  const replicate: SmallReplicate = {
    ...small,
    key: KEY,
    video: Buffer.alloc(0),
    stopped: false,
    mute: false,
    dead: false,
    answered: [],
    secret: `whsec_${randomBytes(24).toString('base64')}`,
    step,
  };
  return replicate;
}

async function fileOf(input: Prediction['input'], files: readonly Buffer[]): Promise<Buffer> {
  const file = (name: string): Buffer | undefined => files[Number(/file-(\d+)$/.exec(String(input[name]))?.[1]) - 1];
  const [source, mask] = [file('image'), file('mask')];
  return (source && mask && (await painted(source, mask, 'white'))) ?? image(input);
}

const problem = (status: number, detail: string): Answer => ({ status, json: { title: detail, detail, status } });

async function route(
  { method, path, body, headers }: ReceivedRequest,
  predictions: Prediction[],
  shown: (one: Prediction) => unknown,
  files: Buffer[],
  { secret, url }: SmallReplicate,
): Promise<Answer | undefined> {
  if (path === '/v1/account') return { json: { type: 'organization', username: 'acme', name: 'Acme', github_url: '' } };
  if (path === '/v1/collections/text-to-image')
    return {
      json: {
        name: 'Text to image',
        slug: 'text-to-image',
        description: '',
        models: [{ owner: SDXL.owner, name: SDXL.name, run_count: 1 }],
      },
    };
  if (path === '/v1/webhooks/default/secret') return { json: { key: secret } };
  if (method === 'POST' && path === '/v1/files') {
    const form = await new Response(new Uint8Array(body), {
      headers: { 'content-type': headers['content-type'] ?? '' },
    }).formData();
    const file = Buffer.from(await (form.get('content') as File).arrayBuffer()); // a form's file, by the schema
    await sharp(file).metadata();
    const id = `file-${files.push(file)}`;
    return {
      status: 201,
      json: { id, name: 'kinora.png', content_type: 'image/png', urls: { get: `${url}/v1/files/${id}` } },
    };
  }
  const known = [SDXL, FLUX, BANANA, WAN].find(({ owner, name }) => path.startsWith(`/v1/models/${owner}/${name}`));
  if (method === 'GET' && known !== undefined) {
    const version = {
      id: known.version,
      created_at: '2026-01-01T00:00:00Z',
      cog_version: '0.14.0',
      openapi_schema: { openapi: '3.0.2', components: { schemas: schemas[known.name] } },
    };
    return {
      json: path.includes('/versions/')
        ? version
        : {
            owner: known.owner,
            name: known.name,
            visibility: 'public',
            is_official: known === FLUX,
            run_count: 1,
            latest_version: version,
          },
    };
  }
  if (method === 'POST' && (path === '/v1/predictions' || path === `/v1/models/${FLUX.owner}/${FLUX.name}/predictions`))
    return post(JSON.parse(body.toString('utf8')), path, predictions, shown);
  const [, id = '', end] = /^\/v1\/predictions\/([^/]+)(\/cancel)?$/.exec(path) ?? [];
  const one = predictions.find((prediction) => prediction.id === id);
  if (one === undefined) return problem(404, 'Not found.');
  if (end !== undefined && method === 'POST' && (one.status === 'starting' || one.status === 'processing'))
    one.status = 'canceled';
  return { json: shown(one) };
}

function post(
  body: unknown,
  path: string,
  predictions: Prediction[],
  shown: (one: Prediction) => unknown,
): Answer | undefined {
  const given = create.safeParse(body);
  const isOfficial = path !== '/v1/predictions';
  const version = isOfficial ? FLUX.version : given.data?.version;
  const input =
    version === undefined || !(version in inputs) ? undefined : inputs[version]?.safeParse(given.data?.input);
  if (
    !given.success ||
    (isOfficial && given.data.version !== undefined) ||
    version === undefined ||
    input?.success !== true
  )
    return problem(422, 'Input validation failed');
  const prompt = String(given.data.input['prompt']);
  if (prompt.includes('busy')) return problem(429, 'Request was throttled.');
  if (prompt.includes('unpaid')) return problem(402, 'Insufficient credit');
  if (prompt.includes('nonsense')) return { status: 201, json: { id: 1 } };
  if (prompt.includes('hang')) return undefined;
  const one: Prediction = {
    id: `p${predictions.length + 1}a${randomBytes(8).toString('hex')}`,
    model: SDXL.name,
    version,
    input: given.data.input,
    webhook: given.data.webhook,
    status: 'starting',
  };
  predictions.push(one);
  return { status: 201, json: shown(one) };
}

function shownAt({ id, model, version, input, status, webhook }: Prediction, url: string): Record<string, unknown> {
  const prompt = String(input['prompt']);
  const error = prompt.includes('forbidden')
    ? 'NSFW content detected. Try running it again, or try a different prompt.'
    : prompt.includes('interrupted')
      ? 'Prediction interrupted; please retry (code: PA)'
      : 'CUDA out of memory';
  return {
    id,
    model,
    version,
    input,
    status,
    source: 'api',
    created_at: '2026-01-01T00:00:00Z',
    started_at: null,
    completed_at: null,
    ...defined({ webhook }),
    urls: { get: `${url}/v1/predictions/${id}`, cancel: `${url}/v1/predictions/${id}/cancel` },
    logs: status === 'processing' ? 'Using seed: 5\n  0%|          | 0/4\n 50%|█████     | 2/4 [00:01<00:01]\n' : '',
    error: status === 'failed' ? error : null,
    output:
      status === 'succeeded'
        ? [
            prompt.includes('neighbour')
              ? 'http://169.254.169.254/latest/meta-data'
              : `${url}/delivery/${id}/out-0.${version === WAN.version ? 'mp4' : 'png'}`,
          ]
        : null,
    metrics: status === 'succeeded' ? { predict_time: 1.25, total_time: 2.5 } : {},
  };
}

async function image({ width = 1024, height = 1024 }: Readonly<Record<string, unknown>>): Promise<Buffer> {
  return plainColour({ width: Number(width), height: Number(height) }, '#8040c0');
}
