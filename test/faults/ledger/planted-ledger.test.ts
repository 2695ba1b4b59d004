import { LEDGER_FAULTS } from './planted-ledger.js';
import { plant } from './planting.js';

plant('faults planted in the ledger, to be found by its simulator', LEDGER_FAULTS);
