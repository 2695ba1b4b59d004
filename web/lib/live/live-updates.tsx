'use client';

import { useEffect, useRef, useSyncExternalStore } from 'react';
import { tasksUnderWay } from '@/lib/data/task-cache';
import { requestRelogin } from '@/lib/session/relogin';
import { readFailure } from '@/lib/errors/failure';
import { usePresence } from '@/lib/session/presence';
import { useVisitor } from '@/lib/session/store';
import { client, queryClient, trpc } from '@/lib/trpc/client';
import { lastSeen, openChannel, share } from './channel';
import { leadWhenAlone } from './leader';

/** A subscription that ended by itself is started again after so long; milliseconds. */
const AGAIN_MS = 3_000;
/** One that has not begun after so long is started anew: the link itself notices a silence only once it has heard something. */
const BEGUN_AFTER_MS = 40_000;

function onStreamError(error: unknown): void {
  const failure = readFailure(error);
  if (failure.kind === 'product' && failure.code === 'UNAUTHORIZED') requestRelogin();
}

/** What a subscription tells of itself. */
interface Course {
  onStarted(): void;
  onError(error: unknown): void;
  onComplete(): void;
}

/** Keeps a subscription alive until stopped: the link itself reconnects; what it gives up on is started anew. */
function keepOpen(subscribe: (course: Course) => { unsubscribe(): void }): () => void {
  let stopped = false;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let current: { unsubscribe(): void } | undefined;
  const start = (): void => {
    let ended = false;
    const again = (): void => {
      if (stopped || ended) return;
      ended = true;
      clearTimeout(timer);
      timer = setTimeout(start, AGAIN_MS);
    };
    timer = setTimeout(() => {
      current?.unsubscribe();
      again();
    }, BEGUN_AFTER_MS);
    current = subscribe({
      onStarted: () => {
        if (!ended) clearTimeout(timer);
      },
      onError: (error) => {
        onStreamError(error);
        again();
      },
      onComplete: again,
    });
  };
  start();
  return () => {
    stopped = true;
    clearTimeout(timer);
    current?.unsubscribe();
  };
}

function lead(user: string): () => void {
  const endTasks = keepOpen((course) => {
    const from = lastSeen(user);
    return client.task.onChange.subscribe(from === undefined ? undefined : { lastEventId: from }, {
      onData: (event) => share({ type: 'task', user, eventId: event.id, view: event.data }),
      ...course,
    });
  });
  const endBalance = keepOpen((course) => client.credits.onChange.subscribe(undefined, { onData: (view) => share({ type: 'balance', user, view }), ...course }));
  const endNotices = keepOpen((course) => client.notices.onChange.subscribe(undefined, { onData: (page) => share({ type: 'notices', user, page }), ...course }));
  return () => {
    endTasks();
    endBalance();
    endNotices();
  };
}

const onCacheChange = (changed: () => void): (() => void) => queryClient.getQueryCache().subscribe(changed);

/** Whether nobody is there to see an update, and none is waited for. */
function useNobodyWaits(): boolean {
  const away = usePresence() === 'idle';
  return useSyncExternalStore(onCacheChange, () => away && !tasksUnderWay(), () => false);
}

/** What a tab shows may have changed while it did not listen. */
function askAnew(): void {
  void queryClient.invalidateQueries(trpc.task.pathFilter());
  void queryClient.invalidateQueries(trpc.project.pathFilter());
  void queryClient.invalidateQueries(trpc.credits.pathFilter());
  void queryClient.invalidateQueries(trpc.notices.pathFilter());
}

/** One tab of a visitor listens to the server and shares with the others, so that many tabs never use up the connections. */
export function LiveUpdates() {
  const visitor = useVisitor();
  const user = visitor.status === 'ready' ? visitor.user.id : undefined;
  const paused = useNobodyWaits();
  const missed = useRef(false);
  useEffect(() => {
    if (paused) missed.current = true;
    if (user === undefined || paused) return undefined;
    if (missed.current) askAnew();
    missed.current = false;
    const close = openChannel(user);
    const giveUp = leadWhenAlone(user, () => lead(user));
    return () => {
      giveUp();
      close();
    };
  }, [user, paused]);
  return null;
}
