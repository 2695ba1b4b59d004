import { Coins, House, Image as ImageIcon, LayoutGrid } from 'lucide-react';
import type { LucideIcon } from '@/ui/icon';

/** An area that exists: one that does not is not linked. */
export interface Area {
  readonly id: 'home' | 'image' | 'creations' | 'credits';
  readonly href: string;
  readonly icon: LucideIcon;
  /** Other paths that belong to it. */
  readonly also?: readonly string[];
}

export const HOME: Area = { id: 'home', href: '/', icon: House, also: ['/home'] };
export const IMAGE: Area = { id: 'image', href: '/image', icon: ImageIcon };
export const CREATIONS: Area = { id: 'creations', href: '/creations', icon: LayoutGrid };
export const CREDITS: Area = { id: 'credits', href: '/credits', icon: Coins };

/** In the order of the rail; a line stands between groups. */
export const RAIL: readonly (readonly Area[])[] = [[HOME], [IMAGE], [CREATIONS, CREDITS]];
export const AREAS: readonly Area[] = RAIL.flat();

/** Whether a path, without its language prefix, is inside an area. */
export const isInside = (area: Area, path: string): boolean => path === area.href || (area.href !== '/' && path.startsWith(`${area.href}/`)) || (area.also ?? []).includes(path);
