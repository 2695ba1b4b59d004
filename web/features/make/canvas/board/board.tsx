'use client';

import '@xyflow/react/dist/base.css';
import '@/styles/board.css';
import { ReactFlowProvider } from '@xyflow/react';
import { CloudAlert, X } from 'lucide-react';
import { useTranslations } from 'next-intl';
import { useEffect, useRef, useState, type KeyboardEvent, type ReactNode } from 'react';
import { BOARD, type BoardView, type NodeId } from '@src/creation/boards/board.shared';
import { PressNote } from '@/features/make/create/press/press-note';
import { useIsPhone } from '@/features/core/use-is-phone';
import { newId } from '@/lib/random';
import { IconButton } from '@/ui/button';
import { Sheet } from '@/ui/overlay/dialog';
import { Icon } from '@/ui/icon';
import { Notice } from '@/ui/content/states';
import { AddPalette, type AddingTo } from '../add-palette';
import { BenchProvider, useBench } from '../run/bench';
import { BoardActions, BoardHead, BoardTools } from './board-bar';
import { BoardFlow, Zoom } from './board-flow';
import { ChatPanel } from '../run/chat-panel';
import { ConsentDialog } from '../run/consent-dialog';
import { overOf, withCopies, without } from './edit';
import { EmptyBoard } from './empty-board';
import { HelpDialog } from '../help-dialog';
import { useNodeName } from '../nodes/node-names';
import { NodePanel } from '../nodes/node-panel';
import { noteAfter, type Note, type SaveStatus } from './save-notes';
import type { TemplateName } from './templates';
import { trackChat } from '../run/tracking';
import { useOpenedBench } from '../run/use-bench';
import { useFlowNodes } from './use-flow';
import { useBoardDrop } from '../files/use-drop';
import { boardKeys } from './use-keys';
import { useView } from './use-view';

/** Whether Escape was pressed in the panel itself: not in what lies over it, and not to end the writing of a letter. */
const isEscapeWithin = (event: KeyboardEvent): boolean =>
  event.key === 'Escape' &&
  !event.defaultPrevented &&
  !event.nativeEvent.isComposing &&
  event.target instanceof Node &&
  event.currentTarget.contains(event.target);

/** What lies beside the board: at its end on wide screens, a sheet on phones. */
function Side({
  title,
  isFocused,
  onClose,
  children,
}: {
  readonly title: string;
  readonly isFocused: boolean;
  readonly onClose: () => void;
  readonly children: ReactNode;
}) {
  const t = useTranslations('canvas');
  const phone = useIsPhone();
  const box = useRef<HTMLElement>(null);
  useEffect(() => {
    if (isFocused) box.current?.focus();
  }, [isFocused, title]);
  if (phone)
    return (
      <Sheet open onOpenChange={(open) => open || onClose()} title={title} closeLabel={t('close')}>
        {children}
      </Sheet>
    );
  return (
    <aside
      ref={box}
      data-beside
      tabIndex={-1}
      aria-label={title}
      onKeyDown={(event) => isEscapeWithin(event) && onClose()}
      className="over pointer-events-auto absolute end-3 top-[72px] bottom-9 z-sticky flex w-[352px] flex-col gap-3 overflow-y-auto overscroll-contain rounded-media bg-overlay p-4 shadow-high outline-none"
    >
      <div className="flex items-center justify-between gap-2">
        <h2 className="min-w-0 truncate text-lg font-strong tracking-title">
          <bdi>{title}</bdi>
        </h2>
        <IconButton label={t('close')} size="sm" onClick={onClose}>
          <Icon of={X} size="s" />
        </IconButton>
      </div>
      {children}
    </aside>
  );
}

/** What is told over the board, until it is put away. */
function BoardNotice({ note, onClose }: { readonly note: Note; readonly onClose: () => void }) {
  const t = useTranslations('canvas');
  const { state, content, starting } = useBench();
  const over = overOf(content);
  const isFull = state.saving === 'full';
  return (
    <>
      {/* Always there: what is put into it is read out, also how much is still too much. */}
      <p aria-live="polite" className="sr-only">
        {!isFull
          ? ''
          : over.nodes > 0
            ? t('told.nodesOver', { count: over.nodes })
            : t('told.edgesOver', { count: over.edges })}
      </p>
      {starting.note === 'offline' || starting.note === 'unreachable' ? (
        <div className="pointer-events-auto absolute inset-x-0 top-[68px] z-sticky mx-auto w-fit max-w-[min(520px,calc(100%-2rem))]">
          <PressNote creating={starting} />
        </div>
      ) : note === undefined ? null : (
        <div className="pointer-events-auto absolute inset-x-0 top-[68px] z-sticky mx-auto w-fit max-w-[min(520px,calc(100%-2rem))]">
          <Notice
            {...(note === 'over' ? { tone: 'warning', icon: CloudAlert } : { tone: 'info', live: true })}
            action={
              <IconButton label={t('close')} size="sm" onClick={onClose}>
                <Icon of={X} size="s" />
              </IconButton>
            }
          >
            {note !== 'over'
              ? t(`told.${note}`)
              : over.nodes > 0
                ? t('told.overNodes', { count: over.nodes, most: BOARD.nodes })
                : t('told.overEdges', { count: over.edges, most: BOARD.edges })}
          </Notice>
        </div>
      )}
    </>
  );
}

interface SurfaceProps {
  readonly note: Note;
  readonly onNote: (note: Note) => void;
  readonly onTemplate: (name: TemplateName) => void;
  readonly onProject: (id: string) => void;
}

/** The board with its bars, and what opens over it. */
function Surface({ note, onNote, onTemplate, onProject }: SurfaceProps) {
  const t = useTranslations('canvas');
  const { board, content, files, state, add, open, opened, run, projectId } = useBench();
  const nameOf = useNodeName();
  const phone = useIsPhone();
  const flow = useFlowNodes();
  const view = useView(flow.select, open);
  const [adding, setAdding] = useState<AddingTo>();
  const [isChat, setChat] = useState(false);
  const [said, setSaid] = useState('');
  const [isHelp, setHelp] = useState(false);
  const [isFocused, setFocused] = useState(false);
  useEffect(() => (isChat ? trackChat(projectId) : undefined), [isChat, projectId]);
  // ids of the board's own
  const chosen = flow.nodes.filter(({ selected }) => selected === true).map(({ id }) => id as NodeId);
  const node = content.nodes.find(({ id }) => id === opened);
  const show = (id: NodeId | undefined): void => {
    if (id !== undefined && !phone) open(id);
    if (id !== undefined) view.show(id);
  };
  const copy = (ids: readonly NodeId[]): void => {
    // minted in the shape that the board asks for
    const { content: next, copies } = withCopies(content, ids, () => newId() as NodeId);
    if (next === content) return onNote('full');
    board.change(() => next);
    requestAnimationFrame(() => flow.select(copies));
  };
  const drop = useBoardDrop({
    paste: !content.nodes.some(({ id, kind }) => kind === 'given' && chosen.includes(id)),
    onPasted: view.show,
  });
  const closePanel = (): void => {
    open(undefined);
    setFocused(false);
    if (opened !== undefined) view.focus(opened);
  };
  const [only] = chosen;
  const keys = boardKeys({
    add: () => setAdding(chosen.length === 1 && only !== undefined ? { after: only } : {}),
    copy: () => copy(chosen),
    undo: board.undo,
    redo: board.redo,
    fit: view.fit,
    chat: () => setChat(!isChat),
    help: () => setHelp(true),
    run: () => run(content.nodes.some(({ id, kind }) => id === only && kind === 'creation') ? (only ?? null) : null),
    panel: () => {
      open(only);
      setFocused(true);
    },
  });
  return (
    <div onKeyDownCapture={keys} {...drop} className="absolute inset-0">
      <BoardFlow
        flow={flow}
        onOffer={setAdding}
        onChosen={(id) => {
          setFocused(false);
          view.beside(id);
        }}
        onPress={view.beside}
      />
      {content.nodes.length > 0 || isChat ? null : (
        <EmptyBoard onTemplate={onTemplate} onChat={() => setChat(true)} onAdd={() => setAdding({})} />
      )}
      <div className="pointer-events-none absolute inset-x-3 top-3 z-sticky flex flex-wrap items-start justify-between gap-2">
        <BoardHead onProject={onProject} />
        <BoardActions onHelp={() => setHelp(true)} />
      </div>
      <div className="pointer-events-none absolute start-3 top-1/2 z-sticky -translate-y-1/2 max-md:top-auto max-md:bottom-8 max-md:translate-y-0">
        <BoardTools
          isChatOpen={isChat}
          onAdd={() => setAdding({})}
          onWords={() => show(add('words'))}
          onChat={() => setChat(!isChat)}
        />
      </div>
      <div className="pointer-events-none absolute bottom-3 z-sticky max-md:end-3 max-md:bottom-8 md:start-1/2 md:-translate-x-1/2 md:rtl:translate-x-1/2">
        <Zoom />
      </div>
      <BoardNotice note={note} onClose={() => onNote(undefined)} />
      {node !== undefined ? (
        <Side key={node.id} title={nameOf(node, content, files)} isFocused={isFocused} onClose={closePanel}>
          <NodePanel
            node={node}
            onNext={() => setAdding({ after: node.id })}
            onCopy={() => copy([node.id])}
            onDelete={() => {
              open(undefined);
              board.change((now) => without(now, new Set([node.id])));
            }}
          />
        </Side>
      ) : isChat ? (
        <Side title={t('chat.title')} isFocused={false} onClose={() => setChat(false)}>
          <ChatPanel
            text={said}
            onText={setSaid}
            onTurn={(id) => !phone && view.look(id)}
            onFull={() => onNote('full')}
          />
        </Side>
      ) : null}
      {adding === undefined ? null : <AddPalette to={adding} onClose={() => setAdding(undefined)} onAdded={show} />}
      <HelpDialog open={isHelp} onClose={() => setHelp(false)} />
      <p aria-live="polite" className="sr-only">
        {state.joined > 0 ? t('told.joined') : ''}
      </p>
    </div>
  );
}

/** A project's board. */
export default function Board({
  view,
  onProject,
}: {
  readonly view: BoardView;
  readonly onProject: (id: string) => void;
}) {
  const t = useTranslations('canvas.empty.templates');
  const [note, setNote] = useState<Note>();
  const { bench, asking, answer, begin } = useOpenedBench({
    view,
    onUnsaved: (saving) => setNote(saving === 'full' ? 'over' : 'unsaved'),
    onFileLost: () => setNote('fileLost'),
    onTooOften: () => setNote('tooOften'),
    onFileRefused: () => setNote('notTaken'),
    onUnconfirmed: setNote,
    onFull: () => setNote('full'),
  });
  const { saving, joined } = bench.state;
  const [before, setBefore] = useState<SaveStatus>({ saving: 'saved', joined: 0 });
  if (saving !== before.saving || joined !== before.joined) {
    setBefore({ saving, joined });
    setNote(noteAfter(note, before, { saving, joined }));
  }
  return (
    <BenchProvider value={bench}>
      <ReactFlowProvider>
        <Surface
          note={note}
          onNote={setNote}
          onProject={onProject}
          onTemplate={(name) => begin(name, t(`${name}.words`)) || setNote('notOffered')}
        />
      </ReactFlowProvider>
      <ConsentDialog open={asking !== undefined} total={asking?.total ?? 0} onAnswer={answer} />
    </BenchProvider>
  );
}
