// Package assets embeds the files that the program carries with it.
package assets
