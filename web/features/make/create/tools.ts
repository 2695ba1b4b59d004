import { FORMS, slotsOf, type GivenKind, type ProcedureName } from '@src/creation/procedures/params.shared';

const TOOLS = {
  'imageTools.upscale': { id: 'upscale', href: '/tools/upscaler' },
  'imageTools.objectRemover': { id: 'erase', href: '/tools/object-remover' },
  'imageTools.painting': { id: 'paint', href: '/tools/painting' },
  'imageTools.backgroundRemover': { id: 'cutOut', href: '/tools/background-remover' },
  'imageTools.backgroundChanger': { id: 'backdrop', href: '/tools/background-changer' },
  'imageTools.uncrop': { id: 'widen', href: '/tools/uncrop' },
  'template2Image.create': { id: 'poster', href: '/tools/templates' },
  'template2Image.modelFitting': { id: 'fitting', href: '/tools/fitting' },
  'template2Image.productPromotionalImage': { id: 'promo', href: '/tools/product-picture' },
  'imageTools.faceSwap': { id: 'faceSwap', href: '/tools/face-swap' },
  'lipSync.createLipSyncTask': { id: 'lipSync', href: '/tools/lip-sync' },
  'image2Image.create': { id: 'restyle', href: '/tools/restyle' },
  'video.createVideoByImage': { id: 'animate', href: '/video/animate' },
  'video.createVideoByImageV2': { id: 'morph', href: '/tools/animate-to' },
  'aiShorts.create': { id: 'short', href: '/ai-shorts' },
  'audioVideo.createAudioVideo': { id: 'sound', href: '/tools/sound-effects' },
  'videoEdit.createVideoEdit': { id: 'edit', href: '/tools/edit' },
  'video.createActionImitation': { id: 'mimic', href: '/tools/mimic-motion' },
  'video.createVideoByVideo': { id: 'restyleFilm', href: '/tools/video-restyle' },
  'video.videoExtender': { id: 'extend', href: '/tools/video-extender' },
  'video.upscaleVideo': { id: 'upscaleFilm', href: '/tools/video-upscaler' },
  'task.createFaceSwapTask': { id: 'swapFaces', href: '/tools/video-face-swap' },
  'video.videoObjectRemover': { id: 'eraseFilm', href: '/tools/video-object-remover' },
  'videoTools.videoBackgroundRemover': { id: 'cutOutFilm', href: '/tools/video-background-remover' },
  'videoTools.videoSubtitlesRemove': { id: 'wordless', href: '/tools/subtitle-remover' },
  'video.createVideoByTemplate': { id: 'effects', href: '/tools/video-effects' },
  'anime.createAnimatedVideo': { id: 'anime', href: '/tools/animation' },
  'video.createVideoBySubjects': { id: 'cast', href: '/tools/subjects' },
  'text2Image.create': { id: 'text', href: '/image' },
  'video.createVideoByText': { id: 'film', href: '/video' },
  'video.createVideoByTextV2': { id: 'shots', href: '/tools/shots' },
} as const satisfies Readonly<Record<ProcedureName, { readonly id: string; readonly href: string }>>;

/** A call with its page, and the short name that its words and pictures have. */
export interface Tool<P extends ProcedureName = ProcedureName> {
  readonly procedure: P;
  readonly id: (typeof TOOLS)[P]['id'];
  readonly href: string;
}

/** Calls that have a page of the same make: what is given on one side, what comes of it on the other. */
export type PictureProcedure = Exclude<ProcedureName, 'text2Image.create' | 'video.createVideoByText'>;
export type PictureTool = Tool<PictureProcedure>;

/** Where a call has its page, and what it is called. */
export const toolOf = <P extends ProcedureName>(procedure: P): Tool<P> => ({ procedure, ...TOOLS[procedure] });

const isPictureProcedure = (procedure: ProcedureName): procedure is PictureProcedure => procedure !== 'text2Image.create' && procedure !== 'video.createVideoByText';

/** Every tool, in the order in which it is offered. */
// Object.keys forgets the type of the keys.
export const ALL_TOOLS: readonly PictureTool[] = (Object.keys(TOOLS) as ProcedureName[]).filter(isPictureProcedure).map((procedure) => toolOf<PictureProcedure>(procedure));

/** What can be done with one thing of a kind alone: what it works on, and where marks are painted on that. */
const worksOn = (kind: GivenKind) => ({ procedure }: PictureTool): boolean => {
  const [main, ...others] = slotsOf(FORMS[procedure]).filter(({ least, name }) => least > 0 && name !== 'mask');
  return main !== undefined && others.length === 0 && main.least === 1 && main.takes.includes(kind);
};

/** What may work on one thing of a kind, and needs nothing. */
const mayWorkOn = (kind: GivenKind) => ({ procedure }: PictureTool): boolean => {
  const slots = slotsOf(FORMS[procedure]);
  return slots.every(({ least }) => least === 0) && slots[0]?.takes.includes(kind) === true;
};

/** What is done with a picture. */
export const PICTURE_TOOLS: readonly PictureTool[] = ALL_TOOLS.filter(worksOn('image'));

/** What can be done with a picture or a video, also by tools that need none. */
export const toolsFor = (kind: GivenKind): readonly PictureTool[] => ALL_TOOLS.filter((tool) => worksOn(kind)(tool) || mayWorkOn(kind)(tool));

/** How the tools stand on their page. */
export const TOOL_GROUPS = ['pictures', 'motion', 'videos'] as const;
export type ToolGroup = (typeof TOOL_GROUPS)[number];

/** Where a tool stands: by what it works on and what comes of it. */
export function groupOf({ procedure }: Pick<Tool, 'procedure'>): ToolGroup {
  const [main] = slotsOf(FORMS[procedure]).filter(({ least }) => least > 0);
  if (main?.takes.includes('video') === true) return 'videos';
  return FORMS[procedure].makes === 'video' ? 'motion' : 'pictures';
}
