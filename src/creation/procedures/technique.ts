import type { Job, JobResult } from '../../engine/local/job.js';
import type { Report } from '../../engine/local/job-context.js';
import type { ParamsOf, ProcedureName } from './registry.shared.js';

/**
 * How the local engine makes one output of a procedure.
 * @returns the result, or undefined when it does not open at the size requested
 * @throws ToolRefusal for what the user can mend
 */
export type Technique<P extends ProcedureName> = (job: Job, params: ParamsOf<P>, report: Report) => Promise<JobResult | undefined>;
