'use client';

import { useMutation } from '@tanstack/react-query';
import { FileCheck2 } from 'lucide-react';
import { useTranslations } from 'next-intl';
import { toast } from 'sonner';
import type { StatementLine } from '@src/credits/credits.shared';
import { client } from '@/lib/trpc/client';
import { IconButton } from '@/ui/button';
import { Icon } from '@/ui/icon';
import { Spinner } from '@/ui/content/spinner';
import type { StatementView } from './filter';

/** Saves the receipt of a line as a file. */
export function ReceiptDownload({
  line: { kind, id },
  account: { appName, usageType },
}: {
  readonly line: Pick<StatementLine, 'kind' | 'id'>;
  readonly account: Pick<StatementView, 'appName' | 'usageType'>;
}) {
  const t = useTranslations('credits.receipt');
  const { mutate, isPending } = useMutation({
    mutationFn: () => client.credits.receipt.query({ kind, id, appName, usageType }),
    onSuccess: (answer) => {
      switch (answer.outcome) {
        case 'receipt':
          save(JSON.stringify(answer.receipt), `kinora-receipt-${id.replaceAll(/[^\w-]/g, '_').slice(0, 60)}.json`);
          return toast(t(answer.receipt.proof === undefined ? 'savedPending' : 'saved'));
        case 'unknown':
          return toast(t('unknown'));
        case 'too-long':
          return toast(t('tooLong'));
        default:
          return answer satisfies never;
      }
    },
  });
  return (
    <IconButton
      size="sm"
      label={t('get')}
      aria-busy={isPending || undefined}
      onClick={() => (isPending ? undefined : mutate())}
    >
      {isPending ? <Spinner /> : <Icon of={FileCheck2} size="s" />}
    </IconButton>
  );
}

function save(text: string, name: string): void {
  const address = URL.createObjectURL(new Blob([text], { type: 'application/json' }));
  const link = document.createElement('a');
  link.href = address;
  link.download = name;
  link.click();
  URL.revokeObjectURL(address);
}
