'use client';

import { useMutation } from '@tanstack/react-query';
import { useTranslations } from 'next-intl';
import { useState } from 'react';
import { makesVideos } from '@src/creation/engines/kinds.shared';
import type { EngineListed, Offer } from '@src/creation/engines/engines.shared';
import { trpc } from '@/lib/trpc/client';
import { Badge } from '@/ui/content/badge';
import { Button } from '@/ui/button';
import { Card } from '@/ui/content/card';
import { Switch } from '@/ui/form/choices';
import { Confirm } from '@/ui/overlay/dialog';
import { SKIP_ERROR_CHAIN } from '@/features/core/use-form';
import { EngineUse } from './engine-use';
import { ServedTools } from './served-tools';
import { Trial } from './trial';
import { EngineLoras } from './loras/engine-loras';
import { EngineWorkflows } from './workflows/engine-workflows';

const withPreferred = ({ preferred: _before, ...offer }: Offer, preferred: boolean): Offer => ({
  ...offer,
  ...(preferred ? { preferred } : {}),
});

/** A connected engine: its switch, models, trial and removal. */
export function EngineCard({
  engine,
  nameOf,
  onChanged,
}: {
  readonly engine: EngineListed;
  readonly nameOf: (modelId: string) => string | undefined;
  readonly onChanged: () => void;
}) {
  const t = useTranslations('admin.engines');
  const [leaving, setLeaving] = useState(false);
  const update = useMutation(trpc.engines.update.mutationOptions({ onSettled: onChanged }));
  const remove = useMutation(trpc.engines.remove.mutationOptions({ onSuccess: onChanged }));
  const trial = useMutation(trpc.engines.test.mutationOptions(SKIP_ERROR_CHAIN));
  const [first] = engine.offers;
  return (
    <Card className="grid gap-4">
      <div className="flex flex-wrap items-start justify-between gap-3">
        <div className="grid gap-0.5">
          <h2 className="text-lg font-strong tracking-title">
            <bdi>{engine.name}</bdi>
          </h2>
          <p className="text-sm text-ink-2">
            {t(`kinds.${engine.kind}`)} · <bdi className="num">{engine.address}</bdi>{' '}
            {engine.hasKey ? <Badge>{t('hasKey')}</Badge> : null}
          </p>
        </div>
        <Switch
          label={t('enabled')}
          checked={engine.enabled}
          disabled={update.isPending}
          onChange={(enabled) => update.mutate({ id: engine.id, enabled })}
          end={false}
        />
      </div>
      <ul className="grid gap-1.5">
        {engine.offers.map((offer) => (
          <li
            key={offer.model}
            className="flex flex-wrap items-center justify-between gap-2 rounded-group bg-surface-2 px-3.5 py-2 text-sm"
          >
            <bdi className="font-medium">{offer.name}</bdi>
            <span className="num text-xs text-ink-3">
              {offer.standsInFor === undefined
                ? t(makesVideos(offer) ? 'priceSecond' : 'price', { count: offer.credits })
                : t.rich('standsInFor', {
                    name: nameOf(offer.standsInFor) ?? offer.standsInFor,
                    bdi: (words) => <bdi>{words}</bdi>,
                  })}
            </span>
            <span className="w-full text-xs text-ink-2">
              <ServedTools procedures={offer.procedures} />
            </span>
            {offer.standsInFor === undefined ? (
              <Switch
                label={t('preferred', { name: offer.name })}
                checked={offer.preferred === true}
                disabled={update.isPending}
                onChange={(preferred) =>
                  update.mutate({
                    id: engine.id,
                    offers: engine.offers.map((one) =>
                      one.model === offer.model ? withPreferred(one, preferred) : one,
                    ),
                  })
                }
                end={false}
              />
            ) : null}
          </li>
        ))}
      </ul>
      {engine.kind === 'comfyui' ? <EngineWorkflows engine={engine} onChanged={onChanged} /> : null}
      {engine.kind === 'comfyui' || engine.kind === 'a1111' ? <EngineLoras engine={engine} /> : null}
      <EngineUse engine={engine} />
      <Trial trial={trial.data} error={trial.error} />
      <div className="flex flex-wrap gap-2">
        <Button
          busy={trial.isPending}
          onClick={() =>
            first === undefined
              ? undefined
              : trial.mutate({ id: engine.id, model: first.model, makes: makesVideos(first) ? 'video' : 'image' })
          }
        >
          {t(first !== undefined && makesVideos(first) ? 'tryFilm' : 'try')}
        </Button>
        <Button tone="danger" onClick={() => setLeaving(true)}>
          {t('remove')}
        </Button>
      </div>
      <Confirm
        open={leaving}
        onOpenChange={setLeaving}
        title={t('removeTitle')}
        description={t('removeText')}
        actions={({ Cancel, Action }) => (
          <>
            <Cancel asChild>
              <Button>{t('keep')}</Button>
            </Cancel>
            <Action asChild>
              <Button tone="danger" busy={remove.isPending} onClick={() => remove.mutate({ id: engine.id })}>
                {t('remove')}
              </Button>
            </Action>
          </>
        )}
      />
    </Card>
  );
}
