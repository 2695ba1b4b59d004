import { useReactFlow } from '@xyflow/react';
import type { NodeId } from '@src/creation/boards/board.shared';
import { useIsPhone } from '@/features/core/use-is-phone';
import { usePrefersReducedMotion } from '@/ui/hooks/use-media';

/** How much of the board's width the panel takes, and how far from it a node is kept; CSS pixels. */
const PANEL = 364;
const GAP = 12;

/**
 * How the focus gets to a node, and the view.
 * @param select chooses nodes @param open opens a node's panel beside the board, or closes it
 */
export function useView(select: (ids: readonly string[]) => void, open: (id: NodeId | undefined) => void) {
  const { fitView, getNode, setCenter, getZoom, getViewport, setViewport } = useReactFlow();
  const calm = usePrefersReducedMotion();
  const phone = useIsPhone();
  const duration = calm ? 0 : 200;
  const towardsStart = (pixels: number): number => (document.dir === 'rtl' ? -pixels : pixels);
  const centre = (id: NodeId): void => {
    const node = getNode(id);
    const zoom = Math.min(1, getZoom());
    const aside = phone ? 0 : towardsStart(PANEL / 2) / zoom;
    if (node !== undefined) void setCenter(node.position.x + 145 + aside, node.position.y + 130, { zoom, duration });
  };
  /** Moves the board as far as a node lies under what is open beside it. */
  const clear = (id: NodeId): void => {
    const node = document.querySelector(`.react-flow__node[data-id="${id}"]`)?.getBoundingClientRect();
    const panel = document.querySelector('[data-beside]')?.getBoundingClientRect();
    if (node === undefined || panel === undefined) return;
    const under = document.dir === 'rtl' ? panel.right + GAP - node.left : node.right - panel.left + GAP;
    const { x, y, zoom } = getViewport();
    if (under > 0) void setViewport({ x: x - towardsStart(under), y, zoom }, { duration });
  };
  return {
    fit: (): void => void fitView({ maxZoom: 1, padding: 0.2, duration }),
    /** Once it is there, shows a node and chooses it. */
    show: (id: NodeId): void =>
      void requestAnimationFrame(() => {
        select([id]);
        centre(id);
      }),
    /** Once it is there, shows a node. */
    look: (id: NodeId): void => void requestAnimationFrame(() => centre(id)),
    /** Opens a node's panel, where there is room for one beside the board, and keeps the node clear of it. */
    beside: (id: NodeId | undefined): void => {
      if (phone) return;
      open(id);
      if (id !== undefined) requestAnimationFrame(() => clear(id));
    },
    /** Gives the focus back to a node. */
    focus: (id: NodeId): void => document.querySelector<HTMLElement>(`.react-flow__node[data-id="${id}"]`)?.focus(),
  };
}
