package depict

import (
	"slices"
	"strings"
)

// joinTitle returns the title of a figure of what a title names.
func joinTitle(title, about string) string {
	if title == "" {
		return about
	}
	return title + ": " + about
}

// joinWords puts the parts of a subtitle together, empty ones left out.
func joinWords(parts ...string) string {
	kept := slices.DeleteFunc(parts, func(p string) bool { return p == "" })
	return strings.Join(kept, " · ")
}
