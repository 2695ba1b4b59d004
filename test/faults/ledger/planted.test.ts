import { FAULTS } from './planted.js';
import { plant } from './planting.js';

plant('faults planted in core code', FAULTS);
