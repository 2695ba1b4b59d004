/** The kinds of engines behind an address that can be connected; apart from the schemas, so that a form needs none. */
export const ENGINE_KINDS = ['openai-images', 'comfyui'] as const;
export type EngineKind = (typeof ENGINE_KINDS)[number];
