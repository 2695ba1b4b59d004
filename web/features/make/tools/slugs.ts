import { toolOf, type PictureProcedure, type PictureTool } from '@/features/make/create/tools';

/** The tools that have a page under `/tools`, by the last part of its address. */
export const TOOL_SLUGS = {
  upscaler: 'imageTools.upscale',
  'object-remover': 'imageTools.objectRemover',
  painting: 'imageTools.painting',
  'background-remover': 'imageTools.backgroundRemover',
  'background-changer': 'imageTools.backgroundChanger',
  uncrop: 'imageTools.uncrop',
  'sound-effects': 'audioVideo.createAudioVideo',
  'face-swap': 'imageTools.faceSwap',
  'lip-sync': 'lipSync.createLipSyncTask',
  templates: 'template2Image.create',
  fitting: 'template2Image.modelFitting',
  'product-picture': 'template2Image.productPromotionalImage',
  'video-restyle': 'video.createVideoByVideo',
  edit: 'videoEdit.createVideoEdit',
  'mimic-motion': 'video.createActionImitation',
  'video-extender': 'video.videoExtender',
  'video-upscaler': 'video.upscaleVideo',
  'video-face-swap': 'task.createFaceSwapTask',
  'video-effects': 'video.createVideoByTemplate',
  animation: 'anime.createAnimatedVideo',
  subjects: 'video.createVideoBySubjects',
  'animate-to': 'video.createVideoByImageV2',
  shots: 'video.createVideoByTextV2',
  'video-object-remover': 'video.videoObjectRemover',
  'video-background-remover': 'videoTools.videoBackgroundRemover',
  'subtitle-remover': 'videoTools.videoSubtitlesRemove',
  restyle: 'image2Image.create',
} as const satisfies Readonly<Record<string, PictureProcedure>>;

export type ToolSlug = keyof typeof TOOL_SLUGS;
export const isToolSlug = (slug: string): slug is ToolSlug => Object.hasOwn(TOOL_SLUGS, slug);

/** The tool's name for its words. */
export const idOf = (slug: ToolSlug): PictureTool['id'] => toolOf<PictureProcedure>(TOOL_SLUGS[slug]).id;
