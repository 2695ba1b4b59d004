import { createHash } from 'node:crypto';
import { z } from 'zod';
import { defined } from '../../kernel/defined.shared.js';
import { readStandardCall } from './calls.js';
import { RemoteHttp, usualMeaning } from './http.js';
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
  type RemoteDelivery,
  type RemoteJob,
  type RemoteState,
} from './port.js';
import { Remembered } from './remembered.js';

/**
 * Replicate's HTTP API (OpenAPI document at api.replicate.com/openapi.json: predictions, models, collections, files,
 * webhooks; types in index.d.ts of replicate-javascript). A prediction is created, polled, and calls a webhook at its
 * end; its outputs expire within the hour. Each model's schema describes its input.
 */
const account = z.object({ username: z.string() });
const collection = z.object({ models: z.array(z.object({ owner: z.string(), name: z.string() })) });
const version = z.object({
  id: z.string().min(1),
  openapi_schema: z.object({ components: z.object({ schemas: z.record(z.string(), z.unknown()) }) }),
});
const model = z.object({ is_official: z.boolean().nullish(), latest_version: version.nullish() });
const prediction = z.object({
  id: z.string().min(1),
  status: z.enum(['starting', 'processing', 'succeeded', 'failed', 'canceled', 'aborted']),
  output: z.unknown().optional(),
  error: z.unknown().optional(),
  logs: z.string().nullish(),
  metrics: z.object({ predict_time: z.number().nonnegative().nullish() }).nullish(),
});
const uploaded = z.object({ urls: z.object({ get: z.string() }) });
const secret = z.object({ key: z.string().startsWith('whsec_') });
const called = z.object({ id: z.string().min(1) });

/**
 * Cache lifetimes of model schemas and the webhook secret, and the minimum interval between refreshes caused by
 * webhooks.
 */
const KNOWN_MS = 3_600_000;
const ASK_AGAIN_MS = 60_000;
/** `owner/name`, or a version. */
const NAME = /^([\w-][\w.-]*)\/([\w-][\w.-]*)(?::([\w-]+))?$/;

/** Further collections that the product has procedures for (replicate.com/collections). */
const COLLECTIONS = [
  'text-to-video',
  'image-to-video',
  'super-resolution',
  'image-editing',
  'remove-backgrounds',
  'lipsync',
] as const;

interface Model {
  readonly fields: InputFields;
  /** Endpoint and identifying field for creating a prediction. */
  readonly path: string;
  readonly version?: string;
}

/** @returns the adapter for an account at Replicate */
export function createReplicate(at: RemoteAddress): RemoteApi {
  const http = new RemoteHttp(at, usualMeaning);
  const models = new Remembered<Model>(KNOWN_MS);
  const secrets = new Remembered<string>(KNOWN_MS);
  const modelOf = (name: string): Promise<Model> => models.get(name, (signal) => fetchModel(http, name, signal));
  return {
    find: async (signal) => {
      await http.json('/v1/account', account, { signal });
      const { models: images } = await http.json('/v1/collections/text-to-image', collection, { signal });
      const videos = await Promise.all(
        COLLECTIONS.map((slug) =>
          http.json(`/v1/collections/${slug}`, collection, { signal }).then(({ models: found }) => found, none),
        ),
      );
      return { models: [...new Set([...images, ...videos.flat()].map(({ owner, name }) => `${owner}/${name}`))] };
    },
    serves: async (name) => operationsOf((await modelOf(name)).fields, name, hostedModel(at.kind, name)),
    takesSeed: async (name) => takesSeed((await modelOf(name)).fields),
    submit: async (job, signal) => submit(http, await modelOf(job.model), job, signal),
    poll: async (externalId, signal) =>
      stateOf(await http.json(`/v1/predictions/${encodeURIComponent(externalId)}`, prediction, { signal })),
    fetch: (output, signal) => fetchOutput(http, output, signal),
    cancel: async (externalId, signal) => {
      await http.bytes(`/v1/predictions/${encodeURIComponent(externalId)}/cancel`, { method: 'POST', signal });
    },
    calls: {
      read: async (delivery, now) => {
        const ask = async (signal: AbortSignal): Promise<string> =>
          (await http.json('/v1/webhooks/default/secret', secret, { signal })).key;
        return (
          callOf(delivery, await secrets.get('', ask), now) ??
          callOf(delivery, await secrets.get('', ask, ASK_AGAIN_MS), now)
        );
      },
      isAbout: (externalId, about) => externalId === about,
    },
  };
}

/** The list only offers choices, so a missing collection counts as empty. @throws all other errors */
function none(error: unknown): readonly never[] {
  if (error instanceof RemoteFault && error.reason === 'rejected') return [];
  throw error;
}

/**
 * Replicate's official models are addressed by name, all others by version. @throws RemoteFault rejected for an invalid
 * name
 */
async function fetchModel(http: RemoteHttp, name: string, signal: AbortSignal): Promise<Model> {
  const [, owner, plain, wanted] = NAME.exec(name) ?? [];
  if (owner === undefined || plain === undefined) throw new RemoteFault('rejected', 'a model is named owner/name');
  const path = `/v1/models/${owner}/${plain}`;
  const { is_official: isOfficial, latest_version: latest } = await http.json(path, model, { signal });
  const found = wanted === undefined ? latest : await http.json(`${path}/versions/${wanted}`, version, { signal });
  if (found === undefined || found === null) throw new RemoteFault('rejected', 'the model has no version to run');
  const { schemas } = found.openapi_schema.components;
  const fields = inputFields(schemas['Input'], schemas);
  return wanted === undefined && isOfficial === true
    ? { fields, path: `${path}/predictions` }
    : { fields, path: '/v1/predictions', version: found.id };
}

async function submit(
  http: RemoteHttp,
  { fields, path, version: id }: Model,
  job: RemoteJob,
  signal: AbortSignal,
): Promise<{ readonly externalId: string } | RemoteState> {
  const entry = hostedModel('replicate', job.model);
  const input = await sendFiles(
    job,
    (files) => inputOf(fields, job, files, entry),
    (file) => upload(http, file, signal),
  );
  const made = await http.json(path, prediction, {
    method: 'POST',
    signal,
    json: {
      input,
      ...defined({ version: id }),
      ...(job.webhook === undefined ? {} : { webhook: job.webhook, webhook_events_filter: ['completed'] }),
    },
  });
  const state = stateOf(made);
  return state.state === 'queued' || state.state === 'running' || state.state === 'succeeded'
    ? { externalId: made.id }
    : state;
}

async function upload(http: RemoteHttp, { bytes, type }: RemoteFile, signal: AbortSignal): Promise<string> {
  const form = new FormData();
  const name = `kinora-${createHash('sha256').update(bytes).digest('hex').slice(0, 32)}.${extensionOf(type)}`;
  form.set('content', new File([new Uint8Array(bytes)], name, { type }));
  return (await http.json('/v1/files', uploaded, { method: 'POST', form, signal })).urls.get;
}

function stateOf({ status, output, error, logs, metrics }: z.infer<typeof prediction>): RemoteState {
  switch (status) {
    case 'starting':
      return { state: 'queued' };
    case 'processing': {
      const fraction = progressIn(logs ?? '');
      return { state: 'running', ...defined({ fraction }) };
    }
    case 'succeeded': {
      const seconds = metrics?.predict_time ?? undefined;
      return {
        state: 'succeeded',
        outputs: outputsIn(output),
        ...(seconds === undefined ? {} : { usage: { computeMs: Math.round(seconds * 1_000) } }),
      };
    }
    case 'failed':
      return failure(typeof error === 'string' ? error : JSON.stringify(error ?? ''));
    case 'canceled':
    case 'aborted':
      return { state: 'canceled' };
    default:
      return status satisfies never;
  }
}

/**
 * Models describe failures in words; Replicate's own messages end in a code (replicate.com/docs/reference/error-codes).
 */
function failure(words: string): RemoteState {
  if (/nsfw|flagged as sensitive|\(E005\)|content policy|moderation/i.test(words)) return { state: 'refused' };
  if (/prediction interrupted|\(code: PA\)|please retry|try again later/i.test(words))
    return { state: 'failed', reason: 'interrupted', fault: 'away' };
  return { state: 'failed', reason: 'the prediction failed' };
}

/** The last progress bar in the model's log (tqdm), 0 to 1. */
function progressIn(logs: string): number | undefined {
  const last = [...logs.matchAll(/(\d{1,3})%\|/g)].at(-1)?.[1];
  return last === undefined ? undefined : Math.min(1, Number(last) / 100);
}

function callOf(
  delivery: RemoteDelivery,
  key: string,
  now: number,
): { readonly callId: string; readonly externalId: string } | undefined {
  const callId = readStandardCall(delivery, key, now);
  if (callId === undefined) return undefined;
  const about = called.safeParse(jsonOf(delivery.body));
  return about.success ? { callId, externalId: about.data.id } : undefined;
}

function jsonOf(body: Uint8Array): unknown {
  try {
    return JSON.parse(Buffer.from(body).toString('utf8'));
  } catch {
    return undefined;
  }
}
