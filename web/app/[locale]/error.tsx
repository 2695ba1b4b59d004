'use client';

import { ServerError } from '@/features/shell/server-error';

export default ServerError;
