import { useTranslations } from 'next-intl';
import type { PublishStatus } from '@src/creation/publishing/work.shared';
import { Badge } from '@/ui/content/badge';

const TONES = {
  private: 'plain',
  in_review: 'warning',
  published: 'success',
  rejected: 'danger',
  unpublished: 'plain',
  removed: 'danger',
} as const satisfies Record<PublishStatus, string>;

/** A work's publication status as a badge. */
export function StatusBadge({ status }: { readonly status: PublishStatus }) {
  const t = useTranslations('works.status');
  return <Badge tone={TONES[status]}>{t(status)}</Badge>;
}
