import { randomUUID } from 'node:crypto';
import { plainColour } from './plain-image.js';
import { PUBLISHED, violationsOf, type PublishedModel } from './schemas.js';
import { serve, type Answer, type ReceivedRequest, type SmallServer } from './serve.js';

/**
 * Small servers of Replicate and fal with every known model, by the models' published schemas. They refuse an input
 * with unknown, missing or invalid fields, keep uploads by address, and finish a job at once.
 */
export interface SmallHosted extends SmallServer {
  /** What models of videos make. */
  video: Buffer;
  /** The inputs that were accepted. */
  readonly inputs: Readonly<Record<string, unknown>>[];
  /** Uploaded files by address: media type and bytes. */
  readonly files: Map<string, { readonly type: string; readonly bytes: Buffer }>;
}

interface Jobs extends Pick<SmallHosted, 'inputs' | 'files'> {
  readonly models: Map<string, PublishedModel>;
  url: string;
}

const START = { replicate, fal } as const;

export async function startHosted(kind: 'replicate' | 'fal'): Promise<SmallHosted> {
  const jobs: Jobs = { inputs: [], files: new Map(), models: new Map(), url: '' };
  const server = await serve(async (received) => {
    if (received.path.endsWith('.mp4')) return { bytes: hosted.video };
    if (received.path.endsWith('.png')) return { bytes: await plainColour({ width: 512, height: 512 }, '#c0a020') };
    return START[kind](received, jobs);
  });
  jobs.url = server.url;
  const hosted: SmallHosted = { ...server, video: Buffer.alloc(0), inputs: jobs.inputs, files: jobs.files };
  return hosted;
}

/** Accepts an input, or says what is wrong with it. */
function accepted(
  model: PublishedModel | undefined,
  input: Readonly<Record<string, unknown>>,
  { inputs, models }: Jobs,
): { readonly id: string } | { readonly wrong: readonly string[] } {
  const wrong = model === undefined ? ['no model'] : violationsOf(model, input);
  if (model === undefined || wrong.length > 0) return { wrong };
  const id = randomUUID();
  models.set(id, model);
  inputs.push(input);
  return { id };
}

const resultOf = (id: string, { output }: PublishedModel, url: string): string =>
  `${url}/results/${id}.${output === 'video' ? 'mp4' : 'png'}`;

async function replicate({ method, path, body, headers }: ReceivedRequest, jobs: Jobs): Promise<Answer> {
  const { url, files, models } = jobs;
  if (method === 'POST' && path === '/v1/files') {
    const form = await new Response(new Uint8Array(body), {
      headers: { 'content-type': headers['content-type'] ?? '' },
    }).formData();
    const file = form.get('content') as File; // a form's file, by the schema
    const address = `${url}/v1/files/${files.size + 1}`;
    files.set(address, { type: file.type, bytes: Buffer.from(await file.arrayBuffer()) });
    return { status: 201, json: { id: address, urls: { get: address } } };
  }
  const name = /^\/v1\/models\/([^/]+\/[^/]+)$/.exec(path)?.[1] ?? '';
  const found = PUBLISHED.replicate[name];
  if (found !== undefined) {
    const schema = {
      openapi: '3.0.2',
      components: { schemas: { Input: { type: 'object', required: found.required, properties: found.properties } } },
    };
    return {
      json: {
        owner: name.split('/')[0],
        name: name.split('/')[1],
        is_official: false,
        latest_version: { id: name, openapi_schema: schema },
      },
    };
  }
  if (method === 'POST' && path === '/v1/predictions') {
    const { version, input } = JSON.parse(body.toString('utf8')) as {
      readonly version: string;
      readonly input: Record<string, unknown>;
    }; // as the adapter sends it
    const made = accepted(PUBLISHED.replicate[version], input, jobs);
    return 'wrong' in made
      ? { status: 422, json: { detail: made.wrong.join() } }
      : { status: 201, json: { id: made.id, status: 'starting', input } };
  }
  const id = /^\/v1\/predictions\/([^/]+)$/.exec(path)?.[1] ?? '';
  const model = models.get(id);
  if (model === undefined) return { status: 404, json: { detail: 'Not found.' } };
  const output = resultOf(id, model, url);
  return {
    json: {
      id,
      status: 'succeeded',
      output: model.output === 'images' ? [output] : output,
      error: null,
      logs: '',
      metrics: { predict_time: 1 },
    },
  };
}

function fal({ method, path, query, body }: ReceivedRequest, jobs: Jobs): Answer {
  const { url, files, models } = jobs;
  if (method === 'POST' && path === '/storage/upload/initiate') {
    const { content_type: type } = JSON.parse(body.toString('utf8')) as { readonly content_type: string }; // as the adapter sends it
    const address = `${url}/uploads/${files.size + 1}`;
    files.set(address, { type, bytes: Buffer.alloc(0) });
    return { json: { upload_url: address, file_url: address } };
  }
  if (method === 'PUT') {
    const address = `${url}${path}`;
    files.set(address, { type: files.get(address)?.type ?? '', bytes: body });
    return { json: {} };
  }
  if (path === '/openapi/queue/openapi.json') {
    const name = query.get('endpoint_id') ?? '';
    const found = PUBLISHED.fal[name];
    if (found === undefined) return { status: 404, json: { detail: 'not found' } };
    const schema = { $ref: '#/components/schemas/Input' };
    return {
      json: {
        components: { schemas: { Input: { type: 'object', required: found.required, properties: found.properties } } },
        paths: { [`/${name}`]: { post: { requestBody: { content: { 'application/json': { schema } } } } } },
      },
    };
  }
  if (path === '/v1/models/pricing') return { json: { prices: [] } };
  const [, id = '', end = ''] = /\/requests\/([^/]+)(\/status)?$/.exec(path) ?? [];
  const model = models.get(id);
  if (method === 'POST' && id === '') {
    const made = accepted(
      PUBLISHED.fal[path.slice(1)],
      JSON.parse(body.toString('utf8')) as Record<string, unknown>,
      jobs,
    ); // as the adapter sends it
    return 'wrong' in made
      ? { status: 422, json: { detail: made.wrong.join() } }
      : { json: { status: 'IN_QUEUE', request_id: made.id } };
  }
  if (model === undefined) return { status: 404, json: { detail: 'Request not found' } };
  if (end === '/status') return { json: { status: 'COMPLETED', metrics: { inference_time: 1 } } };
  const one = { url: resultOf(id, model, url) };
  return { json: { [model.output]: model.output === 'images' ? [one] : one, seed: 5 } };
}
