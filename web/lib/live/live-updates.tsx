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

function onStreamError(error: unknown): void {
  const failure = readFailure(error);
  if (failure.kind === 'product' && failure.code === 'UNAUTHORIZED') requestRelogin();
}

/** Keeps a subscription alive until stopped: the link itself reconnects; what it gives up on is started anew. */
function keepOpen(subscribe: (onEnd: () => void) => { unsubscribe(): void }): () => void {
  let stopped = false;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let current: { unsubscribe(): void } | undefined;
  const start = (): void => {
    let ended = false;
    current = subscribe(() => {
      if (stopped || ended) return;
      ended = true;
      timer = setTimeout(start, AGAIN_MS);
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
  const endTasks = keepOpen((onEnd) => {
    const from = lastSeen(user);
    return client.task.onChange.subscribe(from === undefined ? undefined : { lastEventId: from }, {
      onData: (event) => share({ type: 'task', user, eventId: event.id, view: event.data }),
      onError: (error) => {
        onStreamError(error);
        onEnd();
      },
      onComplete: onEnd,
    });
  });
  const endBalance = keepOpen((onEnd) =>
    client.credits.onChange.subscribe(undefined, {
      onData: (view) => share({ type: 'balance', user, view }),
      onError: (error) => {
        onStreamError(error);
        onEnd();
      },
      onComplete: onEnd,
    }),
  );
  return () => {
    endTasks();
    endBalance();
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
  void queryClient.invalidateQueries(trpc.credits.pathFilter());
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
