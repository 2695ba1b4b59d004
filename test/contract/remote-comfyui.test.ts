import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { once } from 'node:events';
import sharp from 'sharp';
import { WebSocket } from 'undici';
import { createRemoteApi } from '../../src/engine/remote/apis.js';
import type { RemoteApi, RemoteJob, RemoteState } from '../../src/engine/remote/port.js';
import { startComfyUi, type SmallComfyUi } from '../support/servers/remote/comfyui/server.js';
import { until } from '../support/until.js';

const never = new AbortController().signal;
const JOB: RemoteJob = { operation: 'text-to-image', model: 'sd_xl_base_1.0.safetensors', prompt: 'a lake', negativePrompt: '', seed: 5, width: 192, height: 128 };

describe('the web socket of ComfyUI', () => {
  let server: SmallComfyUi;
  let api: RemoteApi;
  beforeEach(async () => {
    server = await startComfyUi();
    server.stopped = true;
    api = createRemoteApi({ kind: 'comfyui', address: server.url });
  });
  afterEach(() => server.close());

  const submit = async (): Promise<string> => {
    const submitted = await api.submit(JOB, never);
    return 'externalId' in submitted ? submitted.externalId : 'none';
  };
  const polls = (): number => server.received.filter(({ path }) => path === '/queue' || path.startsWith('/history')).length;
  const polled = (id: string, is: (state: RemoteState) => boolean): Promise<RemoteState> => until(() => api.poll(id, never), is);
  const isConnected = (): Promise<unknown> => until(() => Promise.resolve(server.sockets.open.size), (size) => size === 1);

  it('reports progress and previews of a running job, without asking for either', async () => {
    const id = await submit();
    await isConnected();
    server.step();
    server.progress(6, 24);
    expect(await polled(id, (state) => state.state === 'running' && state.fraction !== undefined)).toEqual({ state: 'running', fraction: 0.25 });
    const before = polls();
    server.sockets.show(server.running() ?? '', 1, await sharp({ create: { width: 640, height: 480, channels: 3, background: '#205080' } }).jpeg().toBuffer());
    const shown = await polled(id, (state) => state.state === 'running' && state.preview !== undefined);
    const preview = shown.state === 'running' ? shown.preview : undefined;
    expect(await sharp(preview?.bytes).metadata()).toMatchObject({ format: 'webp', width: 320, height: 240 });
    // The same image is reported once.
    expect(await api.poll(id, never)).toEqual({ state: 'running', fraction: 0.25 });
    expect(polls()).toBe(before);
    server.step();
    expect(await polled(id, ({ state }) => state !== 'running')).toMatchObject({ state: 'succeeded', outputs: [{}] });
    // No job is left to follow.
    await until(() => Promise.resolve(server.sockets.open.size), (size) => size === 0);
  });

  it('is done without where it cannot be opened', async () => {
    server.deaf = true;
    const id = await submit();
    expect(await api.poll(id, never)).toEqual({ state: 'queued' });
    server.step();
    expect(await api.poll(id, never)).toEqual({ state: 'running' });
    server.step();
    expect(await api.poll(id, never)).toMatchObject({ state: 'succeeded' });
  });

  it('is done without after it broke in the middle', async () => {
    const id = await submit();
    await isConnected();
    server.step();
    server.progress(12, 24);
    await polled(id, (state) => state.state === 'running' && state.fraction === 0.5);
    server.sockets.cut();
    server.step();
    expect(await polled(id, ({ state }) => state !== 'running')).toMatchObject({ state: 'succeeded' });
  });

  it('takes no word about another client’s job for its own, and no nonsense', async () => {
    const id = await submit();
    await isConnected();
    const [client = ''] = server.sockets.open.keys();
    server.sockets.say(client, 'progress', { value: 9, max: 10, prompt_id: 'another' });
    server.sockets.say(client, 'progress', { value: 'many', prompt_id: id });
    server.sockets.show(client, 1, Buffer.from('no image'));
    expect(await api.poll(id, never)).toEqual({ state: 'queued' });
  });

  it('interrupts a job only while it is the one that runs', async () => {
    const theirs = server.foreign();
    const id = await submit();
    server.step();
    await api.cancel(id, never);
    expect([server.stateOf(theirs), server.stateOf(id)]).toEqual(['running', undefined]);
    server.step();
    const next = await submit();
    server.step();
    await api.cancel(next, never);
    expect(server.stateOf(next)).toBe('interrupted');
  });

  it('is one that another client understands', async () => {
    const socket = new WebSocket(`${server.url.replace('http', 'ws')}/ws?clientId=other`);
    const [event] = await once(socket, 'message') as [{ readonly data: unknown }]; // the event of a message
    expect(JSON.parse(String(event.data))).toMatchObject({ type: 'status', data: { sid: 'other' } });
    socket.close();
  });
});
