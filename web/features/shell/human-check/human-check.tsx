'use client';

import dynamic from 'next/dynamic';
import { useHumanCheck } from '@/lib/session/human-check/human-check-state';

const Captcha = dynamic(() => import('./captcha'), { ssr: false });

/** Shows a requested captcha, on any page. */
export function HumanCheck() {
  const state = useHumanCheck();
  return state.status === 'asking' ? <Captcha {...state.captcha} /> : null;
}
