import type { Job, JobResult } from '../../engine/local/job.js';
import type { Report } from '../../engine/local/job-context.js';
import type { ParamsOf, ProcedureName } from './registry.shared.js';

/**
 * Makes one output of a procedure in the local engine.
 * @returns the result, or undefined if it cannot be decoded at the requested size
 * @throws ToolRefusal for what the user can fix
 */
export type Technique<P extends ProcedureName> = (
  job: Job,
  params: ParamsOf<P>,
  report: Report,
) => Promise<JobResult | undefined>;
