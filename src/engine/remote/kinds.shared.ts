/** Kinds of remote engines, separate from the schemas so that a browser form needs no validation library. */
export const ENGINE_KINDS = ['openai-images', 'comfyui', 'replicate', 'fal'] as const;
export type EngineKind = (typeof ENGINE_KINDS)[number];

/** Addresses of hosted services. The other kinds run on the operator's own host. */
export const HOSTED_ADDRESSES: { readonly [kind in EngineKind]?: string } = { replicate: 'https://api.replicate.com', fal: 'https://queue.fal.run' };
