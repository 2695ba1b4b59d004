import { AudioLines, Blend, Brush, CaptionsOff, Clapperboard, Drama, Eraser, Expand, FastForward, Film, History, Image as ImageIcon, Layers, LayoutTemplate, Maximize2, MessageSquareText, Package, Paintbrush, Palette, PencilLine, Scaling, ScanFace, Scissors, Shirt, Smile, Sparkles, Speech, SquareSplitHorizontal, SquareUserRound, Trees, Users, WandSparkles } from 'lucide-react';
import type { LucideIcon } from '@/ui/icon';
import type { Tool } from '@/features/make/create/form/tools';

/** The icon of each procedure, by message key. A separate module, because home names all tools but shows few. */
export const TOOL_ICONS: Readonly<Record<Tool['id'], LucideIcon>> = {
  upscale: Maximize2,
  restore: History,
  erase: Eraser,
  paint: Brush,
  cutOut: Scissors,
  backdrop: Trees,
  widen: Expand,
  poster: LayoutTemplate,
  fitting: Shirt,
  promo: Package,
  faceSwap: ScanFace,
  lipSync: Speech,
  swapFaces: Drama,
  restyle: Paintbrush,
  animate: Clapperboard,
  morph: Blend,
  short: MessageSquareText,
  sound: AudioLines,
  restyleFilm: Palette,
  extend: FastForward,
  upscaleFilm: Scaling,
  mimic: Smile,
  edit: SquareSplitHorizontal,
  eraseFilm: WandSparkles,
  cutOutFilm: SquareUserRound,
  wordless: CaptionsOff,
  effects: Sparkles,
  cast: Users,
  anime: PencilLine,
  text: ImageIcon,
  film: Film,
  shots: Layers,
};
