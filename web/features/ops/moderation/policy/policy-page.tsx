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
  // A version that was saved or loaded again replaces what was typed.
  return <PolicyEditor key={data.number} version={data} />;
}

function PolicyEditor({ version }: { readonly version: PolicyVersion }) {
  const [draft, setDraft] = useState<PolicyContent>(version.content);
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-3">
      <PolicyRules draft={draft} onChange={setDraft} />
      <OwnWords draft={draft} onChange={setDraft} />
      <SavePolicy version={version} draft={draft} onDiscard={() => setDraft(version.content)} />
      <PolicyHistory onRestore={setDraft} />
    </div>
  );
}
