//go:build headless

package main

import (
	"fmt"
	"os"
)

// openWindow says that this build has no window.
func openWindow(string) int {
	fmt.Fprintln(os.Stderr, "espalier: this build has no window; fit, score and sample on the command line, as espalier --help shows")
	return 2
}
