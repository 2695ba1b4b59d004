/** The kinds of remote engines, apart from the schemas, so that a form in the browser needs no validation library. */
export const ENGINE_KINDS = ['openai-images', 'comfyui', 'replicate', 'fal'] as const;
export type EngineKind = (typeof ENGINE_KINDS)[number];

/** Addresses of the services that host models themselves. The other kinds run wherever the operator put them. */
export const HOSTED_ADDRESSES: { readonly [kind in EngineKind]?: string } = { replicate: 'https://api.replicate.com', fal: 'https://queue.fal.run' };
