import { Clapperboard, Film, Image as ImageIcon, LayoutTemplate, Package, Paintbrush, Palette, Smile, Sparkles, Speech } from 'lucide-react';
import type { ProcedureName } from '@src/creation/procedures/params.shared';
import type { LucideIcon } from '@/ui/icon';
import { toolOf } from './tools';

/** A sub-mode: a way to make one kind of thing, on its own page. */
export interface Mode {
  /** Of its words, under `image.modes`. */
  readonly id: 'text' | 'picture' | 'design' | 'product' | 'video' | 'motion' | 'avatar' | 'effect';
  readonly procedure: ProcedureName;
  readonly href: string;
  readonly icon: LucideIcon;
}

const mode = (id: Mode['id'], icon: LucideIcon, procedure: ProcedureName, href: string = toolOf(procedure).href): Mode => ({ id, icon, procedure, href });

/** The page of a face that speaks; the tool of the same call takes videos too. */
export const AVATAR_HREF = '/ai-avatar';

const IMAGE_MODES: readonly Mode[] = [
  mode('text', ImageIcon, 'text2Image.create'), mode('picture', Paintbrush, 'image2Image.create'), mode('design', LayoutTemplate, 'template2Image.create'), mode('product', Package, 'template2Image.productPromotionalImage'),
];
const VIDEO_MODES: readonly Mode[] = [
  mode('text', Film, 'video.createVideoByText'), mode('picture', Clapperboard, 'video.createVideoByImage'), mode('video', Palette, 'video.createVideoByVideo'),
  mode('motion', Smile, 'video.createActionImitation'), mode('avatar', Speech, 'lipSync.createLipSyncTask', AVATAR_HREF), mode('effect', Sparkles, 'video.createVideoByTemplate'),
];

/**
 * The sub-modes among which a page stands.
 * @param href of the page
 * @returns none for a page that is no sub-mode of AI Video or AI Image
 */
export const modesAt = (href: string): readonly Mode[] => [VIDEO_MODES, IMAGE_MODES].find((modes) => modes.some((one) => one.href === href)) ?? [];
