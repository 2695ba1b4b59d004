'use client';

import dynamic from 'next/dynamic';
import { useLayoutEffect, useMemo, type ReactNode } from 'react';
import { useTranslations } from 'next-intl';
import type { ModelView } from '@src/catalog/model.shared';
import type { CreationNode } from '@src/creation/boards/board.shared';
import { FORMS, isPlain, SOURCE_ROLES } from '@src/creation/picture.shared';
import { Advanced } from '@/features/make/create/advanced';
import { AspectPicker } from '@/features/make/create/aspect-picker';
import { CountPicker } from '@/features/make/create/count-picker';
import type { FieldsContext } from '@/features/make/create/create-form';
import { changeDraft, bindForm, useDraft, useIsBound, type FormState } from '@/features/make/create/draft-store';
import { FilmFields } from '@/features/make/create/film-fields';
import type { GivenTo } from '@/features/make/create/given';
import { ModelCards } from '@/features/make/create/model-cards';
import { PromptField } from '@/features/make/create/prompt-field';
import { StylePicker } from '@/features/make/create/style-picker';
import { wordsOf } from '@/features/make/create/wish';
import { AnimateFields } from '@/features/make/tools/animate-fields';
import { BackdropFields } from '@/features/make/tools/backdrop-fields';
import { FRAME_OPTIONS } from '@/features/make/tools/frame';
import { FrameFields } from '@/features/make/tools/frame-fields';
import { OptionFields } from '@/features/make/tools/option-fields';
import { RestyleFields } from '@/features/make/tools/restyle-fields';
import { UpscaleFields } from '@/features/make/tools/upscale-fields';
import { Skeleton } from '@/ui/skeleton';
import { useBench } from './bench';
import { withChange } from './edit';
import { differing } from './merge';
import { draftOfNode, nodeOfDraft } from './node-wish';

const NodeCuts = dynamic(() => import('./node-cuts').then((module) => module.NodeCuts), { ssr: false, loading: () => <Skeleton className="aspect-video w-full rounded-media" /> });

/** What feeds a creation, as the forms have it. */
export function useGivenTo(node: CreationNode): GivenTo {
  const { content, files } = useBench();
  return useMemo(
    () => Object.fromEntries(SOURCE_ROLES.flatMap((role) => {
      const from = content.edges.find((edge) => edge.to === node.id && edge.feeds === role)?.from;
      const given = from === undefined ? undefined : files.get(from)?.given;
      return given === undefined ? [] : [[role, given] as const];
    })),
    [content.edges, files, node.id],
  );
}

/** Lends a node's settings to the forms' fields: the same ones as in easy mode. */
function NodeDesk({ node, given, children }: { readonly node: CreationNode; readonly given: GivenTo; readonly children: ReactNode }) {
  const { board } = useBench();
  const isLent = useIsBound(node.id);
  const desk = useMemo((): FormState => ({ draft: draftOfNode(node), given }), [node, given]);
  useLayoutEffect(() => {
    bindForm({
      id: node.id,
      procedure: node.procedure,
      state: desk,
      onChange: function change(part) {
        const before = board.get().history.present.nodes.find(({ id }) => id === node.id);
        const changed = before?.kind === 'creation' ? differing(draftOfNode(before), { ...draftOfNode(before), ...part }) : [];
        board.change((content) => withChange(content, node.id, (one) => (one.kind === 'creation' ? nodeOfDraft(one, { ...draftOfNode(one), ...part }) : one)), `settings ${node.id} ${changed.join()}`);
        // Lent at once: a field that is drawn with the words of before loses its caret.
        const now = board.get().history.present.nodes.find(({ id }) => id === node.id);
        if (now?.kind === 'creation') bindForm({ id: node.id, procedure: node.procedure, state: { ...desk, draft: draftOfNode(now) }, onChange: change });
      },
    });
  }, [board, node.id, node.procedure, desk]);
  useLayoutEffect(() => () => bindForm(undefined), []);
  return isLent ? children : null;
}

interface FieldsProps {
  readonly node: CreationNode;
  readonly given: GivenTo;
  readonly context: FieldsContext;
}

/** Options that say nothing where something else is fed. */
function unasked({ procedure, settings }: CreationNode, given: GivenTo): readonly string[] {
  switch (procedure) {
    case 'audioVideo.createAudioVideo':
      return [given.video === undefined ? 'ownSound' : 'seconds'];
    case 'lipSync.createLipSyncTask':
      return [...(given.audio === undefined ? [] : ['language', 'voice']), ...(given.audio === undefined && given.face?.kind !== 'video' ? [] : ['seconds'])];
    case 'imageTools.uncrop':
      return FRAME_OPTIONS;
    case 'videoEdit.createVideoEdit':
      return ['timeline', ...(settings['bed'] === 'none' ? ['bedLoud'] : [])];
    default:
      return [];
  }
}

/** What can be set of a creation whose settings have a shape of their own. */
function OwnFields({ node, context, worded }: FieldsProps & { readonly worded: boolean }) {
  const t = useTranslations('canvas');
  const { procedure } = node;
  const draft = useDraft(procedure);
  const change = (part: Parameters<typeof changeDraft>[0]): void => changeDraft(part, procedure);
  const style = <StylePicker value={draft.style} onChange={(next) => change({ style: next })} />;
  const aspect = <AspectPicker value={draft.aspect} onChange={(next) => change({ aspect: next })} />;
  switch (procedure) {
    case 'text2Image.create':
      return <>{style}{aspect}<CountPicker value={draft.count} onChange={(count) => change({ count })} /><Advanced draft={draft} onChange={change} /></>;
    case 'video.createVideoByText':
      return <>{style}{aspect}<FilmFields procedure={procedure} /><Advanced draft={draft} onChange={change} /></>;
    case 'image2Image.create':
      return <RestyleFields context={context} worded={worded} />;
    case 'imageTools.backgroundChanger':
      return <BackdropFields context={context} worded={worded} picture={<p className="text-sm text-ink-2">{t('fed.background')}</p>} />;
    case 'imageTools.painting':
      return <>{style}<Advanced draft={draft} onChange={change} wordless /></>;
    case 'imageTools.upscale':
      return <UpscaleFields model={context.model} />;
    case 'video.createVideoByImage':
      return <AnimateFields />;
    default:
      return null;
  }
}

/** Calls whose fields bring the words along. */
const BRINGS_WORDS: readonly CreationNode['procedure'][] = ['image2Image.create', 'imageTools.backgroundChanger'];

function Fields({ node, given, context }: FieldsProps) {
  const t = useTranslations('canvas');
  const { content } = useBench();
  const { procedure } = node;
  const draft = useDraft(procedure);
  const form = FORMS[procedure];
  const worded = content.edges.some((edge) => edge.to === node.id && edge.feeds === 'prompt');
  const words = wordsOf({ procedure, draft, given });
  return (
    <>
      {words === 'none' || worded || BRINGS_WORDS.includes(procedure) ? null : <PromptField procedure={procedure} label={t('words.name')} placeholder={t('words.placeholder')} problem={undefined} surprise={procedure === 'text2Image.create'} onSubmitKey={context.onSubmitKey} />}
      {isPlain(procedure) ? (
        <>
          {procedure === 'imageTools.uncrop' ? <FrameFields /> : null}
          {procedure === 'videoEdit.createVideoEdit' ? <NodeCuts node={node} /> : null}
          <OptionFields procedure={procedure} context={context} without={unasked(node, given)} />
          {form.several ? <CountPicker value={draft.count} onChange={(count) => changeDraft({ count }, procedure)} /> : null}
          {form.seeded ? <Advanced draft={draft} onChange={(part) => changeDraft(part, procedure)} wordless={words === 'none'} /> : null}
        </>
      ) : <OwnFields node={node} given={given} context={context} worded={worded} />}
    </>
  );
}

/** Everything that can be set of a creation, by the fields of easy mode. */
export function NodeFields({ node, model }: { readonly node: CreationNode; readonly model: ModelView | undefined }) {
  const { run } = useBench();
  const given = useGivenTo(node);
  const context: FieldsContext = {
    problem: undefined,
    model,
    onSubmitKey: (event) => {
      if (event.key === 'Enter' && (event.metaKey || event.ctrlKey)) run(node.id);
    },
  };
  return (
    <NodeDesk key={node.id} node={node} given={given}>
      <Fields node={node} given={given} context={context} />
      <ModelCards value={node.model} wish={{ procedure: node.procedure, draft: draftOfNode(node), given }} onChange={(id) => changeDraft({ model: id }, node.procedure)} />
    </NodeDesk>
  );
}
