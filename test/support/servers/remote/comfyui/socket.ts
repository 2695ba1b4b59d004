import { createHash } from 'node:crypto';
import type { IncomingMessage, Server } from 'node:http';
import type { Duplex } from 'node:stream';

/** The server's side of a web socket (RFC 6455): its handshake, unmasked frames to clients, and the client's close. */
const GUID = '258EAFA5-E914-47DA-95CA-C5AB0DC85B11';

function frame(opcode: number, data: Buffer): Buffer {
  const { length } = data;
  const head =
    length < 126
      ? Buffer.from([0x80 | opcode, length])
      : length < 65_536
        ? Buffer.from([0x80 | opcode, 126, length >> 8, length & 255])
        : Buffer.concat([Buffer.from([0x80 | opcode, 127, 0, 0, 0, 0]), uint32(length)]);
  return Buffer.concat([head, data]);
}
const uint32 = (value: number): Buffer => {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32BE(value);
  return bytes;
};

/** The sockets of a server's clients, by their `clientId`. */
export interface Sockets {
  readonly open: ReadonlyMap<string, Duplex>;
  /** A message as ComfyUI's `send_json`. */
  say(client: string, type: string, data: object): void;
  /** A preview as ComfyUI's `send_image`: event 1, format 1 for JPEG or 2 for PNG, and the image. */
  show(client: string, format: 1 | 2, image: Buffer): void;
  /** Ends all connections without a closing handshake. */
  cut(): void;
}

/** Accepts web sockets at `/ws`, unless `isRefused` says no. */
export function acceptSockets(server: Server, isRefused: () => boolean): Sockets {
  const open = new Map<string, Duplex>();
  server.on('upgrade', (request: IncomingMessage, socket: Duplex) => {
    const url = new URL(request.url ?? '/', 'http://localhost');
    const [key, client] = [request.headers['sec-websocket-key'], url.searchParams.get('clientId')];
    socket.on('error', () => undefined);
    if (isRefused() || url.pathname !== '/ws' || key === undefined || client === null) {
      socket.end('HTTP/1.1 404 Not Found\r\nconnection: close\r\n\r\n');
      return;
    }
    const accept = createHash('sha1').update(`${key}${GUID}`).digest('base64');
    socket.write(
      `HTTP/1.1 101 Switching Protocols\r\nupgrade: websocket\r\nconnection: Upgrade\r\nsec-websocket-accept: ${accept}\r\n\r\n`,
    );
    open.set(client, socket);
    socket.write(
      frame(
        1,
        Buffer.from(
          JSON.stringify({ type: 'status', data: { status: { exec_info: { queue_remaining: 0 } }, sid: client } }),
        ),
      ),
    );
    socket.on('data', (data: Buffer) => {
      if (((data[0] ?? 0) & 15) === 8) socket.end(frame(8, Buffer.alloc(0)));
    });
    socket.on('close', () => {
      if (open.get(client) === socket) open.delete(client);
    });
  });
  return {
    open,
    say: (client, type, data) => void open.get(client)?.write(frame(1, Buffer.from(JSON.stringify({ type, data })))),
    show: (client, format, image) =>
      void open.get(client)?.write(frame(2, Buffer.concat([uint32(1), uint32(format), image]))),
    cut: () => {
      for (const socket of open.values()) socket.destroy();
    },
  };
}
