'use client';

import { useTranslations } from 'next-intl';
import { useState } from 'react';
import { type PolicyContent, type PolicyVersion } from '@src/moderation/policy/policy.shared';
import { AdminGate } from '@/features/ops/admin/admin-gate';
import { usePolicy } from '@/lib/data/policy';
import { Button } from '@/ui/button';
import { Card } from '@/ui/content/card';
import { Skeleton } from '@/ui/content/skeleton';
import { ErrorState } from '@/ui/content/states';
import { OwnWords } from './own-words';
import { PolicyHistory } from './policy-history';
import { PolicyRules } from './policy-rules';
import { rebased, type PolicyEdit } from './edit';
import { PolicyChanged } from './policy-changed';
import { SavePolicy } from './save-policy';

/** The moderation policy, for administrators. */
export function PolicyPage() {
  const t = useTranslations('policy');
  return (
    <AdminGate title={t('title')} lead={t('lead')}>
      <Policy />
    </AdminGate>
  );
}

function Policy() {
  const t = useTranslations('policy');
  const { data, isPending, refetch } = usePolicy();
  if (isPending) return <Skeleton className="h-60" />;
  if (data === undefined)
    return (
      <Card>
        <ErrorState title={t('failed')} actions={<Button onClick={() => void refetch()}>{t('retry')}</Button>} />
      </Card>
    );
  return <PolicyEditor latest={data} />;
}

function PolicyEditor({ latest }: { readonly latest: PolicyVersion }) {
  const [edit, setEdit] = useState<PolicyEdit>({ base: latest, draft: latest.content });
  // A version that was saved or loaded again takes the place of the one that was seen; unsaved changes stay.
  const current = latest.number === edit.base.number ? edit : rebased(edit, latest);
  if (current !== edit) setEdit(current);
  const { base, draft, news } = current;
  const setDraft = (next: PolicyContent): void => setEdit({ ...current, draft: next });
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-3">
      <PolicyRules draft={draft} onChange={setDraft} />
      <OwnWords draft={draft} onChange={setDraft} />
      {news === undefined ? null : <PolicyChanged news={news} />}
      <SavePolicy version={base} draft={draft} onDiscard={() => setEdit({ base, draft: base.content })} />
      <PolicyHistory onRestore={setDraft} />
    </div>
  );
}
