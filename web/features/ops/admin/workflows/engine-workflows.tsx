import { useMutation } from '@tanstack/react-query';
import { FileUp } from 'lucide-react';
import { useTranslations } from 'next-intl';
import { useRef, useState } from 'react';
import type { EngineListed } from '@src/creation/engines/engines.shared';
import { makesVideos } from '@src/creation/engines/kinds.shared';
import type { WorkflowFound, WorkflowView } from '@src/creation/engines/workflows/workflows.shared';
import { workflowOf } from '@src/engine/remote/comfyui/workflow/file.shared';
import { workflowIdOf } from '@src/engine/remote/comfyui/workflow/model-name.shared';
import { SKIP_ERROR_CHAIN } from '@/features/core/use-form';
import { readFailure } from '@/lib/errors/failure';
import { useErrorWords } from '@/lib/errors/words';
import { queryClient, trpc } from '@/lib/trpc/client';
import { Button } from '@/ui/button';
import { Notice } from '@/ui/content/states';
import { Icon } from '@/ui/icon';
import { Trial } from '../trial';
import { WorkflowForm, type Importing } from './workflow-form';

/** The imported workflows of an engine, and the import of another. */
export function EngineWorkflows({
  engine,
  onChanged,
}: {
  readonly engine: EngineListed;
  readonly onChanged: () => void;
}) {
  const t = useTranslations('admin.engines.workflows');
  const { ofFailure, ofIdentifier } = useErrorWords();
  const picker = useRef<HTMLInputElement>(null);
  const [importing, setImporting] = useState<Importing>();
  const [problem, setProblem] = useState<string>();
  const read = useMutation(trpc.engines.readWorkflow.mutationOptions(SKIP_ERROR_CHAIN));
  const failed = (error: unknown): void => {
    setImporting(undefined);
    setProblem(ofFailure(readFailure(error)));
  };
  const begin = async (text: string, before?: Importing['before']): Promise<void> => {
    setProblem(undefined);
    try {
      setImporting(
        importingOf(
          text,
          await read.mutateAsync({
            id: engine.id,
            text,
            ...(before === undefined ? {} : { output: before.view.output }),
          }),
          before,
        ),
      );
    } catch (error) {
      failed(error);
    }
  };
  const choose = async (file: File): Promise<void> => {
    const found = workflowOf(new Uint8Array(await file.arrayBuffer()));
    if (found.ok) return begin(found.text);
    setImporting(undefined);
    setProblem(ofIdentifier('WORKFLOW_INVALID', { reason: found.reason }));
  };
  const offers = engine.offers.filter(({ model }) => workflowIdOf(model) !== undefined);
  return (
    <section aria-label={t('title')} className="grid gap-3 border-t border-line pt-4">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <div className="grid gap-0.5">
          <h3 className="text-sm font-medium">{t('title')}</h3>
          <p className="text-xs text-ink-3">{t('lead')}</p>
        </div>
        <Button
          size="sm"
          icon={<Icon of={FileUp} size="s" />}
          busy={read.isPending}
          onClick={() => picker.current?.click()}
        >
          {t('import')}
        </Button>
        <input
          ref={picker}
          type="file"
          hidden
          accept=".json,.png,application/json,image/png"
          data-testid="workflow-file"
          onChange={({ currentTarget }) => {
            const [file] = currentTarget.files ?? [];
            currentTarget.value = '';
            if (file !== undefined) void choose(file);
          }}
        />
      </div>
      {offers.map((offer) => (
        <Offered
          key={offer.model}
          engine={engine}
          offer={offer}
          onChanged={onChanged}
          onChange={(view, workflow) => void begin(view.text, { view, workflow, offer })}
        />
      ))}
      {problem === undefined ? null : (
        <Notice tone="danger" live>
          {problem}
        </Notice>
      )}
      {importing === undefined ? null : (
        <WorkflowForm
          key={`${importing.before?.workflow ?? 'new'} ${importing.found.output.node} ${importing.text.length}`}
          engineId={engine.id}
          importing={importing}
          onCancel={() => setImporting(undefined)}
          onOutput={(output) =>
            void read
              .mutateAsync({ id: engine.id, text: importing.text, output })
              .then((found) => setImporting({ ...importing, found }), failed)
          }
          onSaved={() => {
            setImporting(undefined);
            onChanged();
          }}
        />
      )}
    </section>
  );
}

const importingOf = (text: string, found: WorkflowFound, before: Importing['before']): Importing => ({
  text,
  found,
  ...(before === undefined ? {} : { before }),
});

interface OfferedProps {
  readonly engine: EngineListed;
  readonly offer: EngineListed['offers'][number];
  readonly onChanged: () => void;
  readonly onChange: (view: WorkflowView, workflow: string) => void;
}

/** An imported workflow: tested, changed or no longer offered. */
function Offered({ engine, offer, onChanged, onChange }: OfferedProps) {
  const t = useTranslations('admin.engines.workflows');
  const words = useTranslations('admin.engines');
  const workflow = workflowIdOf(offer.model) ?? '';
  const trial = useMutation(trpc.engines.test.mutationOptions(SKIP_ERROR_CHAIN));
  const remove = useMutation(trpc.engines.removeWorkflow.mutationOptions({ onSuccess: onChanged }));
  const open = useMutation({
    mutationFn: () =>
      queryClient.fetchQuery(trpc.engines.workflow.queryOptions({ id: engine.id, workflow }, { staleTime: 0 })),
    onSuccess: (view) => onChange(view, workflow),
  });
  return (
    <div className="grid gap-2 rounded-group bg-surface-2 px-3.5 py-2">
      <div className="flex flex-wrap items-center justify-between gap-2">
        <bdi className="text-sm font-medium">{offer.name}</bdi>
        <span className="flex flex-wrap gap-1.5">
          <Button
            size="sm"
            busy={trial.isPending}
            onClick={() =>
              trial.mutate({
                id: engine.id,
                model: offer.model,
                makes: makesVideos(offer) ? 'video' : 'image',
                version: offer.version,
              })
            }
          >
            {words(makesVideos(offer) ? 'tryFilm' : 'try')}
          </Button>
          <Button size="sm" busy={open.isPending} onClick={() => open.mutate()}>
            {t('change')}
          </Button>
          <Button
            size="sm"
            tone="danger"
            busy={remove.isPending}
            onClick={() => remove.mutate({ id: engine.id, workflow })}
          >
            {t('remove')}
          </Button>
        </span>
      </div>
      <Trial trial={trial.data} error={trial.error} />
    </div>
  );
}
