'use client';

import { Flag } from 'lucide-react';
import { coverPopup } from '@/lib/popups/queue';
import { useVisitor } from '@/lib/session/store';
import { Button } from '@/ui/button';
import { Icon } from '@/ui/icon';

/** What is reported: a work, or an author. */
type Reported =
  | { readonly kind: 'image' | 'video'; readonly workId: string }
  | { readonly kind: 'author'; readonly authorId: string };

/** Opens the report of a work or an author. Asks visitors to sign in first. */
export function ReportButton({ label, of }: { readonly label: string; readonly of: Reported }) {
  const session = useVisitor();
  const isMember = session.status === 'ready' && session.user.email !== undefined;
  const press = (): void => {
    if (!isMember) coverPopup('tipsSignIn', { about: 'account' });
    else if (of.kind === 'author') coverPopup('reportAuthor', { authorId: of.authorId });
    else coverPopup(of.kind === 'video' ? 'reportVideo' : 'report', { workId: of.workId });
  };
  return (
    <Button
      tone="quiet"
      size="sm"
      className="justify-self-start"
      icon={<Icon of={Flag} size="s" />}
      disabled={session.status === 'loading'}
      onClick={press}
    >
      {label}
    </Button>
  );
}
