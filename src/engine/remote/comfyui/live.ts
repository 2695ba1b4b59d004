import { randomUUID } from 'node:crypto';
import { WebSocket } from 'undici';
import { z } from 'zod';
import { defined } from '../../../kernel/defined.shared.js';
import type { RemoteAddress, RemoteState } from '../port.js';
import { previewOf } from '../preview.js';

/**
 * ComfyUI's web socket (`/ws?clientId=`, `websocket_handler` of server.py): messages about the prompts of one client.
 * `progress` and `executing` name their prompt. A binary message is a preview of the running one: event 1 in four
 * bytes, the format in four (`send_image` of server.py), and the image.
 */
const message = z.object({
  type: z.string(),
  data: z.looseObject({ prompt_id: z.string().optional(), value: z.number().optional(), max: z.number().optional() }),
});
const PREVIEW_IMAGE = 1;
const HEADER_BYTES = 8;
const MAX_PREVIEW_BYTES = 8 * 1_048_576;
/** Messages that end a prompt. The history then has its result. */
const ENDS: ReadonlySet<string> = new Set(['execution_success', 'execution_error', 'execution_interrupted']);

/** How long silence is believed, and how long a job is watched that nobody polls; milliseconds. */
const SILENT_MS = 8_000;
const IDLE_MS = 120_000;

interface Watched {
  fraction?: number;
  preview?: Uint8Array;
  isRunning: boolean;
  /** Of the last message about it; milliseconds of the process's clock. */
  heardAt: number;
}

/** Follows the jobs of one adapter by a web socket. Where it cannot be opened or breaks, its jobs are only polled. */
export class LiveJobs {
  /** The client's id, which prompts are posted with. */
  readonly client = `kinora-${randomUUID()}`;
  private readonly jobs = new Map<string, Watched>();
  private socket: WebSocket | undefined;
  /** The prompt that the last message was about. */
  private current: string | undefined;
  private idle: NodeJS.Timeout | undefined;

  constructor(private readonly at: RemoteAddress) {}

  /**
   * Opens the connection unless it is open. It need not be open before the prompt is posted: what is missed is polled.
   */
  open(): void {
    this.keep();
    if (this.socket !== undefined) return;
    const url = `${this.at.address.replace(/^http/, 'ws')}/ws?${new URLSearchParams({ clientId: this.client }).toString()}`;
    const socket = new WebSocket(
      url,
      this.at.key === undefined ? {} : { headers: { authorization: `Bearer ${this.at.key}` } },
    );
    socket.binaryType = 'arraybuffer';
    socket.addEventListener('message', ({ data }: { readonly data: unknown }) => {
      if (typeof data === 'string') this.take(data);
      else if (typeof data === 'object' && data !== null && 'byteLength' in data)
        this.see(new Uint8Array(data as ArrayBuffer)); // the binary type that was chosen
    });
    socket.addEventListener('error', () => this.lose(socket));
    socket.addEventListener('close', () => this.lose(socket));
    this.socket = socket;
  }

  /** Follows a prompt that was posted. */
  watch(id: string): void {
    if (this.socket !== undefined && !this.jobs.has(id)) this.jobs.set(id, { isRunning: false, heardAt: 0 });
  }

  /** What is known of a job without asking; undefined if the engine must be asked. */
  async stateOf(id: string): Promise<RemoteState | undefined> {
    this.keep();
    const job = this.jobs.get(id);
    if (job?.isRunning !== true || performance.now() - job.heardAt > SILENT_MS) return undefined;
    return { state: 'running', ...(await this.shown(id)) };
  }

  /** Progress and a new preview of a job, if there are any. */
  async shown(id: string): Promise<Pick<Extract<RemoteState, { readonly state: 'running' }>, 'fraction' | 'preview'>> {
    const job = this.jobs.get(id);
    if (job === undefined) return {};
    const { fraction, preview: image } = job;
    delete job.preview;
    return defined({ fraction, preview: image === undefined ? undefined : await previewOf(image) });
  }

  /** A job has ended, or nobody waits for it. The last one closes the connection. */
  forget(id: string): void {
    this.jobs.delete(id);
    if (this.jobs.size === 0) this.close();
  }

  private close(): void {
    clearTimeout(this.idle);
    const { socket } = this;
    this.socket = undefined;
    socket?.close();
  }

  private keep(): void {
    clearTimeout(this.idle);
    this.idle = setTimeout(() => {
      this.jobs.clear();
      this.close();
    }, IDLE_MS).unref();
  }

  private lose(socket: WebSocket): void {
    if (this.socket !== socket) return;
    this.socket = undefined;
    this.jobs.clear();
  }

  private take(text: string): void {
    const read = message.safeParse(parsed(text));
    const id = read.data?.data.prompt_id;
    const job = id === undefined ? undefined : this.jobs.get(id);
    if (read.data === undefined || job === undefined) return;
    const {
      type,
      data: { value, max },
    } = read.data;
    this.current = id;
    job.heardAt = performance.now();
    job.isRunning = !ENDS.has(type);
    // Each node counts for itself: what is shown never goes back.
    if (type === 'progress' && value !== undefined && max !== undefined && max > 0)
      job.fraction = Math.max(job.fraction ?? 0, Math.min(1, Math.max(0, value / max)));
  }

  private see(bytes: Uint8Array): void {
    const job = this.current === undefined ? undefined : this.jobs.get(this.current);
    if (job?.isRunning !== true || bytes.byteLength <= HEADER_BYTES || bytes.byteLength > MAX_PREVIEW_BYTES) return;
    if (new DataView(bytes.buffer, bytes.byteOffset).getUint32(0) !== PREVIEW_IMAGE) return;
    job.heardAt = performance.now();
    job.preview = bytes.slice(HEADER_BYTES);
  }
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
