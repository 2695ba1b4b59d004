'use client';

import { ArrowUp, MessagesSquare } from 'lucide-react';
import { useTranslations } from 'next-intl';
import { useEffect, useRef, type FormEvent, type KeyboardEvent } from 'react';
import { turnOf } from '@src/creation/boards/chat.shared';
import type { CreationNode, NodeId } from '@src/creation/boards/board.shared';
import { PROMPT_MAX, SEED_MAX, type ProcedureName } from '@src/creation/procedures/params.shared';
import { emptyDraft } from '@/features/make/create/draft/draft';
import { chosenModel, priceOf } from '@/features/make/create/press/quote';
import { openPopup } from '@/lib/popups/queue';
import { newId, randomUpTo } from '@/lib/random';
import { IconButton } from '@/ui/button';
import { inputStyle } from '@/ui/form/field';
import { Icon } from '@/ui/icon';
import { useBench } from './bench';
import { conversationOf } from './conversation';
import { NodeProgress, NodeTrouble, RunButton } from '../nodes/creation-node';
import { edgeId } from '../board/edit';
import { NodeVideo, NodeGrowing } from '../nodes/node-media';
import { nodeStatusOf } from '../nodes/node-status';

/** A message and the image created for it. */
function Turn({ node }: { readonly node: CreationNode }) {
  const t = useTranslations('canvas.chat');
  const { files, quote, work } = useBench();
  const file = files.get(node.id);
  const status = nodeStatusOf(node, work?.run, quote);
  const isSettled = status.kind === 'done' && !status.changed;
  return (
    <li className="grid gap-2.5">
      <p className="max-w-[85%] justify-self-end rounded-panel rounded-ee-sm bg-surface-3 px-3.5 py-2.5 text-sm whitespace-pre-wrap break-words">
        <bdi>{node.prompt}</bdi>
      </p>
      <div className="grid w-[85%] gap-2 justify-self-start">
        {status.kind === 'running' && file?.task !== undefined ? (
          <NodeGrowing task={file.task} />
        ) : file?.given === undefined ? null : (
          <button
            type="button"
            aria-label={t('look', { prompt: node.prompt })}
            className="block rounded-card"
            onClick={() =>
              file.task !== undefined &&
              openPopup('recordDetail', { taskId: file.task.id, index: node.made?.index ?? 0 })
            }
          >
            <NodeVideo given={file.given} alt={node.prompt} />
          </button>
        )}
        <NodeProgress status={status} file={file} />
        <NodeTrouble node={node} status={status} quote={quote} />
        {isSettled ? null : (
          <div>
            <RunButton node={node} status={status} />
          </div>
        )}
      </div>
    </li>
  );
}

/** Price of the next turn in whole credits, by the size of the image before it; undefined if no model offers it. */
function useNextPrice(last: CreationNode | undefined): {
  readonly price: number | undefined;
  readonly modelFor: (procedure: ProcedureName) => string | undefined;
} {
  const { models, files } = useBench();
  const modelOf = (procedure: ProcedureName) =>
    chosenModel(
      models.filter((model) => model.procedures.includes(procedure)),
      undefined,
    );
  const procedure = last === undefined ? 'text2Image.create' : 'image2Image.create';
  const model = modelOf(procedure);
  const given = last === undefined ? undefined : files.get(last.id)?.given;
  const price =
    model === undefined
      ? undefined
      : priceOf(model, { procedure, draft: emptyDraft(procedure), given: given === undefined ? {} : { image: given } });
  return { price, modelFor: (procedure) => modelOf(procedure)?.id };
}

interface ChatPanelProps {
  /** What is being written: kept by whoever shows the panel, so that closing it loses nothing. */
  readonly text: string;
  readonly onText: (text: string) => void;
  readonly onTurn: (id: NodeId) => void;
  /** Called if the board has no room for another turn. */
  readonly onFull: () => void;
}

/** A conversation whose turns make images, each from the one before; every turn is a node of the board too. */
export function ChatPanel({ text, onText: setText, onTurn, onFull }: ChatPanelProps) {
  const t = useTranslations('canvas');
  const { content, board, run, running, work } = useBench();
  const turns = conversationOf(content);
  const last = turns.at(-1);
  const { price, modelFor } = useNextPrice(last);
  const end = useRef<HTMLLIElement>(null);
  useEffect(() => void end.current?.scrollIntoView({ block: 'nearest' }), [turns.length]);
  const isBusy = work?.run?.status === 'running' || running !== undefined;
  const send = (): void => {
    const [first, next] = [modelFor('text2Image.create'), modelFor('image2Image.create')];
    if (text.trim() === '' || isBusy || first === undefined || next === undefined) return;
    // Minted in the shape that the board asks for.
    const id = newId() as NodeId;
    const drawn = turnOf(content, {
      text,
      id,
      edge: edgeId({ to: id, feeds: 'image' }),
      seed: randomUpTo(SEED_MAX),
      models: { first, next },
    });
    if (!drawn.ok) return onFull();
    board.change(() => drawn.value.board);
    setText('');
    onTurn(id);
    run(id, price);
  };
  const onSubmit = (event: FormEvent): void => {
    event.preventDefault();
    send();
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.key !== 'Enter' || event.shiftKey || event.nativeEvent.isComposing) return;
    event.preventDefault();
    send();
  };
  return (
    <div className="flex min-h-0 min-w-0 flex-1 flex-col gap-3">
      {turns.length === 0 ? (
        <div className="grid flex-1 content-center justify-items-center gap-3 px-4 text-center text-sm text-ink-2">
          <Icon of={MessagesSquare} size="l" />
          <p className="max-w-[34ch]">{t('chat.empty')}</p>
          <button
            type="button"
            className="min-h-9 rounded-full bg-surface-3 px-3.5 text-sm text-ink-1"
            onClick={() => setText(t('chat.example'))}
          >
            {t('chat.example')}
          </button>
        </div>
      ) : (
        <ol
          aria-label={t('chat.title')}
          tabIndex={0}
          className="grid min-h-0 flex-1 content-start gap-5 overflow-y-auto pe-1 max-md:max-h-[56dvh]"
        >
          {turns.map((node) => (
            <Turn key={node.id} node={node} />
          ))}
          <li ref={end} aria-hidden />
        </ol>
      )}
      <form onSubmit={onSubmit} className="relative">
        <textarea
          dir="auto"
          aria-label={t(turns.length === 0 ? 'chat.first' : 'chat.next')}
          maxLength={PROMPT_MAX}
          rows={2}
          value={text}
          placeholder={t(turns.length === 0 ? 'chat.first' : 'chat.next')}
          onKeyDown={onKeyDown}
          onChange={(event) => setText(event.target.value)}
          className={`${inputStyle} block field-sizing-content max-h-40 min-h-[84px] resize-none rounded-panel !pb-11`}
        />
        <span className="absolute end-2 bottom-2 flex items-center gap-2.5">
          <span className="num text-xs text-ink-2">{price === undefined ? null : t('price', { count: price })}</span>
          <IconButton
            type="submit"
            tone="accent"
            size="sm"
            label={price === undefined ? t('chat.send') : t('chat.sendFor', { count: price })}
            disabled={text.trim() === '' || isBusy || price === undefined}
          >
            <Icon of={ArrowUp} size="s" />
          </IconButton>
        </span>
      </form>
    </div>
  );
}
