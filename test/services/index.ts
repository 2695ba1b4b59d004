export { eventStoreStubMissing, startEventStoreStub } from './eventstore.js';
export { ferretDbMissing, startFerretDb, urlWithDatabase } from './ferretdb.js';
export { minioMissing, startMinio, type MinioService } from './minio.js';
export { redisMissing, startRedis } from './redis.js';
export { ServiceMissing, type Service } from './service.js';
export { sdServerMissing, startSdServer } from './sd-server.js';
export { startSmtp, type ReceivedLetter, type SmtpService } from './smtp.js';
export { startStripeMock, stripeMockMissing } from './stripe-mock.js';
