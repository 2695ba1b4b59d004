/** The child process of the engine's pool. */
import { serveJobs } from '../../engine/local/worker.js';
import { make } from './make.js';

serveJobs(make);
