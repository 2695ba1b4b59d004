export { ENGINE_KINDS, HOSTED_ADDRESSES, type EngineKind, type RemoteFeature } from '../../engine/remote/kinds.shared.js';

/** Procedures that a connected engine may serve, by output. */
export const ENGINE_SERVES = { image: ['text2Image.create', 'image2Image.create'], video: ['video.createVideoByText', 'video.createVideoByImage'] } as const;

/** Whether an offer is for videos. A model makes either images or videos. */
export const makesVideos = ({ procedures }: { readonly procedures: readonly string[] }): boolean => procedures.some((procedure) => ENGINE_SERVES.video.some((one) => one === procedure));
