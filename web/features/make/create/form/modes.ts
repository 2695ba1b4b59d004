import {
  Clapperboard,
  Film,
  Image as ImageIcon,
  LayoutTemplate,
  Package,
  Paintbrush,
  Palette,
  Smile,
  Sparkles,
  Speech,
} from 'lucide-react';
import type { ProcedureName } from '@src/creation/procedures/params.shared';
import type { LucideIcon } from '@/ui/icon';
import { toolOf } from './tools';

/** A sub-mode: one way to make a kind of result, with its own page. */
export interface Mode {
  /** Message key under `image.modes`. */
  readonly id: 'text' | 'picture' | 'design' | 'product' | 'video' | 'motion' | 'avatar' | 'effect';
  readonly procedure: ProcedureName;
  readonly href: string;
  readonly icon: LucideIcon;
}

const mode = (
  id: Mode['id'],
  icon: LucideIcon,
  procedure: ProcedureName,
  href: string = toolOf(procedure).href,
): Mode => ({ id, icon, procedure, href });

/** The page of the talking avatar. The tool of the same procedure takes videos too. */
export const AVATAR_HREF = '/ai-avatar';

const IMAGE_MODES: readonly Mode[] = [
  mode('text', ImageIcon, 'text2Image.create'),
  mode('picture', Paintbrush, 'image2Image.create'),
  mode('design', LayoutTemplate, 'template2Image.create'),
  mode('product', Package, 'template2Image.productPromotionalImage'),
];
const VIDEO_MODES: readonly Mode[] = [
  mode('text', Film, 'video.createVideoByText'),
  mode('picture', Clapperboard, 'video.createVideoByImage'),
  mode('video', Palette, 'video.createVideoByVideo'),
  mode('motion', Smile, 'video.createActionImitation'),
  mode('avatar', Speech, 'lipSync.createLipSyncTask', AVATAR_HREF),
  mode('effect', Sparkles, 'video.createVideoByTemplate'),
];

/**
 * The sub-modes that include a page.
 * @param href of the page
 * @returns an empty list for a page outside AI Video and AI Image
 */
export const modesAt = (href: string): readonly Mode[] =>
  [VIDEO_MODES, IMAGE_MODES].find((modes) => modes.some((one) => one.href === href)) ?? [];
