// Package sheets holds the lesson sheets of the teaching stages.
package sheets

import "embed"

//go:embed *.md
var files embed.FS

// Of returns the lesson sheet of a stage, in Markdown, and whether there is one.
func Of(stage string) (string, bool) {
	b, err := files.ReadFile(stage + ".md")
	return string(b), err == nil
}
