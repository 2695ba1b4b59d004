import { NotFound } from '@/features/shell/errors/not-found';

export default NotFound;
