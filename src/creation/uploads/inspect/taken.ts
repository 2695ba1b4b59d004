import type { RecipeV1 } from '../../provenance/recipe.shared.js';
import type { UploadNote, UploadType } from '../upload.shared.js';

/** A file that was taken in: its facts and the path of the stored format. */
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
