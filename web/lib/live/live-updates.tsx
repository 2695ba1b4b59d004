'use client';

import { useEffect, useRef, useSyncExternalStore } from 'react';
import { tasksUnderWay } from '@/lib/data/task-cache';
import { usePresence } from '@/lib/session/presence/presence';
import { useVisitor } from '@/lib/session/store';
import { client, queryClient, trpc } from '@/lib/trpc/client';
import { lastSeen, openChannel, share } from './channel';
import { keepOpen } from './keep-open';
import { leadWhenAlone } from './leader';

function lead(user: string): () => void {
  const endTasks = keepOpen((course) => {
    const from = lastSeen(user);
    return client.task.onChange.subscribe(from === undefined ? undefined : { lastEventId: from }, {
      onData: (event) => share({ type: 'task', user, eventId: event.id, view: event.data }),
      ...course,
    });
  });
  const endBalance = keepOpen((course) =>
    client.credits.onChange.subscribe(undefined, {
      onData: (view) => share({ type: 'balance', user, view }),
      ...course,
    }),
  );
  const endNotices = keepOpen((course) =>
    client.notices.onChange.subscribe(undefined, {
      onData: (page) => share({ type: 'notices', user, page }),
      ...course,
    }),
  );
  return () => {
    endTasks();
    endBalance();
    endNotices();
  };
}

const onCacheChange = (changed: () => void): (() => void) => queryClient.getQueryCache().subscribe(changed);

/** Whether the user is idle and no task is running: then no updates are needed. */
function useNobodyWaits(): boolean {
  const away = usePresence() === 'idle';
  return useSyncExternalStore(
    onCacheChange,
    () => away && !tasksUnderWay(),
    () => false,
  );
}

/** Refetches everything that may have changed while the tab was not subscribed. */
function askAnew(): void {
  void queryClient.invalidateQueries(trpc.task.pathFilter());
  void queryClient.invalidateQueries(trpc.project.pathFilter());
  void queryClient.invalidateQueries(trpc.credits.pathFilter());
  void queryClient.invalidateQueries(trpc.notices.pathFilter());
}

/**
 * One tab per visitor subscribes to the server and shares with the others, so that many tabs do not use up the
 * browser's connections.
 */
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
    const giveUp = leadWhenAlone(() => lead(user));
    return () => {
      giveUp();
      close();
    };
  }, [user, paused]);
  return null;
}
