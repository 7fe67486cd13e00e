// Package nativedialog asks for files with the dialog of the system. Where the binary
// has none (build tags nonativedialog and headless) or none can be shown, it says so, and the window
// asks with its own.
//
// It stands apart because merely linking it starts the system's toolkit: only the
// program itself imports it.
package nativedialog
