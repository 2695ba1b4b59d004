import type { HostedModel } from './model.shared.js';

/**
 * Known models of fal, by operation. An endpoint has no versions. Fields are those of fal's own client
 * (`@fal-ai/client` 1.10.1, `types/endpoints.d.ts`); each is compared with the live schema before a request. Licences
 * are the "License Type" of the endpoints as `fal-rs` lists it. No price is listed: fal reports the cost of each run.
 */
export const FAL_MODELS: readonly HostedModel[] = [
  { model: 'fal-ai/nano-banana/edit', name: 'Nano Banana', operations: ['edit', 'compose'], licence: 'unstated' },
  { model: 'fal-ai/flux-pro/kontext', name: 'FLUX.1 Kontext Pro', operations: ['edit'], licence: 'unstated' },
  // The endpoint refuses images of fewer pixels.
  {
    model: 'fal-ai/bytedance/seedream/v4/edit',
    name: 'Seedream 4',
    operations: ['edit', 'compose'],
    minPixels: 921_600,
    licence: 'unstated',
  },
  { model: 'fal-ai/qwen-image-edit', name: 'Qwen Image Edit', operations: ['edit'], licence: 'commercial' },
  {
    model: 'fal-ai/ideogram/v3/replace-background',
    name: 'Ideogram 3 Replace Background',
    operations: ['replace-background'],
    licence: 'unstated',
  },
  {
    model: 'fal-ai/bria/background/replace',
    name: 'Bria Replace Background',
    operations: ['replace-background'],
    licence: 'unstated',
  },
  { model: 'fal-ai/flux-pro/v1/fill', name: 'FLUX.1 Fill Pro', operations: ['inpaint'], licence: 'commercial' },
  { model: 'fal-ai/bria/eraser', name: 'Bria Eraser', operations: ['erase'], licence: 'commercial' },
  { model: 'fal-ai/finegrain-eraser/mask', name: 'Finegrain Eraser', operations: ['erase'], licence: 'unstated' },
  { model: 'fal-ai/esrgan', name: 'Real-ESRGAN', operations: ['upscale'], licence: 'commercial' },
  { model: 'fal-ai/birefnet/v2', name: 'BiRefNet', operations: ['cut-out'], licence: 'unstated' },
  {
    model: 'fal-ai/bria/background/remove',
    name: 'Bria Remove Background',
    operations: ['cut-out'],
    licence: 'unstated',
  },
  { model: 'fal-ai/fashn/tryon/v1.6', name: 'FASHN Try-On 1.6', operations: ['try-on'], licence: 'unstated' },
  {
    model: 'fal-ai/kling/v1-5/kolors-virtual-try-on',
    name: 'Kolors Virtual Try-On',
    operations: ['try-on'],
    licence: 'unstated',
  },
  {
    model: 'fal-ai/leffa/virtual-tryon',
    name: 'Leffa Virtual Try-On',
    operations: ['try-on'],
    fixed: { garment_type: 'upper_body' },
    licence: 'commercial',
  },
  {
    model: 'fal-ai/cat-vton',
    name: 'CatVTON',
    operations: ['try-on'],
    fixed: { cloth_type: 'upper' },
    licence: 'non-commercial',
  },
  {
    model: 'fal-ai/wan/v2.2-14b/animate/move',
    name: 'Wan 2.2 Animate',
    operations: ['mimic-motion'],
    licence: 'commercial',
  },
  {
    model: 'fal-ai/bytedance/dreamactor/v2',
    name: 'DreamActor M2.0',
    operations: ['mimic-motion'],
    licence: 'unstated',
  },
  {
    model: 'fal-ai/kling-video/v2.6/standard/motion-control',
    name: 'Kling 2.6 Motion Control',
    operations: ['mimic-motion'],
    fixed: { character_orientation: 'image' },
    licence: 'unstated',
  },
  { model: 'fal-ai/latentsync', name: 'LatentSync', operations: ['lip-sync'], licence: 'commercial' },
  {
    model: 'fal-ai/sync-lipsync/v2',
    name: 'Sync Lipsync 2',
    operations: ['lip-sync'],
    fixed: { sync_mode: 'silence' },
    licence: 'unstated',
  },
  {
    model: 'fal-ai/kling-video/lipsync/audio-to-video',
    name: 'Kling Lip Sync',
    operations: ['lip-sync'],
    licence: 'unstated',
  },
  {
    model: 'veed/fabric-1.0',
    name: 'VEED Fabric 1.0',
    operations: ['talking-image'],
    fixed: { resolution: '720p' },
    licence: 'unstated',
  },
  { model: 'fal-ai/infinitalk', name: 'InfiniteTalk', operations: ['talking-image'], licence: 'unstated' },
  { model: 'decart/lucy-restyle', name: 'Lucy Restyle', operations: ['video-to-video'], licence: 'unstated' },
  // Without resampling, the endpoint repaints the first frames only.
  {
    model: 'fal-ai/wan/v2.2-a14b/video-to-video',
    name: 'Wan 2.2 Video to Video',
    operations: ['video-to-video'],
    fixed: { resample_fps: true },
    licence: 'commercial',
  },
  {
    model: 'fal-ai/luma-dream-machine/ray-2-flash/modify',
    name: 'Luma Ray 2 Flash Modify',
    operations: ['video-to-video'],
    licence: 'unstated',
  },
  {
    model: 'fal-ai/kling-video/o1/video-to-video/edit',
    name: 'Kling O1 Video Edit',
    operations: ['video-to-video'],
    fixed: { keep_audio: true },
    licence: 'unstated',
  },
  { model: 'fal-ai/wan-i2v', name: 'Wan 2.1 Image to Video', operations: ['image-to-video'], licence: 'commercial' },
  {
    model: 'fal-ai/wan/v2.2-a14b/text-to-video',
    name: 'Wan 2.2 Text to Video',
    operations: ['text-to-video'],
    licence: 'commercial',
  },
];
