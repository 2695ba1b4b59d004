'use client';

import dynamic from 'next/dynamic';
import { useLayoutEffect, useMemo, type ReactNode } from 'react';
import { useTranslations } from 'next-intl';
import type { ModelView } from '@src/catalog/model.shared';
import type { CreationNode } from '@src/creation/boards/board.shared';
import { FORMS, SOURCE_ROLES, unusedOf } from '@src/creation/procedures/params.shared';
import { Advanced } from '@/features/make/create/form/advanced';
import { CountPicker } from '@/features/make/create/form/count-picker';
import type { FieldsContext } from '@/features/make/create/form/create-form';
import { changeDraft, bindForm, useDraft, useIsBound, type FormState } from '@/features/make/create/draft/draft-store';
import type { GivenTo } from '@/features/make/create/draft/given-inputs';
import { ModelCards } from '@/features/make/create/form/model-cards';
import { PromptField } from '@/features/make/create/form/prompt-field';
import { kindsOf, promptUseOf } from '@/features/make/create/draft/draft-request';
import { AnimateFields } from '@/features/make/tools/fields/animate-fields';
import { BackdropFields } from '@/features/make/tools/fields/backdrop-fields';
import { FRAME_OPTIONS } from '@/features/make/tools/fields/frame';
import { FrameFields } from '@/features/make/tools/fields/frame-fields';
import { OptionFields } from '@/features/make/tools/fields/option-fields';
import { RestyleFields } from '@/features/make/tools/fields/restyle-fields';
import { UpscaleFields } from '@/features/make/tools/fields/upscale-fields';
import { Skeleton } from '@/ui/content/skeleton';
import { useBench } from '../run/bench';
import { withChange } from '../board/edit';
import { differing } from '../board/merge';
import { draftOfNode, nodeOfDraft } from './node-request';

const NodeCuts = dynamic(() => import('./node-cuts').then((module) => module.NodeCuts), {
  ssr: false,
  loading: () => <Skeleton className="aspect-video w-full rounded-media" />,
});

/** The inputs of a creation in the form of the forms' state. */
export function useGivenTo(node: CreationNode): GivenTo {
  const { content, files } = useBench();
  return useMemo(
    () =>
      Object.fromEntries(
        SOURCE_ROLES.flatMap((role) => {
          const from = content.edges.find((edge) => edge.to === node.id && edge.feeds === role)?.from;
          const given = from === undefined ? undefined : files.get(from)?.given;
          return given === undefined ? [] : [[role, given] as const];
        }),
      ),
    [content.edges, files, node.id],
  );
}

/** Binds a node's settings to the form fields of easy mode. */
function NodeFormProvider({
  node,
  given,
  children,
}: {
  readonly node: CreationNode;
  readonly given: GivenTo;
  readonly children: ReactNode;
}) {
  const { board } = useBench();
  const isLent = useIsBound(node.id);
  const form = useMemo((): FormState => ({ draft: draftOfNode(node), given }), [node, given]);
  useLayoutEffect(() => {
    bindForm({
      id: node.id,
      procedure: node.procedure,
      state: form,
      onChange: function change(part) {
        const before = board.get().history.present.nodes.find(({ id }) => id === node.id);
        const changed =
          before?.kind === 'creation' ? differing(draftOfNode(before), { ...draftOfNode(before), ...part }) : [];
        board.change(
          (content) =>
            withChange(content, node.id, (one) =>
              one.kind === 'creation' ? nodeOfDraft(one, { ...draftOfNode(one), ...part }) : one,
            ),
          `settings ${node.id} ${changed.join()}`,
        );
        // Update synchronously. A field that renders once with the old text loses its caret.
        const now = board.get().history.present.nodes.find(({ id }) => id === node.id);
        if (now?.kind === 'creation')
          bindForm({
            id: node.id,
            procedure: node.procedure,
            state: { ...form, draft: draftOfNode(now) },
            onChange: change,
          });
      },
    });
  }, [board, node.id, node.procedure, form]);
  useLayoutEffect(() => () => bindForm(undefined), []);
  return isLent ? children : null;
}

interface FieldsProps {
  readonly node: CreationNode;
  readonly given: GivenTo;
  readonly context: FieldsContext;
}

/** Options to hide: those without effect, and those with a separate control. */
function withoutOf(node: CreationNode, given: GivenTo): readonly string[] {
  const { procedure } = node;
  const own =
    procedure === 'imageTools.uncrop' ? FRAME_OPTIONS : procedure === 'videoEdit.createVideoEdit' ? ['timeline'] : [];
  return [...own, ...unusedOf(procedure, draftOfNode(node).options, kindsOf(given))];
}

/** Procedures with custom fields. All others use their definition. */
function OwnFields({ node, context, worded }: Pick<FieldsProps, 'node' | 'context'> & { readonly worded: boolean }) {
  const t = useTranslations('canvas');
  switch (node.procedure) {
    case 'image2Image.create':
      return <RestyleFields context={context} worded={worded} />;
    case 'imageTools.backgroundChanger':
      return (
        <BackdropFields
          context={context}
          worded={worded}
          image={<p className="text-sm text-ink-2">{t('fed.background')}</p>}
        />
      );
    case 'imageTools.upscale':
      return <UpscaleFields model={context.model} />;
    case 'video.createVideoByImage':
      return <AnimateFields context={context} />;
    default:
      return null;
  }
}
const HAS_OWN_FIELDS: readonly CreationNode['procedure'][] = [
  'image2Image.create',
  'imageTools.backgroundChanger',
  'imageTools.upscale',
  'video.createVideoByImage',
];

/** Procedures whose fields include the prompt. */
const BRINGS_WORDS: readonly CreationNode['procedure'][] = ['image2Image.create', 'imageTools.backgroundChanger'];

function Fields({ node, given, context }: FieldsProps) {
  const t = useTranslations('canvas');
  const { content } = useBench();
  const { procedure } = node;
  const draft = useDraft(procedure);
  const form = FORMS[procedure];
  const worded = content.edges.some((edge) => edge.to === node.id && edge.feeds === 'prompt');
  const words = promptUseOf({ procedure, draft, given });
  return (
    <>
      {words === 'none' || worded || BRINGS_WORDS.includes(procedure) ? null : (
        <PromptField
          procedure={procedure}
          label={t('words.name')}
          placeholder={t('words.placeholder')}
          problem={undefined}
          surprise={procedure === 'text2Image.create'}
          onSubmitKey={context.onSubmitKey}
        />
      )}
      {HAS_OWN_FIELDS.includes(procedure) ? (
        <OwnFields node={node} context={context} worded={worded} />
      ) : (
        <>
          {procedure === 'imageTools.uncrop' ? <FrameFields /> : null}
          {procedure === 'videoEdit.createVideoEdit' ? <NodeCuts node={node} /> : null}
          <OptionFields procedure={procedure} context={context} without={withoutOf(node, given)} />
          {form.batch ? (
            <CountPicker value={draft.count} onChange={(count) => changeDraft({ count }, procedure)} />
          ) : null}
          {form.seeded ? (
            <Advanced draft={draft} onChange={(part) => changeDraft(part, procedure)} hidesPrompt={words === 'none'} />
          ) : null}
        </>
      )}
    </>
  );
}

/** All settings of a creation, with the fields of easy mode. */
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
    <NodeFormProvider key={node.id} node={node} given={given}>
      <Fields node={node} given={given} context={context} />
      <ModelCards
        value={node.model}
        request={{ procedure: node.procedure, draft: draftOfNode(node), given }}
        onChange={(id) => changeDraft({ model: id }, node.procedure)}
      />
    </NodeFormProvider>
  );
}
