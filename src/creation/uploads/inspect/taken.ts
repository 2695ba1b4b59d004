import type { RecipeV1 } from '../../provenance/recipe.shared.js';
import type { UploadNote, UploadType } from '../upload.shared.js';

/** A file taken in: what it is, and where it lies as it is to be kept. */
export interface Taken {
  readonly path: string;
  readonly posterPath?: string;
  readonly kind: 'image' | 'video' | 'audio';
  readonly type: UploadType;
  readonly width: number;
  readonly height: number;
  readonly seconds?: number;
  readonly animated: boolean;
  readonly notes: readonly UploadNote[];
  readonly recipe?: RecipeV1;
}
