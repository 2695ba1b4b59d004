import { createHash, generateKeyPairSync, randomUUID, sign, type KeyObject } from 'node:crypto';
import { z } from 'zod';
import { painted } from './painted.js';
import { plainColour } from './plain-image.js';
import { serve, type Answer, type ReceivedRequest, type SmallServer } from './serve.js';

/**
 * A small server with the answers of fal's queue, its Platform API, a model's OpenAPI document and the published
 * signing keys, from fal's documentation ("Queue", "Webhooks", "Model errors", "Request error types") and
 * libs/client/src/queue.ts of fal-js. It works a step at each look, or when the test says so, and calls when a request
 * has ended. A prompt says by a word how it goes: `forbidden`, `blackened` and `broken` fail when they are done, `late`
 * for its runner, `busy`, `unpaid`, `nonsense` and `hang` when they are sent.
 */
const KEY = 'fal-key-id:fal-key-secret';
const MODEL = 'fal-ai/fast-sdxl/image-to-image';
/** A model of films, whose length is told in frames and a rate. */
const VIDEO = 'fal-ai/ltx-small';
const USER = 'user_0123456789';

const input = z.strictObject({
  prompt: z.string(),
  negative_prompt: z.string().optional(),
  image_size: z.strictObject({ width: z.int(), height: z.int() }),
  num_images: z.int().min(1).max(8),
  seed: z.int(),
  image_url: z.string().startsWith('data:image/png;base64,').optional(),
  mask_url: z.string().startsWith('data:image/png;base64,').optional(),
  strength: z.number().min(0.05).max(1).optional(),
});
const description = {
  openapi: '3.0.4',
  info: { title: 'Queue OpenAPI for the model' },
  components: {
    schemas: {
      SdxlInput: {
        type: 'object',
        required: ['prompt'],
        properties: {
          prompt: { type: 'string' },
          negative_prompt: { type: 'string', default: '' },
          num_images: { type: 'integer', minimum: 1, maximum: 8 },
          seed: { anyOf: [{ type: 'integer' }, { type: 'null' }] },
          image_size: {
            anyOf: [
              { $ref: '#/components/schemas/ImageSize' },
              { type: 'string', enum: ['square_hd', 'square', 'portrait_4_3', 'landscape_16_9'] },
            ],
          },
          image_url: { type: 'string' },
          mask_url: { anyOf: [{ type: 'string' }, { type: 'null' }] },
          strength: { type: 'number', minimum: 0.05, maximum: 1 },
          sync_mode: { type: 'boolean' },
        },
      },
      ImageSize: {
        type: 'object',
        properties: {
          width: { type: 'integer', exclusiveMinimum: 0, maximum: 14142 },
          height: { type: 'integer', exclusiveMinimum: 0, maximum: 14142 },
        },
      },
    },
  },
  paths: {
    [`/${MODEL}/requests/{request_id}/status`]: { get: {} },
    [`/${MODEL}`]: {
      post: {
        requestBody: {
          required: true,
          content: { 'application/json': { schema: { $ref: '#/components/schemas/SdxlInput' } } },
        },
      },
    },
  },
};

const videoInput = z.strictObject({
  prompt: z.string(),
  negative_prompt: z.string().optional(),
  num_frames: z.int().min(9).max(161),
  frame_rate: z.int().min(15).max(60),
  resolution: z.enum(['480p', '720p']),
  aspect_ratio: z.enum(['1:1', '16:9', '9:16']),
  seed: z.int(),
  image_url: z.string().startsWith('data:image/png;base64,').optional(),
});
const videoDescription = {
  ...description,
  components: {
    schemas: {
      LtxInput: {
        type: 'object',
        required: ['prompt'],
        properties: {
          prompt: { type: 'string' },
          negative_prompt: { type: 'string', default: '' },
          num_frames: { type: 'integer', minimum: 9, maximum: 161, default: 121 },
          frame_rate: { type: 'integer', minimum: 15, maximum: 60, default: 30 },
          resolution: { type: 'string', enum: ['480p', '720p'] },
          aspect_ratio: { type: 'string', enum: ['1:1', '16:9', '9:16'] },
          seed: { type: 'integer' },
          image_url: { type: 'string' },
        },
      },
    },
  },
  paths: {
    [`/${VIDEO}`]: {
      post: {
        requestBody: {
          required: true,
          content: { 'application/json': { schema: { $ref: '#/components/schemas/LtxInput' } } },
        },
      },
    },
  },
};

interface Job {
  readonly id: string;
  readonly prompt: string;
  readonly app: string;
  /** Of a picture; a film's job has none. */
  readonly size?: { readonly width: number; readonly height: number };
  /** Of an edit. */
  readonly edited?: { readonly image: Buffer; readonly mask: Buffer };
  readonly webhook: string | null;
  status: 'IN_QUEUE' | 'IN_PROGRESS' | 'COMPLETED' | 'CANCELED';
}

export interface SmallFal extends SmallServer {
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
  readonly secret: KeyObject;
  step(): Promise<void>;
}

/** The headers of a call, signed. @param at seconds since the epoch */
export function falHeaders(
  secret: KeyObject,
  body: string,
  request: string,
  at = Math.floor(Date.now() / 1_000),
): Record<string, string> {
  const message = [request, USER, String(at), createHash('sha256').update(body).digest('hex')].join('\n');
  return {
    'content-type': 'application/json',
    'x-fal-webhook-request-id': request,
    'x-fal-webhook-user-id': USER,
    'x-fal-webhook-timestamp': String(at),
    'x-fal-webhook-signature': sign(null, Buffer.from(message), secret).toString('hex'),
  };
}

export async function startFal(): Promise<SmallFal> {
  const jobs: Job[] = [];
  const { privateKey: secret, publicKey } = generateKeyPairSync('ed25519');
  const previousKey = generateKeyPairSync('ed25519').publicKey;
  const keys = [previousKey, publicKey].map((key) => ({ ...key.export({ format: 'jwk' }), alg: 'EdDSA', use: 'sig' }));
  let url = '';
  const step = async (): Promise<void> => {
    const one = jobs.find(({ status }) => status === 'IN_PROGRESS') ?? jobs.find(({ status }) => status === 'IN_QUEUE');
    if (one === undefined) return;
    one.status = one.status === 'IN_QUEUE' ? 'IN_PROGRESS' : 'COMPLETED';
    if (one.status !== 'COMPLETED' || one.webhook === null || fal.mute) return;
    const answer = resultOf(one, url);
    const body = JSON.stringify({
      request_id: one.id,
      gateway_request_id: one.id,
      status: answer.status === undefined ? 'OK' : 'ERROR',
      payload: answer.json,
    });
    fal.answered.push(
      await fetch(one.webhook, { method: 'POST', body, headers: falHeaders(secret, body, one.id) }).then(
        (answer) => answer.status,
        () => 0,
      ),
    );
  };
  const small = await serve(async (received) => {
    if (fal.dead) return { status: 502 };
    if (received.path.endsWith('.mp4')) return { bytes: fal.video };
    if (received.path.startsWith('/files/'))
      return { bytes: await fileOf(jobs.find(({ id }) => received.path.includes(id))) };
    if (received.path === '/.well-known/jwks.json') return { json: { keys } };
    if (received.path === '/openapi/queue/openapi.json')
      return received.query.get('endpoint_id') === MODEL
        ? { json: description }
        : received.query.get('endpoint_id') === VIDEO
          ? { json: videoDescription }
          : { status: 404, json: { detail: 'not found' } };
    if (received.headers.authorization !== `Key ${KEY}`)
      return { status: 401, json: { detail: 'Cannot access application' } };
    if (!fal.stopped && received.path.endsWith('/status')) await step();
    return route(received, jobs, url);
  });
  ({ url } = small);
  const fal: SmallFal = {
    ...small,
    key: KEY,
    video: Buffer.alloc(0),
    stopped: false,
    mute: false,
    dead: false,
    answered: [],
    secret,
    step,
  };
  return fal;
}

function route({ method, path, query, body }: ReceivedRequest, jobs: Job[], url: string): Answer | undefined {
  if (path === '/v1/models')
    return {
      json: {
        models: [
          { endpoint_id: MODEL, metadata: { display_name: 'Fast SDXL', category: 'text-to-image', status: 'active' } },
        ],
        next_cursor: null,
        has_more: false,
      },
    };
  if (path === '/v1/models/pricing')
    return {
      json: {
        prices: [{ endpoint_id: query.get('endpoint_id'), unit_price: 0.0025, unit: 'megapixels', currency: 'USD' }],
        next_cursor: null,
        has_more: false,
      },
    };
  if (method === 'POST' && (path === `/${MODEL}` || path === `/${VIDEO}`))
    return post(JSON.parse(body.toString('utf8')), path.slice(1), query.get('fal_webhook'), jobs, url);
  const [, id = '', end = ''] = /^\/fal-ai\/[\w-]+\/requests\/([^/]+)(\/status|\/cancel)?$/.exec(path) ?? [];
  const job = jobs.find((one) => one.id === id);
  if (job === undefined) return { status: 404, json: { detail: 'Request not found' } };
  if (end === '/cancel') {
    if (method !== 'PUT') return { status: 405, json: { detail: 'Method Not Allowed' } };
    if (job.status === 'COMPLETED') return { status: 400, json: { status: 'ALREADY_COMPLETED' } };
    job.status = 'CANCELED';
    return { status: 202, json: { status: 'CANCELLATION_REQUESTED' } };
  }
  if (end === '') return resultOf(job, url);
  if (job.status === 'IN_QUEUE')
    return { status: 202, json: { status: 'IN_QUEUE', queue_position: 0, ...urlsOf(job, url) } };
  if (job.status === 'IN_PROGRESS')
    return { status: 202, json: { status: 'IN_PROGRESS', logs: null, ...urlsOf(job, url) } };
  const fault =
    job.status === 'CANCELED'
      ? { error: 'Request was cancelled', error_type: 'client_cancelled' }
      : job.prompt.includes('late')
        ? { error: 'The runner disconnected', error_type: 'runner_disconnected' }
        : {};
  return {
    json: { status: 'COMPLETED', logs: null, metrics: { inference_time: 1.75 }, ...urlsOf(job, url), ...fault },
  };
}

const urlsOf = ({ id, app }: Job, url: string) => ({
  request_id: id,
  response_url: `${url}${app}/requests/${id}`,
  status_url: `${url}${app}/requests/${id}/status`,
  cancel_url: `${url}${app}/requests/${id}/cancel`,
});

function post(body: unknown, model: string, webhook: string | null, jobs: Job[], url: string): Answer | undefined {
  const given = model === VIDEO ? videoInput.safeParse(body) : input.safeParse(body);
  if (!given.success)
    return {
      status: 422,
      json: {
        detail: [{ loc: ['body', given.error.issues[0]?.path[0] ?? ''], msg: 'not valid', type: 'value_error' }],
      },
    };
  const { prompt } = given.data;
  if (prompt.includes('busy')) return { status: 429, json: { detail: 'Too many requests' } };
  if (prompt.includes('unpaid'))
    return {
      status: 403,
      json: { detail: 'User is locked. Reason: Exhausted balance. Top up your balance at fal.ai/dashboard/billing.' },
    };
  if (prompt.includes('nonsense')) return { json: { status: 'IN_QUEUE' } };
  if (prompt.includes('hang')) return undefined;
  const app = `/${model.split('/').slice(0, 2).join('/')}`;
  const job: Job = {
    id: randomUUID(),
    app,
    prompt,
    ...('image_size' in given.data ? { size: given.data.image_size, ...editedBy(given.data) } : {}),
    webhook,
    status: 'IN_QUEUE',
  };
  jobs.push(job);
  return { json: { status: 'IN_QUEUE', queue_position: 0, gateway_request_id: job.id, ...urlsOf(job, url) } };
}

function resultOf({ id, prompt, size }: Job, url: string): Answer {
  if (prompt.includes('forbidden'))
    return {
      status: 422,
      json: {
        detail: [
          {
            loc: ['body', 'prompt'],
            msg: 'The content could not be processed because it contained material flagged by a content checker.',
            type: 'content_policy_violation',
          },
        ],
      },
    };
  if (prompt.includes('broken'))
    return {
      status: 422,
      json: { detail: [{ loc: ['body'], msg: 'no media was generated', type: 'no_media_generated' }] },
    };
  if (size === undefined)
    return {
      json: {
        video: { url: `${url}/files/${id}.mp4`, content_type: 'video/mp4', file_name: 'output.mp4', file_size: 1 },
        seed: 5,
        prompt,
      },
    };
  const one = {
    url: prompt.includes('neighbour') ? 'http://169.254.169.254/latest/meta-data' : `${url}/files/${id}.png`,
    content_type: 'image/png',
    ...size,
  };
  return {
    json: { images: [one], seed: 5, has_nsfw_concepts: [prompt.includes('blackened')], timings: { inference: 1.75 } },
    headers: { 'x-fal-billable-units': '2' },
  };
}

const bytesIn = (dataUrl: string): Buffer => Buffer.from(dataUrl.slice(dataUrl.indexOf(',') + 1), 'base64');
const editedBy = ({ image_url: source, mask_url: mask }: z.infer<typeof input>): Pick<Job, 'edited'> =>
  source === undefined || mask === undefined ? {} : { edited: { image: bytesIn(source), mask: bytesIn(mask) } };

async function fileOf(job: Job | undefined): Promise<Buffer> {
  const edited = job?.edited === undefined ? undefined : await painted(job.edited.image, job.edited.mask, 'white');
  return edited ?? image(job?.size);
}

async function image(size = { width: 512, height: 512 }): Promise<Buffer> {
  return plainColour(size, '#c0a020');
}
