// Package files reads the files that the user opens. It shows a preview of how a file was
// understood, and remembers recent files.
package files
