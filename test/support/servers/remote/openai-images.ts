import sharp from 'sharp';
import { z } from 'zod';
import { painted } from './painted.js';
import { plainColour } from './plain-image.js';
import { serve, type Answer, type ReceivedRequest, type SmallServer } from './serve.js';

/**
 * A small server with the answers of OpenAI's Images and Models APIs, from its published OpenAPI document 2.3.0
 * (CreateImageRequest, CreateImageEditRequest, ImagesResponse, ListModelsResponse, ErrorResponse). A prompt says by a
 * word how it goes: `forbidden`, `unpaid`, `busy`, `broken`, `nonsense`, `hang`, `linked`, `lost`, `neighbour`,
 * `drawing`, `blank`.
 */
const KEY = 'sk-test-0123456789';
const createImage = z.strictObject({
  model: z.string(),
  prompt: z.string().min(1).max(32_000),
  n: z.int().min(1).max(10),
  quality: z.enum(['low', 'medium', 'high', 'auto']).optional(),
  input_fidelity: z.enum(['high', 'low']).optional(),
  size: z.enum(['1024x1024', '1536x1024', '1024x1536', '1792x1024', '1024x1792']),
});

/** CreateVideoBody of the same document. */
const createVideo = z.strictObject({
  model: z.literal('sora-2'),
  prompt: z.string().min(1).max(32_000),
  seconds: z.enum(['4', '8', '12']),
  size: z.enum(['720x1280', '1280x720', '1024x1792', '1792x1024']),
});

interface Video {
  readonly id: string;
  readonly prompt: string;
  status: 'queued' | 'in_progress' | 'completed' | 'failed';
}

const refused = (status: number, code: string, type = 'invalid_request_error'): Answer => ({
  status,
  json: { error: { code, type, message: `${code} in words`, param: null } },
});

async function image(size: string): Promise<Buffer> {
  const [width = 1, height = 1] = size.split('x').map(Number);
  return plainColour({ width, height }, '#c04020');
}

export async function startOpenAiImages(): Promise<SmallServer & { readonly key: string; video: Buffer }> {
  let url = '';
  const videos: Video[] = [];
  const server = await serve(async ({ method, path, headers, body }) => {
    if (path === '/files/lost.png') return { status: 500, json: {} };
    if (path === '/files/one.png') return { bytes: await image('1024x1024') };
    if (headers.authorization !== `Bearer ${KEY}`) return refused(401, 'invalid_api_key');
    if (method === 'GET' && path === '/v1/models') {
      return {
        json: {
          object: 'list',
          data: ['gpt-image-1', 'text-embedding-3-small', 'whisper-1'].map((id) => ({
            id,
            object: 'model',
            created: 1,
            owned_by: 'test',
          })),
        },
      };
    }
    if (path.startsWith('/v1/videos')) return videoAnswer({ method, path, headers, body }, videos, small.video);
    if (method !== 'POST' || !path.startsWith('/v1/images/')) return refused(404, 'unknown_url');
    const isEdit = path === '/v1/images/edits';
    const form = isEdit
      ? await new Response(new Uint8Array(body), {
          headers: { 'content-type': headers['content-type'] ?? '' },
        }).formData()
      : undefined;
    const given =
      form === undefined
        ? createImage.safeParse(JSON.parse(body.toString('utf8')))
        : createImage.safeParse({
            model: form.get('model'),
            prompt: form.get('prompt'),
            n: Number(form.get('n')),
            size: form.get('size'),
            ...Object.fromEntries(
              ['quality', 'input_fidelity'].flatMap((name) => (form.has(name) ? [[name, form.get(name)]] : [])),
            ),
          });
    if (!given.success) return refused(400, 'invalid_value');
    const images = form === undefined ? [] : [...form.getAll('image'), ...form.getAll('image[]')];
    if (isEdit && (images.length === 0 || images.length > 16)) return refused(400, 'invalid_value');
    const [source, mask] = [await bytesOf(images[0]), await fileIn(form, 'mask')];
    if (source !== undefined) await sharp(source).metadata();
    if (source === undefined || mask === undefined) return answerOf(given.data, url);
    const edited = await painted(source, mask, 'transparent');
    if (edited === undefined) return refused(400, 'invalid_mask');
    const [width, height] = given.data.size.split('x').map(Number);
    return {
      json: {
        created: 1,
        data: [
          {
            b64_json: (await sharp(edited).resize(width, height, { fit: 'fill' }).png().toBuffer()).toString('base64'),
          },
        ],
      },
    };
  });
  ({ url } = server);
  const small = { ...server, key: KEY, video: Buffer.alloc(0) };
  return small;
}

const fileIn = (form: FormData | undefined, name: string): Promise<Buffer | undefined> => bytesOf(form?.get(name));

async function bytesOf(file: FormDataEntryValue | null | undefined): Promise<Buffer | undefined> {
  return file instanceof File ? Buffer.from(await file.arrayBuffer()) : undefined;
}

/** Jobs of films: each look is a step. */
async function videoAnswer(
  { method, path, headers, body }: Pick<ReceivedRequest, 'method' | 'path' | 'headers' | 'body'>,
  videos: Video[],
  bytes: Buffer,
): Promise<Answer> {
  if (method === 'POST' && path === '/v1/videos') {
    const form = await new Response(new Uint8Array(body), {
      headers: { 'content-type': headers['content-type'] ?? '' },
    }).formData();
    const given = createVideo.safeParse(
      Object.fromEntries(['model', 'prompt', 'seconds', 'size'].map((name) => [name, form.get(name)])),
    );
    if (!given.success) return refused(400, 'invalid_value');
    const first = form.get('input_reference');
    if (first instanceof File) {
      const { width, height } = await sharp(Buffer.from(await first.arrayBuffer())).metadata();
      if (`${width}x${height}` !== given.data.size) return refused(400, 'invalid_value');
    }
    const video: Video = { id: `video_${videos.length + 1}`, prompt: given.data.prompt, status: 'queued' };
    videos.push(video);
    return { json: shownVideo(video) };
  }
  const [, id, content] = /^\/v1\/videos\/([^/]+)(\/content)?$/.exec(path) ?? [];
  const video = videos.find((one) => one.id === id);
  if (video === undefined) return refused(404, 'not_found');
  if (method === 'DELETE') return { json: { id: video.id, object: 'video.deleted', deleted: true } };
  if (content !== undefined)
    return video.status === 'completed' ? { bytes, type: 'video/mp4' } : refused(409, 'not_ready');
  video.status =
    video.status === 'queued' ? 'in_progress' : video.prompt.includes('forbidden') ? 'failed' : 'completed';
  return { json: shownVideo(video) };
}

const shownVideo = ({ id, status }: Video) => ({
  id,
  object: 'video',
  model: 'sora-2',
  status,
  progress: status === 'completed' ? 100 : 40,
  created_at: 1,
  size: '1280x720',
  seconds: '4',
  error: status === 'failed' ? { code: 'moderation_blocked', message: 'in words' } : null,
});

async function answerOf(
  { prompt, size, model }: z.infer<typeof createImage>,
  url: string,
): Promise<Answer | undefined> {
  if (model !== 'gpt-image-1') return refused(400, 'model_not_found');
  if (prompt.includes('forbidden')) return refused(400, 'moderation_blocked', 'image_generation_user_error');
  if (prompt.includes('unpaid')) return refused(429, 'insufficient_quota', 'insufficient_quota');
  if (prompt.includes('busy')) return refused(429, 'rate_limit_exceeded', 'requests');
  if (prompt.includes('broken')) return refused(500, 'server_error', 'server_error');
  if (prompt.includes('nonsense')) return { json: { created: 1 } };
  if (prompt.includes('hang')) return undefined;
  if (prompt.includes('neighbour'))
    return { json: { created: 1, data: [{ url: 'http://169.254.169.254/latest/meta-data' }] } };
  if (prompt.includes('drawing'))
    return {
      json: {
        created: 1,
        data: [
          {
            b64_json: Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>').toString('base64'),
          },
        ],
      },
    };
  if (prompt.includes('blank'))
    return {
      json: {
        created: 1,
        data: [
          {
            b64_json: (
              await sharp({ create: { width: 1_024, height: 1_024, channels: 3, background: '#000000' } })
                .png()
                .toBuffer()
            ).toString('base64'),
          },
        ],
      },
    };
  if (prompt.includes('lost')) return { json: { created: 1, data: [{ url: `${url}/files/lost.png` }] } };
  if (prompt.includes('linked')) return { json: { created: 1, data: [{ url: `${url}/files/one.png` }] } };
  return { json: { created: 1, data: [{ b64_json: (await image(size)).toString('base64') }] } };
}
