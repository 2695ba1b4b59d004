'use client';

import dynamic from 'next/dynamic';
import { useEffect, useLayoutEffect, useRef, useState } from 'react';
import { areaOf } from '@src/analytics/places.shared';
import { usePathname } from '@/i18n/navigation';
import { eventContext, clickStorage, forgetTab } from '@/lib/analytics/event-context';
import { createCollector } from '@/lib/analytics/collector';
import { choose, consentOf, onAskAgain, onChoice, readChoice, signalsNo, type Choice } from '@/lib/analytics/consent';
import { dataLayerSink } from '@/lib/analytics/data-layer';
import { createStoreSink } from '@/lib/analytics/store-sink';
import { startTracking, stopTracking, track, whenTracking } from '@/lib/analytics/track';
import { watchContent } from '@/lib/analytics/watch-content';
import { beaconBatch, sendBatch } from '@/lib/analytics/wire';
import { newId } from '@/lib/random';
import { client } from '@/lib/trpc/client';

const ConsentBar = dynamic(() => import('./consent-bar'), { ssr: false });

/**
 * Decides whether to collect analytics, asks for consent where the law requires it, and collects.
 * @param arrivedAt the page that was loaded first. The consent bar takes space at the top, where it would shift a page
 * that is being read, so it comes with the next page
 */
export default function AnalyticsRuntime({ arrivedAt }: { readonly arrivedAt: string }) {
  const [choice, setChoice] = useState<Choice | undefined>(readChoice);
  const [isConsentOpen, setIsConsentOpen] = useState(false);
  const hasMoved = useHasMoved(arrivedAt);
  const country = useCountry(choice === undefined && !signalsNo());
  const consent = consentOf({ choice, signalsNo: signalsNo(), country });
  useEffect(() => onChoice(setChoice), []);
  useEffect(() => onAskAgain(() => setIsConsentOpen(true)), []);
  useEffect(() => {
    if (consent === 'asking' || consent === 'off') stopTracking();
  }, [consent]);
  const answer = (given: Choice): void => {
    setIsConsentOpen(false);
    choose(given);
  };
  return (
    <>
      {consent === 'on' ? <Collecting /> : null}
      {(consent === 'asking' && hasMoved) || isConsentOpen ? (
        <ConsentBar
          consent={consent}
          signalsNo={signalsNo()}
          onAnswer={answer}
          {...(isConsentOpen ? { onClose: () => setIsConsentOpen(false) } : {})}
        />
      ) : null}
    </>
  );
}

/**
 * Whether the user has left the page they arrived on. Members are taken from `/` to `/home` at once, which is no move.
 */
function useHasMoved(arrivedAt: string): boolean {
  const path = usePathname();
  const [hasMoved, setHasMoved] = useState(false);
  const isTakenHome = arrivedAt === '/' && path === '/home';
  if (!hasMoved && path !== arrivedAt && !isTakenHome) setHasMoved(true);
  return hasMoved;
}

/** The country of the request. Fetched only where the answer matters. */
function useCountry(matters: boolean): string | null | undefined {
  const [country, setCountry] = useState<string | null>();
  useEffect(() => {
    if (!matters) return;
    client.user.getReqInfo.query().then(
      (info) => setCountry(info.country),
      () => setCountry(null),
    );
  }, [matters]);
  return country;
}

/** Collects while it is mounted. */
function Collecting() {
  const path = usePathname();
  const area = useRef(areaOf(path));
  // A layout effect, so that it runs before the page's components send events.
  useLayoutEffect(() => {
    area.current = areaOf(path);
  }, [path]);
  useEffect(() => {
    const sinks = [createStoreSink({ send: sendBatch, beacon: beaconBatch, newId }), dataLayerSink];
    const collector = createCollector({
      sinks,
      clicks: clickStorage,
      now: Date.now,
      area: () => area.current,
      circumstances: eventContext,
    });
    const leaving = (): void => {
      if (document.visibilityState === 'hidden') collector.flush();
    };
    startTracking(collector.take);
    const stopWatching = watchContent(document.body, track);
    document.addEventListener('visibilitychange', leaving);
    window.addEventListener('pagehide', collector.flush);
    return () => {
      stopTracking();
      stopWatching();
      document.removeEventListener('visibilitychange', leaving);
      window.removeEventListener('pagehide', collector.flush);
      collector.forget();
      forgetTab();
    };
  }, []);
  useEffect(() => whenTracking(() => track({ name: 'page_view' })), [path]);
  return null;
}
