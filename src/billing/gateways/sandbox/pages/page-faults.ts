import { Catch, type ArgumentsHost, type ExceptionFilter } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { faultOf } from '../../../../platform/http/api-exception.filter.js';
import { describeError } from '../../../../platform/http/trpc/trpc.js';
import { faultPage } from './fault-page.js';
import { sendPage } from './send.js';
import { requestedLanguage } from './requested-language.js';

/** Shows errors of a page as a page. */
@Catch()
export class PageFaults implements ExceptionFilter {
  catch(thrown: unknown, host: ArgumentsHost): void {
    const http = host.switchToHttp();
    const request = http.getRequest<FastifyRequest>();
    const {
      data: { httpStatus },
    } = describeError(faultOf(thrown));
    if (httpStatus >= 500) request.log.error({ err: thrown }, 'a sandbox page failed');
    const fault =
      httpStatus === 401 ? 'signIn' : httpStatus === 403 ? 'notAllowed' : httpStatus >= 500 ? 'later' : 'unknown';
    const reply = http.getResponse<FastifyReply>();
    if (!reply.sent) sendPage(reply, faultPage(fault, requestedLanguage(request)), httpStatus);
  }
}
