import { z } from 'zod';
import type { InstallProblem } from '../../../engine/install/faults.shared.js';
import type { MachineFacts, Misfit } from '../../../engine/install/fit.shared.js';
import type { ProcedureName } from '../../procedures/registry.shared.js';

export const byModel = z.object({ modelId: z.string().regex(/^[a-z0-9-]{1,40}$/) });

/**
 * `waiting` for another model's build or measurement; `running`: answers; `restarting`: ended, starts again; `stopped`:
 * by the operator, also in the middle of a download; `failed`: with a problem.
 */
export type InstallStage =
  'waiting' | 'downloading' | 'building' | 'starting' | 'measuring' | 'running' | 'restarting' | 'stopped' | 'failed';

/** An installation as its operator sees it. */
export interface InstallView {
  readonly stage: InstallStage;
  /** Bytes of a download, or the part of a build from 0 to 1. */
  readonly progress?: { readonly done: number; readonly of: number };
  readonly problem?: InstallProblem;
  /** Time of an image of 512 × 512 pixels, measured after the installation; milliseconds. */
  readonly imageMs?: number;
  /** Whether the engine is connected. */
  readonly isConnected: boolean;
}

/** A model that can be installed. */
export interface InstallableView {
  readonly id: string;
  readonly name: string;
  /** Procedures that it can serve. */
  readonly procedures: readonly ProcedureName[];
  /** Approximate size of its files. */
  readonly bytes: number;
  readonly memoryBytes: number;
  /** Longest side of its images, pixels. */
  readonly side: number;
  readonly licence: {
    readonly name: string;
    readonly use: 'open' | 'restricted' | 'noncommercial';
    readonly url: string;
  };
  /** Why it does not fit; absent if it fits, or is installed. */
  readonly misfit?: Misfit;
  readonly install?: InstallView;
}

/** The page of installable models. */
export interface InstallsView {
  /** False if API and worker are not one process here: an engine on loopback would be out of the worker's reach. */
  readonly isHere: boolean;
  readonly machine: MachineFacts;
  readonly models: readonly InstallableView[];
}
