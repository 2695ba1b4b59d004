import { NotFound } from '@/features/shell/not-found';

export default NotFound;
