import {
  BadgeCheck,
  Bell,
  Braces,
  Brush,
  ChartColumn,
  CreditCard,
  Eraser,
  FileText,
  Flag,
  Gift,
  IdCard,
  ImagePlay,
  Landmark,
  Layers,
  LayoutGrid,
  LogIn,
  MailOpen,
  Maximize2,
  MessageCircle,
  MessagesSquare,
  Paintbrush,
  Scissors,
  Scale,
  ScrollText,
  ServerCog,
  ShieldCheck,
  Stamp,
  UserPlus,
  UserRound,
  UserRoundPlus,
} from 'lucide-react';
import type { LucideIcon } from '@/ui/icon';

/** A page that only menus and search link to. */
export interface NavLink {
  readonly id:
    | 'animate'
    | 'upscaler'
    | 'objectRemover'
    | 'painting'
    | 'backgroundRemover'
    | 'backgroundChanger'
    | 'restyle'
    | 'signIn'
    | 'signUp'
    | 'account'
    | 'billing'
    | 'profile'
    | 'rewards'
    | 'refer'
    | 'api'
    | 'notifications'
    | 'contact'
    | 'terms'
    | 'privacy'
    | 'trust'
    | 'admin'
    | 'works'
    | 'reports'
    | 'moderation'
    | 'catalogue'
    | 'messages'
    | 'mails'
    | 'engines'
    | 'analytics'
    | 'log'
    | 'finance';
  readonly href: string;
  readonly icon: LucideIcon;
}

/** The page that animates an image. */
export const ANIMATE: NavLink = { id: 'animate', href: '/video/animate', icon: ImagePlay };

/** Tools for the user's own images. */
export const TOOL_LINKS: readonly NavLink[] = [
  { id: 'upscaler', href: '/tools/upscaler', icon: Maximize2 },
  { id: 'objectRemover', href: '/tools/object-remover', icon: Eraser },
  { id: 'painting', href: '/tools/painting', icon: Brush },
  { id: 'backgroundRemover', href: '/tools/background-remover', icon: Scissors },
  { id: 'backgroundChanger', href: '/tools/background-changer', icon: Layers },
  { id: 'restyle', href: '/tools/restyle', icon: Paintbrush },
];

export const SIGN_IN: NavLink = { id: 'signIn', href: '/sign-in', icon: LogIn };
export const SIGN_UP: NavLink = { id: 'signUp', href: '/sign-up', icon: UserPlus };
export const ACCOUNT: NavLink = { id: 'account', href: '/account', icon: UserRound };
export const BILLING: NavLink = { id: 'billing', href: '/billing', icon: CreditCard };
export const PROFILE: NavLink = { id: 'profile', href: '/profile', icon: IdCard };
export const REWARDS: NavLink = { id: 'rewards', href: '/rewards', icon: Gift };
export const API: NavLink = { id: 'api', href: '/api-platform/explore', icon: Braces };
export const REFER: NavLink = { id: 'refer', href: '/refer-a-friend', icon: UserRoundPlus };
export const NOTIFICATIONS: NavLink = { id: 'notifications', href: '/notifications', icon: Bell };
export const CONTACT: NavLink = { id: 'contact', href: '/contact-us', icon: MessageCircle };
export const TERMS: NavLink = { id: 'terms', href: '/terms', icon: FileText };
export const PRIVACY: NavLink = { id: 'privacy', href: '/privacy', icon: ShieldCheck };
export const TRUST: NavLink = { id: 'trust', href: '/trust', icon: BadgeCheck };

/** For operators of the installation. */
export const ADMIN_LINKS = [
  { id: 'admin', href: '/admin', icon: ShieldCheck },
  { id: 'engines', href: '/admin/engines', icon: ServerCog },
  { id: 'analytics', href: '/admin/analytics', icon: ChartColumn },
  { id: 'catalogue', href: '/admin/catalogue', icon: LayoutGrid },
  { id: 'works', href: '/admin/works', icon: Stamp },
  { id: 'reports', href: '/admin/reports', icon: Flag },
  { id: 'moderation', href: '/admin/moderation', icon: Scale },
  { id: 'messages', href: '/admin/messages', icon: MessagesSquare },
  { id: 'mails', href: '/admin/mail', icon: MailOpen },
  { id: 'log', href: '/admin/log', icon: ScrollText },
] as const satisfies readonly NavLink[];

/** For auditors of the ledger. */
export const FINANCE: NavLink = { id: 'finance', href: '/finance', icon: Landmark };
