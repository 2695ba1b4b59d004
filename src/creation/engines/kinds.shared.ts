/** The kinds of engines behind an address that can be connected; apart from the schemas, so that a form needs none. */
export const ENGINE_KINDS = ['openai-images', 'comfyui', 'replicate', 'fal'] as const;
export type EngineKind = (typeof ENGINE_KINDS)[number];

/** Where the makers that host models themselves are found; the other kinds are wherever somebody runs them. */
export const HOSTED_ADDRESSES: { readonly [kind in EngineKind]?: string } = { replicate: 'https://api.replicate.com', fal: 'https://queue.fal.run' };
