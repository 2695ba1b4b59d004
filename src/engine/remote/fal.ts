import type { KeyObject } from 'node:crypto';
import { z } from 'zod';
import { ed25519Key, readFalCall } from './calls.js';
import { RemoteHttp, usualMeaning, type ReadRefusal } from './http.js';
import { inputFields, takesSeed, type InputFields } from './hosted/fields.js';
import { hostedModel } from './hosted/models.shared.js';
import { operationsOf } from './hosted/operations.js';
import { extensionOf, sendFiles } from './hosted/send.js';
import { inputOf } from './inputs.js';
import { fetchOutput, outputsIn } from './outputs.js';
import {
  RemoteFault,
  type RemoteFile,
  type RemoteAddress,
  type RemoteApi,
  type RemoteJob,
  type RemoteState,
  type RemoteUsage,
} from './port.js';
import { Remembered } from './remembered.js';

/**
 * fal's queue API (docs.fal.ai, "Queue", "Webhooks", "Model errors", "Request error types"; libs/client/src/queue.ts of
 * fal-js): requests are queued per model, polled, and the result fetched at the end. Models and prices come from the
 * Platform API (api.fal.ai/v1/openapi.json); each model's OpenAPI document describes its input.
 */
const listed = z.object({ models: z.array(z.object({ endpoint_id: z.string().min(1) })) });
const prices = z.object({
  prices: z.array(z.object({ endpoint_id: z.string(), unit_price: z.number().nonnegative(), currency: z.string() })),
});
const openapi = z.object({
  components: z.object({ schemas: z.record(z.string(), z.unknown()) }),
  paths: z.record(z.string(), z.unknown()),
});
const operation = z.object({
  post: z.object({
    requestBody: z.object({ content: z.object({ 'application/json': z.object({ schema: z.unknown() }) }) }),
  }),
});
const submitted = z.object({ request_id: z.string().min(1) });
const initiated = z.object({ upload_url: z.url({ protocol: /^https?$/ }), file_url: z.url({ protocol: /^https?$/ }) });
const status = z.object({
  status: z.enum(['IN_QUEUE', 'IN_PROGRESS', 'COMPLETED']),
  error: z.unknown().optional(),
  error_type: z.string().nullish(),
  metrics: z.object({ inference_time: z.number().nonnegative().nullish() }).nullish(),
});
const keySet = z.object({
  keys: z.array(z.object({ kty: z.literal('OKP'), crv: z.literal('Ed25519'), x: z.string() })),
});
const flagged = z.object({ has_nsfw_concepts: z.union([z.literal(true), z.tuple([z.literal(true)], z.unknown())]) });
const detail = z.object({
  detail: z.union([z.string(), z.array(z.object({ type: z.string().nullish(), msg: z.string().nullish() }))]),
});

/**
 * Host of the queue, and hosts for listing, schemas, keys and uploads. Behind a custom gateway, all of them are that
 * gateway.
 */
const QUEUE = 'https://queue.fal.run';
const BESIDE = {
  platform: 'https://api.fal.ai',
  schemas: 'https://fal.ai/api',
  keys: 'https://rest.alpha.fal.ai',
  storage: 'https://rest.fal.ai',
} as const;
/** The vendor allows caching the keys for a day. */
const KEYS_MS = 24 * 3_600_000;
/** Maximum size of an upload in one part, bytes. */
const UPLOAD_BYTES = 90 * 1_048_576;
const KNOWN_MS = 3_600_000;
const ASK_AGAIN_MS = 60_000;
/** `owner/app` with an optional path; some apps have a prefix. */
const NAME = /^(?:[\w-][\w.-]*\/){1,5}[\w-][\w.-]*$/;
/** Categories of its image and video models. */
const CATEGORIES = ['text-to-image', 'text-to-video', 'image-to-video', 'image-to-image', 'video-to-video'] as const;
const NAMESPACES = ['workflows', 'comfy'];

/** A content refusal is a 422 with its type; an empty account is a 403 recognised by its text. */
const meaning: ReadRefusal = (code, body) => {
  if (code < 400) return undefined;
  const read = detail.safeParse(jsonOf(body));
  const explanation = read.success ? read.data.detail : '';
  if (
    typeof explanation !== 'string' &&
    explanation.some(({ type }) => /content_policy_violation|nsfw|safety/.test(type ?? ''))
  )
    return 'refused';
  if (typeof explanation === 'string' && /exhausted balance|insufficient (?:balance|credits)/i.test(explanation))
    return 'spent';
  return usualMeaning(code, body);
};

/** @returns the adapter for an account at fal */
export function createFal(at: RemoteAddress): RemoteApi {
  const http = new RemoteHttp(at, meaning, 'Key');
  const host = (which: keyof typeof BESIDE): string => (at.address === QUEUE ? BESIDE[which] : at.address);
  const [platform, storage] = [
    new RemoteHttp({ ...at, address: host('platform') }, meaning, 'Key'),
    new RemoteHttp({ ...at, address: host('storage') }, meaning, 'Key'),
  ];
  // Schemas and keys are public: our key is not sent there.
  const [descriptions, signers] = [
    new RemoteHttp({ kind: at.kind, address: host('schemas') }),
    new RemoteHttp({ kind: at.kind, address: host('keys') }),
  ];
  const [models, keys, priced] = [
    new Remembered<InputFields>(KNOWN_MS),
    new Remembered<readonly KeyObject[]>(KEYS_MS),
    new Remembered<number | undefined>(KNOWN_MS),
  ];
  const fieldsOf = (name: string): Promise<InputFields> =>
    models.get(name, (signal) => describe(descriptions, name, signal));
  return {
    find: async (signal) => {
      const lists = await Promise.all(
        CATEGORIES.map((category) =>
          platform.json(`/v1/models?category=${category}&status=active&limit=100`, listed, { signal }),
        ),
      );
      const found = [...new Set(lists.flatMap(({ models: some }) => some.map(({ endpoint_id: id }) => id)))];
      // The list is public; prices need a valid key.
      if (found[0] !== undefined) await priceOf(platform, found[0], signal);
      return { models: found };
    },
    serves: async (name) => operationsOf(await fieldsOf(name), name, hostedModel(at.kind, name)),
    takesSeed: async (name) => takesSeed(await fieldsOf(name)),
    submit: async (job, signal) => submit(http, storage, await fieldsOf(job.model), job, signal),
    poll: (externalId, signal) =>
      poll(http, externalId, (name) => priced.get(name, (inner) => priceOf(platform, name, inner)), signal),
    fetch: (output, signal) => fetchOutput(http, output, signal),
    cancel: async (externalId, signal) => {
      await http.bytes(`${pathOf(externalId)}/cancel`, { method: 'PUT', signal });
    },
    calls: {
      read: async (delivery, now) => {
        const ask = async (signal: AbortSignal): Promise<readonly KeyObject[]> =>
          (await signers.json('/.well-known/jwks.json', keySet, { signal })).keys.map(({ x }) => ed25519Key(x));
        const request =
          readFalCall(delivery, await keys.get('', ask), now) ??
          readFalCall(delivery, await keys.get('', ask, ASK_AGAIN_MS), now);
        return request === undefined ? undefined : { callId: request, externalId: request };
      },
      isAbout: (externalId, about) => externalId.endsWith(`#${about}`),
    },
  };
}

async function describe(http: RemoteHttp, name: string, signal: AbortSignal): Promise<InputFields> {
  mustBeName(name);
  const { components, paths } = await http.json(
    `/openapi/queue/openapi.json?endpoint_id=${encodeURIComponent(name)}`,
    openapi,
    { signal },
  );
  const read = operation.safeParse(paths[`/${name}`]);
  if (!read.success) throw new RemoteFault('misunderstood', 'the model has no description');
  return inputFields(read.data.post.requestBody.content['application/json'].schema, components.schemas);
}

function mustBeName(name: string): void {
  if (!NAME.test(name)) throw new RemoteFault('rejected', 'a model is named owner/app');
}

/** The app of a model: its queue is the one to poll (`parseEndpointId` of fal-js). */
function appOf(model: string): string {
  const words = model.split('/');
  return words.slice(0, NAMESPACES.includes(words[0] ?? '') ? 3 : 2).join('/');
}

const dataUrl = (png: Uint8Array): string => `data:image/png;base64,${Buffer.from(png).toString('base64')}`;

/** Images are part of the request; videos and recordings are uploaded first (libs/client/src/storage.ts of fal-js). */
async function sent(storage: RemoteHttp, { bytes, type }: RemoteFile, signal: AbortSignal): Promise<string> {
  if (type === 'image/png') return dataUrl(bytes);
  if (bytes.byteLength > UPLOAD_BYTES) throw new RemoteFault('rejected', `a file larger than ${UPLOAD_BYTES} bytes`);
  const json = { content_type: type, file_name: `kinora.${extensionOf(type)}` };
  const { upload_url: to, file_url: url } = await storage.json(
    '/storage/upload/initiate?storage_type=fal-cdn-v3',
    initiated,
    { method: 'POST', json, signal },
  );
  await storage.put(to, { bytes, type }, signal);
  return url;
}

/** Our id of a request: the model and fal's request id. */
const nameOf = (model: string, request: string): string => `${model}#${request}`;
const modelIn = (externalId: string): string => externalId.slice(0, externalId.lastIndexOf('#'));
const pathOf = (externalId: string): string =>
  `/${appOf(modelIn(externalId))}/requests/${encodeURIComponent(externalId.slice(externalId.lastIndexOf('#') + 1))}`;

async function submit(
  http: RemoteHttp,
  storage: RemoteHttp,
  fields: InputFields,
  job: RemoteJob,
  signal: AbortSignal,
): Promise<{ readonly externalId: string }> {
  const entry = hostedModel('fal', job.model);
  const json = await sendFiles(
    job,
    (files) => inputOf(fields, job, files, entry),
    (file) => sent(storage, file, signal),
  );
  const query = job.webhook === undefined ? '' : `?fal_webhook=${encodeURIComponent(job.webhook)}`;
  const { request_id: request } = await http.json(`/${job.model}${query}`, submitted, { method: 'POST', json, signal });
  return { externalId: nameOf(job.model, request) };
}

async function poll(
  http: RemoteHttp,
  externalId: string,
  price: (model: string) => Promise<number | undefined>,
  signal: AbortSignal,
): Promise<RemoteState> {
  const path = pathOf(externalId);
  const explanation = await http.json(`${path}/status`, status, { signal });
  if (explanation.status === 'IN_QUEUE') return { state: 'queued' };
  if (explanation.status === 'IN_PROGRESS') return { state: 'running' };
  const failed = failureOf(explanation.error_type ?? undefined);
  if (failed !== undefined) return failed;
  try {
    const { data, headers } = await http.request(path, z.record(z.string(), z.unknown()), { signal });
    // An image that the vendor's content check has blacked out.
    if (flagged.safeParse(data).success) return { state: 'refused' };
    return {
      state: 'succeeded',
      outputs: outputsIn({
        video: data['video'],
        videos: data['videos'],
        images: data['images'],
        image: data['image'],
      }),
      usage: await usageOf(explanation.metrics?.inference_time ?? undefined, headers.get('x-fal-billable-units'), () =>
        price(modelIn(externalId)),
      ),
    };
  } catch (error) {
    // A request that ended with a fault answers with that fault.
    if (error instanceof RemoteFault && error.reason === 'refused') return { state: 'refused' };
    if (error instanceof RemoteFault && error.reason === 'rejected')
      return { state: 'failed', reason: 'the request failed' };
    throw error;
  }
}

/** Faults of the platform rather than of the request ("Request error types"); a cancelled request has no fault. */
function failureOf(type: string | undefined): RemoteState | undefined {
  if (type === undefined) return undefined;
  if (type.startsWith('client_')) return { state: 'canceled' };
  if (/timeout/.test(type)) return { state: 'failed', reason: type, fault: 'time' };
  if (/^(?:runner_|internal_)/.test(type)) return { state: 'failed', reason: type, fault: 'away' };
  return undefined;
}

/** Cost: billed units times the unit price, when both are known. A failed price request does not fail the image. */
async function usageOf(
  seconds: number | undefined,
  units: string | null,
  price: () => Promise<number | undefined>,
): Promise<RemoteUsage> {
  const billed = units === null || units === '' ? NaN : Number(units);
  const perUnit = Number.isFinite(billed) && billed >= 0 ? await price().catch(() => undefined) : undefined;
  return {
    ...(seconds === undefined ? {} : { computeMs: Math.round(seconds * 1_000) }),
    ...(perUnit === undefined ? {} : { micros: Math.round(billed * perUnit * 1_000_000) }),
  };
}

/** Unit price of a model in US dollars; undefined when billed in another unit. @throws RemoteFault */
async function priceOf(platform: RemoteHttp, name: string, signal: AbortSignal): Promise<number | undefined> {
  const { prices: found } = await platform.json(`/v1/models/pricing?endpoint_id=${encodeURIComponent(name)}`, prices, {
    signal,
  });
  const price = found.find(({ endpoint_id: id }) => id === name);
  return price?.currency === 'USD' ? price.unit_price : undefined;
}

function jsonOf(body: string): unknown {
  try {
    return JSON.parse(body);
  } catch {
    return undefined;
  }
}
