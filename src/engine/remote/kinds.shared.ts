/** Kinds of remote engines, separate from the schemas so that a browser form needs no validation library. */
export const ENGINE_KINDS = ['openai-images', 'comfyui', 'replicate', 'fal', 'a1111'] as const;
export type EngineKind = (typeof ENGINE_KINDS)[number];

/**
 * What an engine can do beyond making images: use the seed that is sent, repaint a part, LoRAs, upscaling, report
 * progress, partial images, and stop a running job.
 */
export const REMOTE_FEATURES = ['seed', 'mask', 'lora', 'upscale', 'progress', 'preview', 'interrupt'] as const;
export type RemoteFeature = (typeof REMOTE_FEATURES)[number];

/**
 * Why a file makes nothing: its family is unknown, it needs other inputs (`variant`), it is used with another file
 * (`half`), or what the server lacks for it, named in `missing`.
 */
export interface UnusableModel {
  readonly model: string;
  readonly reason: 'family' | 'variant' | 'half' | 'encoder' | 'vae' | 'vision' | 'partner' | 'lora' | 'node' | 'value';
  readonly missing?: string;
}

/** Addresses of hosted services. The other kinds run on the operator's own host. */
export const HOSTED_ADDRESSES: { readonly [kind in EngineKind]?: string } = {
  replicate: 'https://api.replicate.com',
  fal: 'https://queue.fal.run',
};
