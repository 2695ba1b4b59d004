import type { TaskView } from '@src/creation/tasks/task.shared';
import type { BalanceView } from '@src/credits/credits.shared';
import type { NoticePage } from '@src/identity/notices/notices.shared';
import { putNotices } from '@/lib/data/notices';
import { dropTask, putTask } from '@/lib/data/task-cache';
import { putBalance } from '@/lib/data/balance-cache';
import { sessionState } from '@/lib/session/store';

/** Messages from the leader tab to the others. `eventId` is the position where another leader resumes the stream. */
export type LiveMessage =
  | { readonly type: 'task'; readonly user: string; readonly eventId: string; readonly view: TaskView }
  | { readonly type: 'balance'; readonly user: string; readonly view: BalanceView }
  | { readonly type: 'notices'; readonly user: string; readonly page: NoticePage }
  | { readonly type: 'trashed'; readonly user: string; readonly view: TaskView }
  | { readonly type: 'deleted'; readonly user: string; readonly id: string };

const CHANNEL = 'kinora-live';

let open: { readonly channel: BroadcastChannel; readonly user: string } | undefined;
let lastEvent: { readonly user: string; readonly id: string } | undefined;

/** Whether the cache belongs to this user. Data of a previous user is cleared and no more of it accepted. */
function isOurs(user: string): boolean {
  const state = sessionState();
  return state.status === 'ready' && state.user.id === user;
}

/** Applies a message to this tab's cache. */
function apply(message: LiveMessage): void {
  if (!isOurs(message.user)) return;
  switch (message.type) {
    case 'task':
      lastEvent = { user: message.user, id: message.eventId };
      return putTask(message.view);
    case 'balance':
      return putBalance(message.view);
    case 'notices':
      return putNotices(message.page);
    case 'trashed':
      return putTask(message.view);
    case 'deleted':
      return dropTask(message.id);
    default:
      message satisfies never;
  }
}

/** Id of the last task event that this tab has seen for a visitor; undefined if none. */
export const lastSeen = (user: string): string | undefined => (lastEvent?.user === user ? lastEvent.id : undefined);

/** Applies a message here and sends it to the other tabs. */
export function share(message: LiveMessage): void {
  apply(message);
  open?.channel.postMessage(message);
}

/** Notifies the other tabs that a task was moved to the trash. */
export function shareTrashed(view: TaskView): void {
  if (open !== undefined) open.channel.postMessage({ type: 'trashed', user: open.user, view } satisfies LiveMessage);
}

/** Notifies the other tabs that a task was deleted. */
export function shareDeletion(id: string): void {
  if (open !== undefined) open.channel.postMessage({ type: 'deleted', user: open.user, id } satisfies LiveMessage);
}

/** Receives messages of the same visitor's other tabs. @returns closes the channel */
export function openChannel(user: string): () => void {
  const channel = new BroadcastChannel(CHANNEL);
  open = { channel, user };
  channel.onmessage = (event: MessageEvent<LiveMessage>) => {
    // Only this code writes to the channel, from the same origin. Messages of another visitor's tab are ignored.
    if (event.data.user === user) apply(event.data);
  };
  return () => {
    channel.close();
    if (open?.channel === channel) open = undefined;
  };
}
