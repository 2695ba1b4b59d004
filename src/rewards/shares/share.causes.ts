import type { CausedEvent, CauseOwner } from '../../credits/index.js';
import { takenBackReference } from '../grant.policy.js';
import { readShareGrant, type Share } from './share.js';
import type { ShareStore } from './share.store.js';

/**
 * The grants of authors' shares and their revocations, for reconciliation: each as its share says.
 */
export function shareCauses(store: Pick<ShareStore, 'find'>): CauseOwner {
  return {
    explained: async (events) => {
      const read = events.flatMap((event) => {
        const grant = event.subject.kind === 'work' ? undefined : readShareGrant(event.subject.id);
        return grant === undefined ? [] : [{ event, grant }];
      });
      if (read.length === 0) return [];
      const found = await store.find(read.map(({ grant }) => grant.shareId));
      const shares = new Map(found.map((share) => [share.id, share]));
      return read.flatMap(({ event, grant }) => {
        const share = shares.get(grant.shareId);
        const part = share?.parts[grant.part];
        const isOwn =
          share?.author === event.account.userId && grant.author === share.author && grant.workId === share.workId;
        return share !== undefined && part !== undefined && isOwn && asks(share, part, event) ? [event] : [];
      });
    },
  };
}

/** Whether a share asks for an event of its author's account. */
function asks(
  { grantedAt }: Share,
  part: Share['parts'][number],
  { account, causedBy, subject }: CausedEvent,
): boolean {
  const isCaused = causedBy !== undefined && account.appName === 'kinora' && account.usageType === 'credits';
  if (!isCaused || grantedAt === undefined) return false;
  switch (subject.kind) {
    case 'grant':
      return (
        subject.source === 'author-share' &&
        subject.amount === part.share &&
        subject.isFreeOnly &&
        subject.expiresAt !== null &&
        causedBy === `reward-claimed.${subject.id}`
      );
    case 'revocation':
      return part.returned !== undefined && subject.reference === takenBackReference('author-share');
    case 'work':
      return false;
    default:
      return subject satisfies never;
  }
}
