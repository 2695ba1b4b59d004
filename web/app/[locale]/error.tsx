'use client';

import { ServerError } from '@/features/shell/errors/server-error';

export default ServerError;
