'use client';

import { Copy, Download, Expand, ListPlus, Repeat2, Trash2 } from 'lucide-react';
import { useTranslations } from 'next-intl';
import { defined } from '@src/kernel/defined.shared';
import { FORMS, PROMPT_MAX, SEED_MAX } from '@src/creation/procedures/params.shared';
import type { BoardNode, CreationNode } from '@src/creation/boards/board.shared';
import { queryOf } from '@/features/make/create/draft/draft';
import { changeForm } from '@/features/make/create/draft/draft-store';
import { priceOf } from '@/features/make/create/press/quote';
import { ExperimentalNote } from '@/features/make/create/form/experimental-note';
import { toolOf } from '@/features/make/create/form/tools';
import { Link } from '@/i18n/navigation';
import { openPopup } from '@/lib/popups/queue';
import { randomUpTo } from '@/lib/random';
import { Button, buttonStyle, IconButton } from '@/ui/button';
import { cx } from '@/ui/cx';
import { Field, Textarea } from '@/ui/form/field';
import { Icon } from '@/ui/icon';
import { Media, ImageFrame } from '@/ui/media/media';
import { UploadProgress } from '@/ui/form/upload-progress';
import { useBench } from '../run/bench';
import { NodeProgress, NodeTrouble, RunButton } from './creation-node';
import { withChange } from '../board/edit';
import { FedBy } from './fed-by';
import { FilePicker, useSent } from './given-node';
import { NodeFields, useGivenTo } from './node-fields';
import { NodeVideo } from './node-media';
import { draftOfNode, reseeded } from './node-request';
import { OwnCreations } from '../files/own-creations';
import { nodeStatusOf } from './node-status';

/** Chooses the result that the board shows and other nodes use. */
function Results({ node }: { readonly node: CreationNode }) {
  const t = useTranslations('canvas.result');
  const { board, files } = useBench();
  const ready = files.get(node.id)?.task?.outputs.flatMap((output) => (output.state === 'ready' ? [output] : [])) ?? [];
  if (ready.length < 2 || node.made === undefined) return null;
  const { made } = node;
  const choose = (index: number): void =>
    board.change((content) =>
      withChange(content, node.id, (one) => (one.kind === 'creation' ? { ...one, made: { ...made, index } } : one)),
    );
  return (
    <div role="group" aria-label={t('which')} className="grid grid-cols-4 gap-2">
      {ready.map(({ index, url }) => (
        <button
          key={index}
          type="button"
          aria-label={t('choose', { number: index + 1 })}
          aria-pressed={index === made.index}
          onClick={() => choose(index)}
          className="rounded-card aria-pressed:outline-2 aria-pressed:outline-offset-2 aria-pressed:outline-ink-1"
        >
          <Media ratio="1" className="rounded-card">
            <ImageFrame src={`${url}?w=320`} alt="" />
          </Media>
        </button>
      ))}
    </div>
  );
}

/** Actions for a node's result. */
function ResultActions({ node }: { readonly node: CreationNode }) {
  const t = useTranslations('canvas.result');
  const price = useTranslations('canvas');
  const { board, files, models, run } = useBench();
  const given = useGivenTo(node);
  const file = files.get(node.id);
  const draft = draftOfNode(node);
  const model = models.find(({ id }) => id === node.model);
  const cost = model === undefined ? undefined : priceOf(model, { procedure: node.procedure, draft, given });
  const again = (): void => {
    board.change((content) =>
      withChange(content, node.id, (one) => (one.kind === 'creation' ? reseeded(one, randomUpTo(SEED_MAX)) : one)),
    );
    run(node.id, cost);
  };
  return (
    <div className="flex flex-wrap gap-2">
      {file?.given === undefined || file.task === undefined ? null : (
        <>
          <Button
            size="sm"
            icon={<Icon of={Expand} size="s" />}
            onClick={() =>
              file.task !== undefined &&
              openPopup('recordDetail', { taskId: file.task.id, index: node.made?.index ?? 0 })
            }
          >
            {t('look')}
          </Button>
          <a href={`${file.given.url}?download=1`} download className={buttonStyle({ size: 'sm' })}>
            <Icon of={Download} size="s" />
            {t('download')}
          </a>
          {FORMS[node.procedure].seeded ? (
            <Button size="sm" icon={<Icon of={Repeat2} size="s" />} onClick={again} disabled={cost === undefined}>
              {t('again')}
              {cost === undefined ? null : <span className="num text-ink-2">{price('price', { count: cost })}</span>}
            </Button>
          ) : null}
        </>
      )}
      <Link
        href={{ pathname: toolOf(node.procedure).href, query: queryOf(draft, node.procedure) }}
        onClick={() => changeForm(node.procedure, { given, shown: undefined })}
        className={cx(buttonStyle({ tone: 'quiet', size: 'sm' }), file?.given === undefined && '-ms-2.5')}
      >
        {t('easy')}
      </Link>
    </div>
  );
}

function CreationPanel({ node }: { readonly node: CreationNode }) {
  const t = useTranslations('tools.lines');
  const { files, models, quote, work } = useBench();
  const file = files.get(node.id);
  const status = nodeStatusOf(node, work?.run, quote);
  const model = models.find(({ id }) => id === node.model);
  return (
    <>
      <p className="text-sm text-ink-2">{t(toolOf(node.procedure).id)}</p>
      <ExperimentalNote procedure={node.procedure} model={model} />
      {file?.given === undefined ? null : <NodeVideo given={file.given} alt={node.prompt} />}
      <Results node={node} />
      <ResultActions node={node} />
      <NodeProgress status={status} file={file} />
      <NodeTrouble node={node} status={status} quote={quote} />
      <FedBy node={node} />
      <NodeFields node={node} model={model} />
      <div className="sticky -bottom-4 -mx-4 -mb-4 bg-linear-to-t from-overlay from-75% to-transparent px-4 pt-5 pb-4">
        <RunButton node={node} status={status} block />
      </div>
    </>
  );
}

function WordsPanel({ node }: { readonly node: Extract<BoardNode, { kind: 'words' }> }) {
  const t = useTranslations('canvas.words');
  const { board } = useBench();
  return (
    <Field label={t('name')} help={t('help')}>
      {({ id, describedBy }) => (
        <Textarea
          id={id}
          aria-describedby={describedBy}
          maxLength={PROMPT_MAX}
          value={node.text}
          placeholder={t('placeholder')}
          className="min-h-32"
          onChange={(event) =>
            board.change(
              (content) =>
                withChange(content, node.id, (one): BoardNode =>
                  one.kind === 'words' ? { ...one, text: event.target.value } : one,
                ),
              `text ${node.id}`,
            )
          }
        />
      )}
    </Field>
  );
}

function GivenPanel({ node }: { readonly node: Extract<BoardNode, { kind: 'given' }> }) {
  const t = useTranslations('canvas.given');
  const { board, files } = useBench();
  const sending = useSent(node.id);
  const arriving = sending?.arriving;
  const given = files.get(node.id)?.given;
  return (
    <>
      {given === undefined ? (
        <p className="text-sm text-ink-2">{t('help')}</p>
      ) : (
        <NodeVideo given={given} alt={t('title')} />
      )}
      {sending === undefined ? null : arriving === undefined ? (
        <div>
          <FilePicker onFiles={sending.offer} label={t(given === undefined ? 'choose' : 'replace')} />
        </div>
      ) : (
        <UploadProgress
          name={arriving.name}
          {...defined({ picture: arriving.preview })}
          state={arriving.state}
          onCancel={sending.cancel}
          onRetry={sending.retry}
        />
      )}
      <OwnCreations
        chosen={node.ref}
        onPick={(ref) =>
          board.change((content) =>
            withChange(content, node.id, (one): BoardNode => (one.kind === 'given' ? { ...one, ref } : one)),
          )
        }
      />
    </>
  );
}

/** The panel of one node. */
export function NodePanel({
  node,
  onNext,
  onCopy,
  onDelete,
}: {
  readonly node: BoardNode;
  readonly onNext: () => void;
  readonly onCopy: () => void;
  readonly onDelete: () => void;
}) {
  const t = useTranslations('canvas.node');
  return (
    <div className="grid min-w-0 grid-cols-[minmax(0,1fr)] content-start gap-4">
      {/* One line in every language: text for the next step, icons for the rest. */}
      <div className="flex items-center gap-1.5">
        <Button size="sm" className="me-auto" icon={<Icon of={ListPlus} size="s" />} onClick={onNext}>
          {t('next')}
        </Button>
        <IconButton label={t('copy')} size="sm" onClick={onCopy}>
          <Icon of={Copy} size="s" />
        </IconButton>
        <IconButton label={t('delete')} size="sm" onClick={onDelete}>
          <Icon of={Trash2} size="s" />
        </IconButton>
      </div>
      {node.kind === 'creation' ? (
        <CreationPanel key={node.id} node={node} />
      ) : node.kind === 'words' ? (
        <WordsPanel node={node} />
      ) : (
        <GivenPanel key={node.id} node={node} />
      )}
    </div>
  );
}
