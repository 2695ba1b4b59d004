import { z } from 'zod';
import { defined } from '../../../kernel/defined.shared.js';
import { RemoteHttp } from '../http.js';
import { MAX_LORAS } from '../loras.js';
import { RemoteFault, type RemoteAddress, type RemoteApi, type RemoteJob, type RemoteState } from '../port.js';
import { previewOf } from '../preview.js';
import { Remembered } from '../remembered.js';
import { seedWrittenIn } from './used-seed.js';
import { describeServer, featuresOf, offeredModels, operationsOf, PATHS, type Description } from './description.js';
import { OpenCalls, type OpenCall } from './open-calls.js';
import { imageCall } from './requests.js';

/**
 * The API of AUTOMATIC1111's WebUI (`modules/api/api.py`, 1.10), which Forge, SD.Next and stable-diffusion.cpp's
 * sd-server (`examples/server/api.md`) serve as well. Its calls answer when the image is finished.
 */
const made = z.object({ images: z.array(z.string().min(1)).min(1), info: z.string().nullish() });
const upscaled = z.object({ image: z.string().min(1) });
/** `info` of a WebUI is JSON in a string; that of sd-server is empty. */
const info = z.object({ seed: z.int().min(0) });
const ownProgress = z.object({
  active: z.boolean(),
  queued: z.boolean().nullish(),
  progress: z.number().nullish(),
  live_preview: z.string().nullish(),
});
const progress = z.object({ progress: z.number() });

/** How long a description is used, milliseconds. */
const DESCRIBED_MS = 300_000;
/** How long a submission and a poll wait for the end of a call, and for progress, milliseconds. */
const WAIT_MS = 400;
const PROGRESS_MS = 2_000;

interface Server {
  readonly http: RemoteHttp;
  readonly calls: OpenCalls;
  describe(forMs?: number): Promise<Description>;
}

/** @returns the adapter for one such server. Its key is `user:password`, for HTTP's basic authentication (RFC 7617) */
export function createA1111({ key, ...at }: RemoteAddress): RemoteApi {
  const http = new RemoteHttp(
    { ...at, ...defined({ key: key === undefined ? undefined : Buffer.from(key).toString('base64') }) },
    undefined,
    'Basic',
  );
  const descriptions = new Remembered<Description>(DESCRIBED_MS);
  const server: Server = {
    http,
    calls: new OpenCalls(),
    describe: (forMs) => descriptions.get('', (signal) => describeServer(http, signal), forMs),
  };
  return {
    healthAtEnd: true,
    find: async (signal) => {
      const description = await describeServer(http, signal);
      return { models: offeredModels(description), features: featuresOf(description) };
    },
    serves: async (model) => operationsOf(model, await described(server, model)),
    loras: async (signal) =>
      (await describeServer(http, signal)).loras.slice(0, MAX_LORAS).map(({ path: _path, ...lora }) => lora),
    submit: (job, signal) => submit(server, job, signal),
    poll: (externalId, signal) => poll(server, externalId, signal),
    // Images are in the answer.
    fetch: async (output) => {
      if ('url' in output) throw new RemoteFault('misunderstood', 'an output that is an address');
      return output.bytes;
    },
    cancel: async (externalId, signal) => {
      server.calls.stop(externalId);
      await interrupt(server, externalId, signal);
    },
  };
}

/** The server's description, read again for a model that may have been added since. */
async function described(server: Server, model: string): Promise<Description> {
  const known = await server.describe();
  return operationsOf(model, known).length > 0 ? known : server.describe(0);
}

async function submit(
  server: Server,
  job: RemoteJob,
  signal: AbortSignal,
): Promise<{ readonly externalId: string } | RemoteState> {
  const description = await described(server, job.model);
  signal.throwIfAborted();
  // Refuses what the server cannot do before anything is sent.
  imageCall(job, '', description);
  const call = server.calls.begin((id, inner) => run(server, job, id, description, inner));
  try {
    return (await server.calls.end(call, WAIT_MS, signal)) ?? { externalId: call.id };
  } catch (error) {
    if (signal.aborted) {
      server.calls.stop(call.id);
      void interrupt(server, call.id, AbortSignal.timeout(PROGRESS_MS)).catch(() => undefined);
    }
    throw error;
  }
}

async function run(
  { http }: Server,
  job: RemoteJob,
  id: string,
  description: Description,
  signal: AbortSignal,
): Promise<RemoteState> {
  const { path, body } = imageCall(job, id, description);
  if (path === PATHS.upscale) {
    const { image } = await http.json(path, upscaled, { method: 'POST', json: body, signal, patient: true });
    return { state: 'succeeded', outputs: [{ bytes: bytesOf(image) }] };
  }
  const answer = await http.json(path, made, { method: 'POST', json: body, signal, patient: true });
  const outputs = answer.images.slice(0, 1).map((image) => ({ bytes: bytesOf(image) }));
  return { state: 'succeeded', outputs, ...defined({ seed: await usedSeed(answer.info ?? '', outputs[0]?.bytes) }) };
}

/** Base64, as such or in a data address. */
const bytesOf = (image: string): Uint8Array =>
  Buffer.from(image.slice(image.startsWith('data:') ? image.indexOf(',') + 1 : 0), 'base64');

/** The seed that was used: from the answer of a WebUI, or from the image. */
async function usedSeed(answered: string, image: Uint8Array | undefined): Promise<number | undefined> {
  const said = info.safeParse(parsed(answered));
  if (said.success) return said.data.seed;
  return image === undefined ? undefined : seedWrittenIn(image);
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

async function poll(server: Server, externalId: string, signal: AbortSignal): Promise<RemoteState> {
  const call = server.calls.find(externalId);
  // A process that ended took its calls along.
  if (call === undefined) return { state: 'canceled' };
  try {
    return (await server.calls.end(call, WAIT_MS, signal)) ?? (await progressOf(server, call, signal));
  } catch (error) {
    // The call is over: only a new one may succeed.
    if (error instanceof RemoteFault && error.again && server.calls.find(externalId) === undefined)
      return { state: 'failed', reason: error.message, fault: error.reason === 'time' ? 'time' : 'away' };
    throw error;
  }
}

/**
 * Progress of a call. A server makes one image at a time, perhaps another user's, so a preview is taken only from a
 * path that is asked for by the job's name.
 */
async function progressOf(server: Server, call: OpenCall, signal: AbortSignal): Promise<RemoteState> {
  const limit = AbortSignal.any([signal, AbortSignal.timeout(PROGRESS_MS)]);
  try {
    const { has, reportsByJob } = await server.describe();
    if (reportsByJob) return await ownState(server, call, limit);
    if (has(PATHS.progress) && server.calls.size === 1)
      return running(
        (await server.http.json(`${PATHS.progress}?skip_current_image=true`, progress, { signal: limit })).progress,
      );
  } catch {
    signal.throwIfAborted();
    // The call itself tells whether the server is gone.
  }
  return { state: 'running' };
}

const running = (fraction: number): RemoteState => ({ state: 'running', fraction: Math.min(1, Math.max(0, fraction)) });

async function ownState({ http }: Server, call: OpenCall, signal: AbortSignal): Promise<RemoteState> {
  const {
    active,
    queued,
    progress: fraction,
    live_preview: image,
  } = await http.json(PATHS.ownProgress, ownProgress, {
    method: 'POST',
    json: { id_task: call.id, id_live_preview: -1 },
    signal,
  });
  if (!active) return queued === true ? { state: 'queued' } : { state: 'running' };
  const isNew = typeof image === 'string' && image !== call.lastPreview;
  if (isNew) call.lastPreview = image;
  return { ...running(fraction ?? 0), ...(isNew ? defined({ preview: await previewOf(bytesOf(image)) }) : {}) };
}

/** `/interrupt` stops whatever is running, so check first that it is this job. */
async function interrupt(server: Server, externalId: string, signal: AbortSignal): Promise<void> {
  const { has, reportsByJob } = await server.describe();
  if (!has(PATHS.interrupt) || !reportsByJob) return;
  const { active } = await server.http.json(PATHS.ownProgress, ownProgress, {
    method: 'POST',
    json: { id_task: externalId, id_live_preview: -1 },
    signal,
  });
  if (active) await server.http.bytes(PATHS.interrupt, { method: 'POST', signal });
}
