//go:build headless

package main

import (
	"fmt"
	"os"

	"example.org/espalier/plotting/teach"
)

// canTeach is false: without a window a teaching stage is described in words or drawn.
func canTeach() bool { return false }

func openTeach(teach.Request, string) int { return 2 }

// openWindow says that this build has no window.
func openWindow(string) int {
	fmt.Fprintln(os.Stderr,
		"espalier: this build has no window; fit, score and sample on the command line, as espalier --help shows")
	return 2
}
