import { Bell, Brush, ChartColumn, Clapperboard, Coins, Compass, CreditCard, Eraser, Folder, Gem, House, IdCard, Image as ImageIcon, ImagePlay, Landmark, LayoutGrid, Layers, LogIn, MailOpen, Maximize2, MessageCircle, MessagesSquare, Paintbrush, Scissors, ServerCog, ShieldCheck, Stamp, UserPlus, UserRound, WandSparkles } from 'lucide-react';
import type { LucideIcon } from '@/ui/icon';

/** An area with a place in the rail. One that does not exist is not linked. */
export interface Area {
  readonly id: 'home' | 'explore' | 'image' | 'video' | 'tools' | 'creations' | 'projects' | 'credits' | 'pricing';
  readonly href: string;
  readonly icon: LucideIcon;
  /** Other paths that belong to it. */
  readonly also?: readonly string[];
}

export const HOME: Area = { id: 'home', href: '/', icon: House, also: ['/home'] };
export const EXPLORE: Area = { id: 'explore', href: '/explore', icon: Compass };
export const IMAGE: Area = { id: 'image', href: '/image', icon: ImageIcon };
export const VIDEO: Area = { id: 'video', href: '/video', icon: Clapperboard };
export const TOOLS: Area = { id: 'tools', href: '/tools', icon: WandSparkles };
export const CREATIONS: Area = { id: 'creations', href: '/creations', icon: LayoutGrid };
export const PROJECTS: Area = { id: 'projects', href: '/projects', icon: Folder };
export const CREDITS: Area = { id: 'credits', href: '/credits', icon: Coins };

/** At the end of the rail, apart from what is made. */
export const PRICING: Area = { id: 'pricing', href: '/pricing', icon: Gem };

/** In the order of the rail; a line stands between groups. */
export const RAIL: readonly (readonly Area[])[] = [[HOME, EXPLORE], [IMAGE, VIDEO, TOOLS], [CREATIONS, PROJECTS, CREDITS]];
export const AREAS: readonly Area[] = [...RAIL.flat(), PRICING];

/** A page that is reached by menus and by name alone. */
export interface Place {
  readonly id: 'animate' | 'upscaler' | 'objectRemover' | 'painting' | 'backgroundRemover' | 'backgroundChanger' | 'restyle' | 'signIn' | 'signUp' | 'account' | 'billing' | 'profile' | 'notifications' | 'contact' | 'admin' | 'works' | 'messages' | 'mails' | 'engines' | 'analytics' | 'finance';
  readonly href: string;
  readonly icon: LucideIcon;
}

/** A picture of one's own, in motion. */
export const ANIMATE: Place = { id: 'animate', href: '/video/animate', icon: ImagePlay };

/** The tools for one's own pictures. */
export const TOOL_PLACES: readonly Place[] = [
  { id: 'upscaler', href: '/tools/upscaler', icon: Maximize2 },
  { id: 'objectRemover', href: '/tools/object-remover', icon: Eraser },
  { id: 'painting', href: '/tools/painting', icon: Brush },
  { id: 'backgroundRemover', href: '/tools/background-remover', icon: Scissors },
  { id: 'backgroundChanger', href: '/tools/background-changer', icon: Layers },
  { id: 'restyle', href: '/tools/restyle', icon: Paintbrush },
];

export const SIGN_IN: Place = { id: 'signIn', href: '/sign-in', icon: LogIn };
export const SIGN_UP: Place = { id: 'signUp', href: '/sign-up', icon: UserPlus };
export const ACCOUNT: Place = { id: 'account', href: '/account', icon: UserRound };
export const BILLING: Place = { id: 'billing', href: '/billing', icon: CreditCard };
export const PROFILE: Place = { id: 'profile', href: '/profile', icon: IdCard };
export const NOTIFICATIONS: Place = { id: 'notifications', href: '/notifications', icon: Bell };
export const CONTACT: Place = { id: 'contact', href: '/contact-us', icon: MessageCircle };

/** For those who run the installation. */
export const ADMIN_PLACES: readonly Place[] = [
  { id: 'admin', href: '/admin', icon: ShieldCheck },
  { id: 'engines', href: '/admin/engines', icon: ServerCog },
  { id: 'analytics', href: '/admin/analytics', icon: ChartColumn },
  { id: 'works', href: '/admin/works', icon: Stamp },
  { id: 'messages', href: '/admin/messages', icon: MessagesSquare },
  { id: 'mails', href: '/admin/mail', icon: MailOpen },
];

/** For those who audit the ledger. */
export const FINANCE: Place = { id: 'finance', href: '/finance', icon: Landmark };

/** Whether a path, without its language prefix, is inside an area. */
export const isInside = (area: Area, path: string): boolean => path === area.href || (area.href !== '/' && path.startsWith(`${area.href}/`)) || (area.also ?? []).includes(path);
