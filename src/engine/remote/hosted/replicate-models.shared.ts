import type { HostedModel } from './model.shared.js';

/**
 * Known models of Replicate, by operation. Official models are run by their name, all others by the version that is
 * the latest when their schema is read. Fields are those of the models' schemas as clients that were checked against
 * them state them, in September 2026; each is compared with the live schema before a request.
 */
export const REPLICATE_MODELS: readonly HostedModel[] = [
  {
    model: 'google/nano-banana',
    name: 'Nano Banana',
    operations: ['edit', 'compose', 'text-to-image'],
    licence: 'unstated',
  },
  {
    model: 'black-forest-labs/flux-kontext-pro',
    name: 'FLUX.1 Kontext Pro',
    operations: ['edit', 'text-to-image'],
    licence: 'unstated',
    price: { micros: 40_000, per: 'picture', read: '2025-11-12' },
  },
  {
    model: 'bytedance/seedream-4',
    name: 'Seedream 4',
    operations: ['edit', 'compose', 'text-to-image'],
    licence: 'unstated',
  },
  // Apache-2.0, by Qwen-Image's repository.
  { model: 'qwen/qwen-image-edit', name: 'Qwen Image Edit', operations: ['edit'], licence: 'commercial' },
  {
    model: 'bria/generate-background',
    name: 'Bria Generate Background',
    operations: ['replace-background'],
    licence: 'unstated',
  },
  { model: 'black-forest-labs/flux-fill-pro', name: 'FLUX.1 Fill Pro', operations: ['inpaint'], licence: 'unstated' },
  { model: 'bria/eraser', name: 'Bria Eraser', operations: ['erase'], licence: 'unstated' },
  { model: 'zylim0702/remove-object', name: 'LaMa', operations: ['erase'], licence: 'unstated' },
  // BSD-3-Clause, by Real-ESRGAN's repository.
  { model: 'nightmareai/real-esrgan', name: 'Real-ESRGAN', operations: ['upscale'], licence: 'commercial' },
  { model: 'lucataco/remove-bg', name: 'Remove BG', operations: ['cut-out'], licence: 'unstated' },
  // CC BY-NC-SA 4.0, by IDM-VTON's repository. Without `crop`, images of another shape than 3:4 are distorted.
  {
    model: 'cuuupid/idm-vton',
    name: 'IDM-VTON',
    operations: ['try-on'],
    fixed: { garment_des: 'the garment of the image', category: 'upper_body', crop: true },
    licence: 'non-commercial',
  },
  // InsightFace's models, which it permits for non-commercial research only.
  { model: 'lucataco/faceswap', name: 'Faceswap (inswapper)', operations: ['face-swap'], licence: 'non-commercial' },
  {
    model: 'codeplugtech/face-swap',
    name: 'Face Swap by codeplugtech',
    operations: ['face-swap'],
    licence: 'unstated',
  },
  // Apache-2.0, by Wan 2.2's repository; so are the other models of Wan 2.2.
  {
    model: 'wan-video/wan-2.2-animate-animation',
    name: 'Wan 2.2 Animate',
    operations: ['mimic-motion'],
    licence: 'commercial',
  },
  { model: 'bytedance/dreamactor-m2.0', name: 'DreamActor M2.0', operations: ['mimic-motion'], licence: 'unstated' },
  {
    model: 'kwaivgi/kling-lip-sync',
    name: 'Kling Lip Sync',
    operations: ['lip-sync'],
    licence: 'unstated',
    price: { micros: 14_000, per: 'second', read: '2026-09-24' },
  },
  {
    model: 'sync/lipsync-2',
    name: 'Sync Lipsync 2',
    operations: ['lip-sync'],
    fixed: { sync_mode: 'silence' },
    licence: 'unstated',
  },
  {
    model: 'sync/lipsync-2-pro',
    name: 'Sync Lipsync 2 Pro',
    operations: ['lip-sync'],
    fixed: { sync_mode: 'silence' },
    licence: 'unstated',
    price: { micros: 83_250, per: 'second', read: '2026-09-24' },
  },
  { model: 'bytedance/latentsync', name: 'LatentSync', operations: ['lip-sync'], licence: 'unstated' },
  {
    model: 'veed/fabric-1.0',
    name: 'VEED Fabric 1.0',
    operations: ['talking-image'],
    fixed: { resolution: '720p' },
    licence: 'unstated',
    price: { micros: 150_000, per: 'second', read: '2026-09-24' },
  },
  {
    model: 'wan-video/wan-2.7-videoedit',
    name: 'Wan 2.7 Video Edit',
    operations: ['video-to-video'],
    fixed: { audio_setting: 'origin' },
    licence: 'unstated',
  },
  { model: 'luma/modify-video', name: 'Luma Modify Video', operations: ['video-to-video'], licence: 'unstated' },
  {
    model: 'wan-video/wan-2.2-i2v-fast',
    name: 'Wan 2.2 Image to Video',
    operations: ['image-to-video'],
    licence: 'commercial',
  },
  {
    model: 'wan-video/wan-2.2-t2v-fast',
    name: 'Wan 2.2 Text to Video',
    operations: ['text-to-video'],
    licence: 'commercial',
  },
];
