package main

import (
	"bytes"
	"context"
	"encoding/binary"
	"errors"
	"io"
	"log"
	"net"
	"sync"
	"time"
)

const (
	headerBytes      = 16
	opMessage        = 2013
	mostMessageBytes = 48_000_000
	moreToCome       = 1 << 1
)

// Commands that change something. FerretDB's SQLite backend reads what an update matches and writes it in two steps, so that of
// several updates at once each may find what the others have already changed; MongoDB changes a document in one.
var writes = map[string]bool{
	"insert": true, "update": true, "delete": true, "findAndModify": true, "findandmodify": true,
	"create": true, "createIndexes": true, "drop": true, "dropIndexes": true, "dropDatabase": true, "renameCollection": true,
}

// turns lets through one writing command at a time, over all connections.
type turns struct {
	inner string
	turn  sync.Mutex
}

// serve hands on every connection until the context ends.
func (t *turns) serve(ctx context.Context, listener net.Listener) error {
	context.AfterFunc(ctx, func() { listener.Close() })
	for {
		client, err := listener.Accept()
		if err != nil {
			if ctx.Err() != nil {
				return nil
			}
			return err
		}
		go func() {
			defer client.Close()
			if err := t.handOn(client); err != nil && !errors.Is(err, io.EOF) && ctx.Err() == nil {
				log.Print(err)
			}
		}()
	}
}

func (t *turns) handOn(client net.Conn) error {
	server, err := t.dial()
	if err != nil {
		return err
	}
	defer server.Close()
	for {
		request, err := readMessage(client)
		if err != nil {
			return err
		}
		reply, err := t.ask(server, request)
		if err != nil {
			return err
		}
		if _, err = client.Write(reply); err != nil {
			return err
		}
	}
}

// dial waits for the inner server, which may not listen yet.
func (t *turns) dial() (net.Conn, error) {
	for until := time.Now().Add(10 * time.Second); ; time.Sleep(20 * time.Millisecond) {
		server, err := net.Dial("unix", t.inner)
		if err == nil || time.Now().After(until) {
			return server, err
		}
	}
}

func (t *turns) ask(server net.Conn, request []byte) ([]byte, error) {
	command, expectsReply := commandOf(request)
	if writes[command] {
		t.turn.Lock()
		defer t.turn.Unlock()
	}
	if _, err := server.Write(request); err != nil || !expectsReply {
		return nil, err
	}
	return readMessage(server)
}

func readMessage(from io.Reader) ([]byte, error) {
	header := make([]byte, headerBytes)
	if _, err := io.ReadFull(from, header); err != nil {
		return nil, err
	}
	length := binary.LittleEndian.Uint32(header)
	if length < headerBytes || length > mostMessageBytes {
		return nil, errors.New("not a message of MongoDB's protocol")
	}
	message := make([]byte, length)
	copy(message, header)
	_, err := io.ReadFull(from, message[headerBytes:])
	return message, err
}

// commandOf gives the name of the first field of the body section, and whether the sender waits for a reply.
func commandOf(message []byte) (string, bool) {
	if binary.LittleEndian.Uint32(message[12:]) != opMessage || len(message) < headerBytes+4+1+4+2 {
		return "", true
	}
	flags := binary.LittleEndian.Uint32(message[headerBytes:])
	// The flags, the kind of section (0 is the body), the length of the document, the type of its first field.
	if message[headerBytes+4] != 0 {
		return "", flags&moreToCome == 0
	}
	name, _, _ := bytes.Cut(message[headerBytes+4+1+4+1:], []byte{0})
	return string(name), flags&moreToCome == 0
}
