import {
  Captions,
  Clapperboard,
  Coins,
  Compass,
  Folder,
  Gem,
  House,
  Image as ImageIcon,
  LayoutGrid,
  Sparkles,
  Speech,
  WandSparkles,
  Workflow,
} from 'lucide-react';
import type { LucideIcon } from '@/ui/icon';

/** A navigation area. One that does not exist yet is not linked. */
export interface Area {
  readonly id:
    | 'home'
    | 'explore'
    | 'image'
    | 'video'
    | 'avatar'
    | 'effects'
    | 'shorts'
    | 'tools'
    | 'canvas'
    | 'creations'
    | 'projects'
    | 'credits'
    | 'pricing';
  readonly href: string;
  readonly icon: LucideIcon;
  /** Other paths inside the area. */
  readonly also?: readonly string[];
}

export const HOME: Area = { id: 'home', href: '/', icon: House, also: ['/home'] };
export const EXPLORE: Area = { id: 'explore', href: '/explore', icon: Compass, also: ['/all'] };
export const VIDEO: Area = { id: 'video', href: '/video', icon: Clapperboard };
export const IMAGE: Area = { id: 'image', href: '/image', icon: ImageIcon, also: ['/app/image-generators'] };
export const AVATAR: Area = { id: 'avatar', href: '/ai-avatar', icon: Speech };
export const EFFECTS: Area = {
  id: 'effects',
  href: '/ai-effects',
  icon: Sparkles,
  also: ['/video-effects', '/photo-effects', '/pro-effects', '/app/pro-effects'],
};
export const SHORTS: Area = { id: 'shorts', href: '/ai-shorts', icon: Captions };
export const TOOLS: Area = { id: 'tools', href: '/tools', icon: WandSparkles, also: ['/app/tool', '/app/image-tools'] };
export const CANVAS: Area = { id: 'canvas', href: '/canvas', icon: Workflow };
export const CREATIONS: Area = { id: 'creations', href: '/creations', icon: LayoutGrid };
export const PROJECTS: Area = { id: 'projects', href: '/projects', icon: Folder };
export const CREDITS: Area = { id: 'credits', href: '/credits', icon: Coins };

/** At the end of the rail, apart from the create areas. */
export const PRICING: Area = { id: 'pricing', href: '/pricing', icon: Gem };

/** The areas that create something. */
export const MAKING: readonly Area[] = [VIDEO, IMAGE, AVATAR, EFFECTS, SHORTS, TOOLS, CANVAS];

/** In the order of the rail, with a divider between groups. */
export const RAIL: readonly (readonly Area[])[] = [[HOME, EXPLORE], MAKING, [CREATIONS, PROJECTS, CREDITS]];
export const AREAS: readonly Area[] = [...RAIL.flat(), PRICING];

/** Whether a path, without its language prefix, is inside an area. */
export const isInside = (area: Area, path: string): boolean =>
  path === area.href || (area.href !== '/' && path.startsWith(`${area.href}/`)) || (area.also ?? []).includes(path);
