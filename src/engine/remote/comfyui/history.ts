import { z } from 'zod';
import { RemoteHttp } from '../http.js';
import type { RemoteOutput, RemoteState } from '../port.js';

/** The queue and the history of a ComfyUI (`/queue`, `/history/{prompt_id}`, `/interrupt` of server.py). */
const fileRef = z.object({
  filename: z.string(),
  subfolder: z.string().default(''),
  type: z.string().default('output'),
});
const files = z.array(fileRef).optional().catch(undefined);
const history = z.record(
  z.string(),
  z.object({
    // Videos of `SaveVideo` are listed as images, those of the Video Helper Suite as gifs.
    outputs: z.record(z.string(), z.object({ images: files, gifs: files, videos: files })).default({}),
    status: z
      .object({
        status_str: z.string(),
        completed: z.boolean().optional(),
        messages: z.array(z.tuple([z.string()], z.unknown())).default([]),
      })
      .optional(),
  }),
);
// Each entry: [number, prompt id, graph, …]
const entry = z.tuple([z.number(), z.string()], z.unknown());
const queue = z.object({ queue_running: z.array(entry), queue_pending: z.array(entry) });

/** The state of a prompt, by the history and the queue. */
export async function lookUp(http: RemoteHttp, externalId: string, signal: AbortSignal): Promise<RemoteState> {
  const ended = (await http.json(`/history/${encodeURIComponent(externalId)}`, history, { signal }))[externalId];
  if (ended !== undefined) return outcomeOf(ended);
  const { queue_running: running, queue_pending: pending } = await http.json('/queue', queue, { signal });
  if (running.some(([, id]) => id === externalId)) return { state: 'running' };
  if (pending.some(([, id]) => id === externalId)) return { state: 'queued' };
  // A prompt that just left the queue may not be in the history yet.
  const late = (await http.json(`/history/${encodeURIComponent(externalId)}`, history, { signal }))[externalId];
  return late === undefined ? { state: 'canceled' } : outcomeOf(late);
}

function outcomeOf({ outputs, status }: z.infer<typeof history>[string]): RemoteState {
  const all = Object.values(outputs).flatMap(({ images, gifs, videos }) => [
    ...(images ?? []),
    ...(gifs ?? []),
    ...(videos ?? []),
  ]);
  const saved = all.filter(({ type }) => type === 'output');
  if (status?.messages.some(([what]) => what === 'execution_interrupted')) return { state: 'canceled' };
  if (status?.status_str === 'error') return { state: 'failed', reason: 'the workflow failed' };
  // A workflow that only shows its result saves it among the temporary files.
  const taken = saved.length > 0 ? saved : all.filter(({ type }) => type === 'temp');
  if (taken.length === 0) return { state: 'failed', reason: 'the workflow made no picture' };
  return {
    state: 'succeeded',
    outputs: taken.map((one): RemoteOutput => ({ url: `/view?${new URLSearchParams(one).toString()}` })),
  };
}

/**
 * `/interrupt` stops whatever is running, so check first that it is our prompt. Newer versions compare the id
 * themselves (`post_interrupt` of server.py).
 */
export async function cancelPrompt(http: RemoteHttp, externalId: string, signal: AbortSignal): Promise<void> {
  await http.bytes('/queue', { method: 'POST', json: { delete: [externalId] }, signal });
  const { queue_running: running } = await http.json('/queue', queue, { signal });
  if (running.some(([, id]) => id === externalId))
    await http.bytes('/interrupt', { method: 'POST', json: { prompt_id: externalId }, signal });
}
