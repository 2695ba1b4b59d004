import sharp from 'sharp';
import { z } from 'zod';
import { painted } from '../painted.js';
import { plainColour } from '../plain-image.js';
import { serve, type Answer, type ReceivedRequest, type SmallServer } from '../serve.js';
import { graphShape, linkIn, nodesOf, promptProblem, USUAL_FOLDERS, type Folders, type Graph } from './nodes.js';
import { acceptSockets, type Sockets } from './socket.js';

/**
 * A small server with the answers of ComfyUI's own API, from `server.py` and `execution.py` of ComfyUI 0.3.40 (routes
 * /prompt, /queue, /history, /view, /upload/image, /interrupt, /system_stats, /object_info, /view_metadata, /ws). It
 * runs one graph at a time, when the test says so; a text says by a word how it goes: `broken` fails at the sampler,
 * `busy` and `hang` answer as a proxy before it would.
 */
interface Job {
  readonly id: string;
  readonly client: string;
  readonly graph: Graph;
  state: 'pending' | 'running' | 'success' | 'error' | 'interrupted';
}

const inputsOf = (graph: Graph, type: string): Readonly<Record<string, unknown>> | undefined =>
  Object.values(graph).find(({ class_type: one }) => one === type)?.inputs;
const textOf = (graph: Graph): string =>
  Object.values(graph)
    .flatMap(({ inputs }) => Object.values(inputs))
    .filter((value) => typeof value === 'string')
    .join(' ');
const isVideo = (graph: Graph): boolean => inputsOf(graph, 'SaveVideo') !== undefined;
const outputOf = (graph: Graph): string =>
  Object.entries(graph).find(([, { class_type: type }]) => /^(?:Save|Preview)/.test(type))?.[0] ?? '';

/** What a graph makes of its uploads: enlarged, painted into the mask, or a plain image of its size. */
async function image(graph: Graph, name: string, uploads: ReadonlyMap<string, Buffer>): Promise<Buffer | undefined> {
  const file = (type: string): Buffer | undefined => uploads.get(String(inputsOf(graph, type)?.['image']));
  const [given, area] = [file('LoadImage'), file('LoadImageMask')];
  if (inputsOf(graph, 'ImageUpscaleWithModel') !== undefined) {
    if (given === undefined) return undefined;
    const { width, height } = await sharp(given).metadata();
    return sharp(given)
      .resize(width * 4, height * 4, { kernel: 'nearest' })
      .png()
      .toBuffer();
  }
  if (given !== undefined && area !== undefined)
    return painted(given, await sharp(area).removeAlpha().png().toBuffer(), 'white');
  // `LoadImage` takes its mask from the transparency.
  if (given !== undefined && linkIn(inputsOf(graph, 'SetLatentNoiseMask')?.['mask'])?.[1] === 1)
    return painted(await sharp(given).removeAlpha().png().toBuffer(), given, 'transparent');
  const size = Object.values(graph)
    .map(({ inputs }) => z.object({ width: z.int(), height: z.int() }).safeParse(inputs).data)
    .find((one) => one !== undefined) ?? { width: 512, height: 512 };
  return plainColour(size, name.includes('0001') ? '#2050a0' : '#50a020');
}

export interface SmallComfyUi extends SmallServer {
  /** What its model of films makes. */
  video: Buffer;
  /** Runs by itself, a step each time it is asked; or only when `step` is called. */
  stopped: boolean;
  /** So many looks at the queue are answered as by a proxy before it that cannot reach it. */
  dropped: number;
  /** Refuses web sockets, as a proxy that does not pass them on. */
  deaf: boolean;
  /** The files of its models. */
  folders: Folders;
  readonly uploads: Map<string, Buffer>;
  readonly sockets: Sockets;
  /** Graphs as they were posted, the newest last. */
  readonly graphs: readonly Graph[];
  step(): void;
  /** Posts a prompt of another person's, which runs or waits. @returns its id */
  foreign(): string;
  /** Reports progress of the running prompt to whoever sent it. */
  progress(value: number, max: number): void;
  stateOf(id: string): Job['state'] | undefined;
  /** The client that sent the running prompt. */
  running(): string | undefined;
}

export async function startComfyUi(): Promise<SmallComfyUi> {
  const jobs: Job[] = [];
  const uploads = new Map<string, Buffer>();
  const held: { sockets?: Sockets } = {};
  const running = (): Job | undefined => jobs.find(({ state }) => state === 'running');
  const step = (): void => {
    const now = running();
    if (now !== undefined) {
      now.state = textOf(now.graph).includes('broken') ? 'error' : 'success';
      held.sockets?.say(now.client, now.state === 'success' ? 'execution_success' : 'execution_error', {
        prompt_id: now.id,
      });
    }
    const next = jobs.find(({ state }) => state === 'pending');
    if (next === undefined) return;
    next.state = 'running';
    held.sockets?.say(next.client, 'execution_start', { prompt_id: next.id });
    held.sockets?.say(next.client, 'executing', { node: outputOf(next.graph), prompt_id: next.id });
  };
  const small = await serve(
    async (received) => {
      if (received.method === 'GET' && received.path === '/queue' && comfy.dropped > 0) {
        comfy.dropped -= 1;
        return { status: 502 };
      }
      if (!comfy.stopped && received.path === '/queue') {
        step();
        // Whoever follows by a socket does not ask again until it hears of the end.
        const now = running();
        if (now !== undefined && comfy.sockets.open.has(now.client))
          setTimeout(() => {
            if (!comfy.stopped && now.state === 'running') step();
          }, 20).unref();
      }
      if (received.path === '/view' && received.query.get('filename')?.endsWith('.mp4') === true)
        return { bytes: comfy.video };
      return route(received, jobs, uploads, comfy.folders);
    },
    (server) => {
      held.sockets = acceptSockets(server, () => comfy.deaf);
    },
  );
  const { sockets } = held;
  if (sockets === undefined) throw new Error('no sockets');
  const comfy: SmallComfyUi = {
    ...small,
    video: Buffer.alloc(0),
    stopped: false,
    dropped: 0,
    deaf: false,
    folders: USUAL_FOLDERS,
    uploads,
    sockets,
    step,
    get graphs() {
      return jobs.map(({ graph }) => graph);
    },
    foreign: () => add(jobs, {}, 'somebody'),
    progress: (value, max) => {
      const now = running();
      if (now !== undefined)
        sockets.say(now.client, 'progress', { value, max, prompt_id: now.id, node: outputOf(now.graph) });
    },
    stateOf: (id) => jobs.find((one) => one.id === id)?.state,
    running: () => running()?.client,
    close: () => {
      sockets.cut();
      return small.close();
    },
  };
  return comfy;
}

async function route(
  { method, path, query, headers, body }: ReceivedRequest,
  jobs: Job[],
  uploads: Map<string, Buffer>,
  folders: Folders,
): Promise<Answer | undefined> {
  if (path === '/system_stats') return { json: { system: { os: 'posix', comfyui_version: '0.3.40' }, devices: [] } };
  if (path === '/object_info') return { json: nodesOf(folders) };
  if (path.startsWith('/object_info/')) {
    const name = decodeURIComponent(path.slice('/object_info/'.length));
    const info = nodesOf(folders)[name];
    return { json: info === undefined ? {} : { [name]: info } };
  }
  if (path.startsWith('/view_metadata/')) {
    const metadata = folders.metadata[`${path.slice('/view_metadata/'.length)}/${query.get('filename') ?? ''}`];
    return metadata === undefined ? { status: 404 } : { json: metadata };
  }
  if (method === 'POST' && path === '/upload/image') {
    const form = await new Response(new Uint8Array(body), {
      headers: { 'content-type': headers['content-type'] ?? '' },
    }).formData();
    const file = form.get('image') as File; // a form's file, by the route
    const { name } = file;
    uploads.set(name, Buffer.from(await file.arrayBuffer()));
    return { json: { name, subfolder: '', type: 'input' } };
  }
  if (method === 'POST' && path === '/prompt')
    return post(JSON.parse(body.toString('utf8')), jobs, new Set(uploads.keys()), folders);
  if (method === 'POST' && path === '/queue') {
    const { delete: ids } = z.object({ delete: z.array(z.string()) }).parse(JSON.parse(body.toString('utf8')));
    for (const id of ids) remove(jobs, (job) => job.id === id && job.state === 'pending');
    return { bytes: Buffer.alloc(0), type: 'text/plain' };
  }
  if (path === '/queue')
    return { json: { queue_running: entries(jobs, 'running'), queue_pending: entries(jobs, 'pending') } };
  if (method === 'POST' && path === '/interrupt') {
    for (const job of jobs) if (job.state === 'running') job.state = 'interrupted';
    return { bytes: Buffer.alloc(0), type: 'text/plain' };
  }
  if (path.startsWith('/history/')) return { json: historyOf(jobs, path.slice('/history/'.length)) };
  if (path === '/view') {
    const job = jobs.find(({ id }) => query.get('filename')?.startsWith(`kinora_${id}`));
    const bytes = job && (await image(job.graph, query.get('filename') ?? '', uploads));
    return bytes === undefined ? { status: 404 } : { bytes };
  }
  return { status: 404 };
}

function post(body: unknown, jobs: Job[], uploads: ReadonlySet<string>, folders: Folders): Answer | undefined {
  const given = z.object({ prompt: graphShape, client_id: z.string() }).safeParse(body);
  const problem = given.success ? promptProblem(given.data.prompt, nodesOf(folders), uploads) : 'no prompt';
  if (!given.success || problem !== undefined)
    return {
      status: 400,
      json: {
        error: {
          type: 'prompt_outputs_failed_validation',
          message: 'Prompt outputs failed validation',
          details: problem,
          extra_info: {},
        },
        node_errors: {},
      },
    };
  const text = textOf(given.data.prompt);
  if (text.includes('busy')) return { status: 503, json: {} };
  if (text.includes('nonsense')) return { json: { number: 1 } };
  if (text.includes('hang')) return undefined;
  return {
    json: { prompt_id: add(jobs, given.data.prompt, given.data.client_id), number: jobs.length, node_errors: {} },
  };
}

function add(jobs: Job[], graph: Graph, client: string): string {
  const id = `00000000-0000-4000-8000-${String(jobs.length + 1).padStart(12, '0')}`;
  jobs.push({ id, graph, client, state: 'pending' });
  return id;
}

const entries = (jobs: readonly Job[], state: Job['state']): readonly unknown[] =>
  jobs.filter((job) => job.state === state).map((job, place) => [place, job.id, job.graph, {}, [outputOf(job.graph)]]);

function historyOf(jobs: readonly Job[], id: string): Record<string, unknown> {
  const job = jobs.find((one) => one.id === id && one.state !== 'pending' && one.state !== 'running');
  if (job === undefined) return {};
  const isWell = job.state === 'success';
  const message = {
    success: 'execution_success',
    error: 'execution_error',
    interrupted: 'execution_interrupted',
    pending: '',
    running: '',
  }[job.state];
  const shows = inputsOf(job.graph, 'SaveImage') === undefined && !isVideo(job.graph);
  return {
    [id]: {
      prompt: [0, id, job.graph, {}, [outputOf(job.graph)]],
      outputs: isWell
        ? {
            [outputOf(job.graph)]: {
              images: [
                {
                  filename: `kinora_${id}_00001_.${isVideo(job.graph) ? 'mp4' : 'png'}`,
                  subfolder: '',
                  type: shows ? 'temp' : 'output',
                },
              ],
            },
          }
        : {},
      status: {
        status_str: isWell ? 'success' : 'error',
        completed: isWell,
        messages: [
          ['execution_start', { prompt_id: id }],
          [message, { prompt_id: id }],
        ],
      },
    },
  };
}

function remove(jobs: Job[], which: (job: Job) => boolean): void {
  const at = jobs.findIndex(which);
  if (at >= 0) jobs.splice(at, 1);
}
