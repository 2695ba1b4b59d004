import { createHash } from 'node:crypto';
import { z } from 'zod';
import { defined } from '../../../kernel/defined.shared.js';
import { RemoteHttp } from '../http.js';
import { familyOfMetadata, type ModelFamily } from '../family.shared.js';
import type { RemoteFeature, UnusableModel } from '../kinds.shared.js';
import { loraOf, MAX_LORAS } from '../loras.js';
import {
  RemoteFault,
  type RemoteAddress,
  type RemoteApi,
  type RemoteFound,
  type RemoteJob,
  type RemoteLora,
} from '../port.js';
import { Remembered } from '../remembered.js';
import { buildGraph, GRAPH_CLASSES, lackOf } from './graphs/build.js';
import { fileOf, modelOf, recognise, type KnownFile, type ModelFile } from './graphs/model-file.js';
import { choicesOf } from './graphs/node.js';
import { cancelPrompt, lookUp } from './history.js';
import { LiveJobs } from './live.js';
import { FileMetadata } from './metadata.js';
import { askSpecs } from './workflow/ask-specs.js';
import { importWorkflow, readWorkflow } from './workflow/import.js';
import type { NodeSpecs } from './workflow/node-specs.js';
import { graphOfJob } from './workflow/run.js';
import { workflowIdOf } from './workflow/model-name.shared.js';
import type { ImportedWorkflow, WorkflowBook } from './workflow/stored.js';

/**
 * ComfyUI's HTTP API (server.py of ComfyUI 0.3, "Routes" in its documentation): a workflow is posted as a graph of
 * nodes; the result is read from the history and images from `/view`.
 */
const stats = z.object({ system: z.object({ comfyui_version: z.string().optional() }) });
const posted = z.object({ prompt_id: z.string().min(1) });
const uploaded = z.object({ name: z.string(), subfolder: z.string().default('') });

/** How long a description of the server is used, milliseconds. */
const DESCRIBED_MS = 300_000;
/** Maximum models listed, and files that make nothing. */
const MAX_MODELS = 300;

interface Server {
  readonly http: RemoteHttp;
  /** The node classes of the graphs. @param forMs maximum age, milliseconds */
  describe(forMs?: number): Promise<NodeSpecs>;
  /** The family that a file's metadata tell. */
  familyOf(folder: string, file: string): Promise<ModelFamily | undefined>;
}

/**
 * @param workflows imported workflows, which are models of their own
 * @returns the adapter for one ComfyUI
 */
export function createComfyUi(at: RemoteAddress, workflows?: WorkflowBook): RemoteApi {
  const http = new RemoteHttp(at);
  const live = new LiveJobs(at);
  const descriptions = new Remembered<NodeSpecs>(DESCRIBED_MS);
  const families = new Remembered<ModelFamily | undefined>(DESCRIBED_MS);
  const server: Server = {
    http,
    describe: (forMs) => descriptions.get('', (signal) => askSpecs(http, signal)(GRAPH_CLASSES), forMs),
    familyOf: (folder, file) =>
      families.get(`${folder}/${file}`, async (signal) =>
        familyOfMetadata(await new FileMetadata(http, signal).of(folder, file)),
      ),
  };
  const imported = async (model: string, version?: number): Promise<ImportedWorkflow | undefined> => {
    if (workflowIdOf(model) === undefined) return undefined;
    const found = await workflows?.find(model, version);
    if (found === undefined) throw new RemoteFault('rejected', 'the workflow is not there');
    return found;
  };
  return {
    find: async (signal) => {
      const { system } = await http.json('/system_stats', stats, { signal });
      const specs = await askSpecs(http, signal)(GRAPH_CLASSES);
      // A proxy or another program may answer every path.
      if (!specs.has('CheckpointLoaderSimple'))
        throw new RemoteFault('misunderstood', 'a ComfyUI without loader of checkpoints');
      const features: readonly RemoteFeature[] = choicesOf(specs, 'LoraLoader', 'lora_name').length > 0 ? ['lora'] : [];
      return {
        ...(await modelsOf(new FileMetadata(http, signal), specs)),
        ...(features.length === 0 ? {} : { features }),
        ...defined({ version: system.comfyui_version }),
      };
    },
    serves: async (model, _signal, version) =>
      (await imported(model, version))?.operations ?? (await knownModel(server, model)).operations,
    loras: (signal) => lorasOf(server, signal),
    submit: async (job, signal) => {
      const workflow = await imported(job.model, job.settingsVersion);
      const graph =
        workflow === undefined
          ? await builtGraph(server, job, signal)
          : await graphOfJob(workflow, job, (png) => upload(http, png, signal));
      live.open();
      const { prompt_id: externalId } = await http.json('/prompt', posted, {
        method: 'POST',
        json: { prompt: graph, client_id: live.client },
        signal,
      });
      live.watch(externalId);
      return { externalId };
    },
    poll: async (externalId, signal) => {
      const heard = await live.stateOf(externalId);
      if (heard !== undefined) return heard;
      const state = await lookUp(http, externalId, signal);
      if (state.state === 'running') return { ...state, ...(await live.shown(externalId)) };
      if (state.state !== 'queued') live.forget(externalId);
      return state;
    },
    fetch: async (output, signal) => ('bytes' in output ? output.bytes : http.bytes(output.url, { signal })),
    cancel: async (externalId, signal) => {
      live.forget(externalId);
      await cancelPrompt(http, externalId, signal);
    },
    workflows: {
      read: (text, output, signal) => readWorkflow(text, output, askSpecs(http, signal)),
      take: (text, choice, signal) => importWorkflow(text, choice, askSpecs(http, signal)),
    },
  };
}

async function builtGraph(server: Server, job: RemoteJob, signal: AbortSignal): Promise<object> {
  const known = await knownModel(server, job.model);
  const { operation, prompt, negativePrompt, seed, width, height, seconds, loras, image } = job;
  if (!known.operations.includes(operation)) throw new RemoteFault('rejected', `the model does not do ${operation}`);
  const graph = async (start: string | undefined, mask: string | undefined) => {
    const filled = {
      operation,
      prompt,
      negativePrompt,
      seed,
      width,
      height,
      ...defined({ seconds, loras, start, mask, strength: image?.strength }),
    };
    const built = buildGraph(known, filled, await server.describe());
    // A file may have been added since.
    return built.ok ? built : buildGraph(known, filled, await server.describe(0));
  };
  // Unsupported requests fail before anything is sent.
  const tried = await graph(job.image === undefined ? undefined : 'image', job.mask === undefined ? undefined : 'mask');
  if (!tried.ok) throw new RemoteFault('rejected', `the server lacks ${tried.error.reason} ${tried.error.missing}`);
  if (job.image === undefined) return tried.value;
  const built = await graph(
    await upload(server.http, job.image.png, signal),
    job.mask === undefined ? undefined : await upload(server.http, job.mask, signal),
  );
  if (!built.ok) throw new RemoteFault('rejected', `the server lacks ${built.error.reason} ${built.error.missing}`);
  return built.value;
}

/** @throws RemoteFault rejected for a file without graph; the metadata are read if its name does not tell its family */
async function knownModel(server: Server, model: string): Promise<KnownFile> {
  const byName = recognise(model);
  const known =
    byName === 'family' ? recognise(model, await server.familyOf('diffusion_models', fileOf(model).file)) : byName;
  if (typeof known === 'string') throw new RemoteFault('rejected', `no graph for this file: ${known}`);
  return known;
}

/** The models that a server has, and the files that make nothing. */
async function modelsOf(metadata: FileMetadata, specs: NodeSpecs): Promise<Pick<RemoteFound, 'models' | 'unusable'>> {
  const models: string[] = [];
  const unusable: UnusableModel[] = [];
  const files = (type: string, input: string, loader: ModelFile['loader']) =>
    choicesOf(specs, type, input).map((file) => modelOf({ loader, file }));
  for (const model of [
    ...files('CheckpointLoaderSimple', 'ckpt_name', 'checkpoint'),
    ...files('UNETLoader', 'unet_name', 'diffusion'),
    ...files('UpscaleModelLoader', 'model_name', 'upscaler'),
  ]) {
    const byName = recognise(model);
    const known =
      byName === 'family'
        ? recognise(model, familyOfMetadata(await metadata.of('diffusion_models', fileOf(model).file)))
        : byName;
    const lack = typeof known === 'string' ? { reason: known } : lackOf(known, specs);
    if (lack === undefined) models.push(model);
    else unusable.push({ model, ...lack });
  }
  return {
    models: models.slice(0, MAX_MODELS),
    ...(unusable.length === 0 ? {} : { unusable: unusable.slice(0, MAX_MODELS) }),
  };
}

/** LoRAs with the family and the words that their metadata tell, of the first ones. */
async function lorasOf(server: Server, signal: AbortSignal): Promise<readonly RemoteLora[]> {
  const files = choicesOf(await server.describe(0), 'LoraLoader', 'lora_name');
  const metadata = new FileMetadata(server.http, signal);
  const found: RemoteLora[] = [];
  for (const name of files.slice(0, MAX_LORAS)) found.push(loraOf(name, await metadata.of('loras', name)));
  return found;
}

async function upload(http: RemoteHttp, png: Uint8Array, signal: AbortSignal): Promise<string> {
  const form = new FormData();
  // Named by its content hash, so that the same image is stored there only once.
  form.set(
    'image',
    new File([new Uint8Array(png)], `kinora-${createHash('sha256').update(png).digest('hex').slice(0, 32)}.png`, {
      type: 'image/png',
    }),
  );
  form.set('overwrite', 'true');
  const { name, subfolder } = await http.json('/upload/image', uploaded, { method: 'POST', form, signal });
  return subfolder === '' ? name : `${subfolder}/${name}`;
}
