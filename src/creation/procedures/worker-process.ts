/** The child process of the engine's pool. */
import { serveJobs } from '../../engine/local/worker.js';
import { runProcedure } from './run-procedure.js';

serveJobs(runProcedure);
