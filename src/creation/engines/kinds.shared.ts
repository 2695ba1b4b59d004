/** The kinds of engines behind an address that can be connected; apart from the schemas, so that a form needs none. */
export const ENGINE_KINDS = ['openai-images', 'comfyui', 'replicate', 'fal'] as const;
export type EngineKind = (typeof ENGINE_KINDS)[number];

/** The calls that a connected engine may serve, by what they make. */
export const ENGINE_SERVES = { image: ['text2Image.create', 'image2Image.create'], video: ['video.createVideoByText', 'video.createVideoByImage'] } as const;

/** Whether an offer is of films; a model makes either. */
export const makesFilms = ({ procedures }: { readonly procedures: readonly string[] }): boolean => procedures.some((procedure) => ENGINE_SERVES.video.some((one) => one === procedure));

/** Where the makers that host models themselves are found; the other kinds are wherever somebody runs them. */
export const HOSTED_ADDRESSES: { readonly [kind in EngineKind]?: string } = { replicate: 'https://api.replicate.com', fal: 'https://queue.fal.run' };
