// Espalier is an explorer of hidden structure in tables: it learns trees and shows
// them as they form. Without a command it opens its window; with one it works on
// the command line. See README.md.
package main

import (
	"context"
	"fmt"
	"os"
	"os/signal"
	"strings"
	"syscall"

	"example.org/espalier/batch"
)

func main() { os.Exit(start(os.Args[1:])) }

// start chooses between the window and the command line and returns the exit status.
func start(args []string) int {
	if r, data, ok := batch.TeachRequest(args); ok && canTeach() {
		return openTeach(r, data)
	}
	switch {
	case len(args) == 0:
		return openWindow("")
	case len(args) == 1 && batch.IsStage(args[0]):
		return startStage(args[0])
	case len(args) == 1 && !batch.IsCommand(args):
		if err := canOpen(args[0]); err != nil {
			fmt.Fprintf(os.Stderr, "espalier: %s\nSee espalier --help.\n", err)
			return 2
		}
		return openWindow(args[0])
	}
	ends := []os.Signal{os.Interrupt, syscall.SIGTERM}
	if !signal.Ignored(syscall.SIGHUP) { // as it is under nohup
		ends = append(ends, syscall.SIGHUP)
	}
	ctx, stop := signal.NotifyContext(context.Background(), ends...)
	defer stop()
	context.AfterFunc(ctx, stop) // a second signal quits
	context.AfterFunc(ctx, batch.LeaveWaits)
	return batch.Main(ctx, args, os.Stdout, os.Stderr)
}

// startStage opens the window at the stage of a link or a file of one, and returns the exit status.
func startStage(argument string) int {
	r, err := batch.StageOf(argument)
	if err == nil && !canTeach() {
		err = fmt.Errorf("a stage needs a display; %s --figures png --out DIR draws it", r.Command())
	}
	if err != nil {
		fmt.Fprintf(os.Stderr, "espalier: %s\n", err)
		return 1
	}
	return openTeach(r, "")
}

// canOpen says what is wrong with an argument that is neither a command nor data.
func canOpen(path string) error {
	if strings.HasPrefix(path, "sample:") {
		return nil
	}
	if _, err := os.Stat(path); os.IsNotExist(err) {
		return fmt.Errorf("there is neither a file nor a command %q", path)
	}
	return nil
}
