// A document server that speaks MongoDB's wire protocol and keeps its databases as SQLite files, for tests.
package main

import (
	"context"
	"errors"
	"flag"
	"io/fs"
	"log"
	"net"
	"os"
	"os/signal"
	"path/filepath"
	"syscall"

	"github.com/FerretDB/FerretDB/ferretdb"
)

func main() {
	listen := flag.String("listen", "127.0.0.1:0", "host:port")
	folder := flag.String("folder", "", "where its files go")
	flag.Parse()
	inner := filepath.Join(*folder, "inner.sock")
	// Left by one that was killed.
	if err := os.Remove(inner); err != nil && !errors.Is(err, fs.ErrNotExist) {
		log.Fatal(err)
	}
	server, err := ferretdb.New(&ferretdb.Config{
		Listener:  ferretdb.ListenerConfig{Unix: inner},
		Handler:   "sqlite",
		SQLiteURL: "file:" + *folder + "/",
	})
	if err != nil {
		log.Fatal(err)
	}
	ctx, stop := signal.NotifyContext(context.Background(), syscall.SIGTERM, syscall.SIGINT)
	defer stop()
	listener, err := net.Listen("tcp", *listen)
	if err != nil {
		log.Fatal(err)
	}
	inTurns := &turns{inner: inner}
	go func() {
		if err := inTurns.serve(ctx, listener); err != nil {
			log.Fatal(err)
		}
	}()
	if err = server.Run(ctx); err != nil {
		log.Fatal(err)
	}
}
