import { LEDGER_FAULTS } from './planted-ledger.js';
import { plant } from './planting.js';

// That a run follows from its seed is another test's, and says nothing of credits.
plant('faults planted in the ledger, to be found by its simulator', LEDGER_FAULTS, 'lose no credit');
