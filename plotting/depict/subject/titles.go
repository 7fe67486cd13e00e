package subject

import (
	"slices"
	"strings"
)

// JoinTitle returns the title of a figure about a result with that title.
func JoinTitle(title, about string) string {
	if title == "" {
		return about
	}
	return title + ": " + about
}

// JoinWords puts the parts of a subtitle together, empty ones left out.
func JoinWords(parts ...string) string {
	kept := slices.DeleteFunc(parts, func(p string) bool { return p == "" })
	return strings.Join(kept, " · ")
}
