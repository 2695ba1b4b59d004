import { Clapperboard, Eraser, Film, Image as ImageIcon, Maximize2, Paintbrush, Scissors, Trees } from 'lucide-react';
import type { ProcedureName } from '@src/creation/picture.shared';
import type { LucideIcon } from '@/ui/icon';

const TOOLS = {
  'imageTools.upscale': { id: 'upscale', href: '/tools/upscaler', icon: Maximize2 },
  'imageTools.objectRemover': { id: 'erase', href: '/tools/object-remover', icon: Eraser },
  'imageTools.backgroundRemover': { id: 'cutOut', href: '/tools/background-remover', icon: Scissors },
  'imageTools.backgroundChanger': { id: 'backdrop', href: '/tools/background-changer', icon: Trees },
  'image2Image.create': { id: 'restyle', href: '/tools/restyle', icon: Paintbrush },
  'video.createVideoByImage': { id: 'animate', href: '/video/animate', icon: Clapperboard },
  'text2Image.create': { id: 'text', href: '/image', icon: ImageIcon },
  'video.createVideoByText': { id: 'film', href: '/video', icon: Film },
} as const satisfies Readonly<Record<ProcedureName, { readonly id: string; readonly href: string; readonly icon: LucideIcon }>>;

/** A call with its page, and the short name that its words and pictures have. */
export interface Tool<P extends ProcedureName = ProcedureName> {
  readonly procedure: P;
  readonly id: (typeof TOOLS)[P]['id'];
  readonly href: string;
  readonly icon: LucideIcon;
}

/** Calls that make something of one picture. */
export type PictureProcedure = Exclude<ProcedureName, 'text2Image.create' | 'video.createVideoByText'>;
export type PictureTool = Tool<PictureProcedure>;

/** Where a call has its page, and what it is called. */
export const toolOf = <P extends ProcedureName>(procedure: P): Tool<P> => ({ procedure, ...TOOLS[procedure] });

/** What can be done with a picture, in the order in which it is offered. */
export const PICTURE_TOOLS: readonly PictureTool[] = (
  ['imageTools.upscale', 'imageTools.objectRemover', 'imageTools.backgroundRemover', 'imageTools.backgroundChanger', 'image2Image.create', 'video.createVideoByImage'] as const
).map((procedure) => toolOf<PictureProcedure>(procedure));
