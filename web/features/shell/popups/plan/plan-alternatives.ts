import type { UpgradeReason } from '@/lib/popups/names';

/** A picture that the product's own engine has drawn, and where what is open without a plan is found; nowhere else where it is on the page already. */
interface Instead {
  readonly picture: string;
  readonly href?: string;
}

/** For each reason to offer a plan: what is possible without one. */
export const PLAN_ALTERNATIVES: Readonly<Record<UpgradeReason, Instead>> = {
  VideoUsage: { picture: '/showcase/film-1.webp', href: '/image' },
  VideoMode: { picture: '/samples/animate.webp' },
  AdvancedCamera: { picture: '/showcase/film-2.webp' },
  Template: { picture: '/effects/kaleidoscope.webp', href: '/video-effects' },
  ProFeature: { picture: '/samples/lake.jpg', href: '/image' },
  Invite: { picture: '/samples/car.jpg', href: '/image' },
  Extend: { picture: '/showcase/film-3.webp', href: '/video' },
  Activity: { picture: '/samples/backdrop-after.webp', href: '/credits' },
};
