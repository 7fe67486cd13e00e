package ink

import (
	"strings"

	"gonum.org/v1/plot/font"
	"gonum.org/v1/plot/vg"
)

// ShortNames shorten names that stand together so that different names stay different.
type ShortNames struct {
	names []string // each once
	made  map[shortKey]map[string]string
}

type shortKey struct {
	font  font.Font
	width vg.Length
}

// NewShortNames returns a shortener of n names that stand together.
func NewShortNames(n int, name func(i int) string) *ShortNames {
	s := &ShortNames{made: map[shortKey]map[string]string{}}
	seen := map[string]bool{}
	for i := range n {
		if text := name(i); !seen[text] {
			seen[text] = true
			s.names = append(s.names, text)
		}
	}
	return s
}

// Elide is ElideMiddle, but where two of the names would look the same another part of them is left out. Names that do
// not differ in any part with room keep the shape of ElideMiddle.
func (s *ShortNames) Elide(f font.Face, name string, width vg.Length) string {
	if TextWidth(f, name) <= width {
		return name
	}
	k := shortKey{f.Font, width}
	if s.made[k] == nil {
		s.made[k] = s.shorten(f, width)
	}
	if short, ok := s.made[k][name]; ok {
		return short
	}
	return ElideMiddle(f, name, width)
}

// shorten returns the short forms of the names that are too wide.
func (s *ShortNames) shorten(f font.Face, width vg.Length) map[string]string {
	short := map[string]string{}
	alike := map[string][]string{} // names by their look
	var order []string
	for _, name := range s.names {
		text := ElideMiddle(f, name, width)
		if alike[text] == nil {
			order = append(order, text)
		}
		alike[text] = append(alike[text], name)
	}
	taken := map[string]bool{}
	for _, text := range order {
		taken[text] = len(alike[text]) == 1
	}
	for _, text := range order {
		group := alike[text]
		for _, name := range group {
			short[name] = text
		}
		if len(group) == 1 || text == "" {
			continue
		}
		if parts := apart(f, group, width, taken); parts != nil {
			for i, name := range group {
				short[name], taken[parts[i]] = parts[i], true
			}
		}
	}
	return short
}

// apart shortens names in the first way that keeps them different from each other and from those taken; nil if
// there is none.
func apart(f font.Face, names []string, width vg.Length, taken map[string]bool) []string {
	longest := 0
	for _, name := range names {
		longest = max(longest, len([]rune(name)))
	}
	for _, shape := range []func(runes []rune, part int) string{
		func(r []rune, part int) string { return fitted(f, r, part, width) }, // a longer or shorter beginning
		func(r []rune, part int) string { return inner(f, r, part, width) },  // a part from the middle
	} {
		for part := range min(longest, 60) {
			texts, seen, ok := make([]string, len(names)), map[string]bool{}, true
			for i, name := range names {
				text := shape([]rune(name), part)
				if ok = text != "" && !seen[text] && !taken[text]; !ok {
					break
				}
				texts[i], seen[text] = text, true
			}
			if ok {
				return texts
			}
		}
	}
	return nil
}

// fitted returns the first runes, then as many of the last ones as have room, with "…" between. It is "" where the
// first ones have no room.
func fitted(f font.Face, r []rune, first int, width vg.Length) string {
	first = min(first, len(r))
	head := strings.TrimRight(string(r[:first]), " ") + "…"
	n := most(len(r)-first, func(n int) bool { return TextWidth(f, head+string(r[len(r)-n:])) <= width })
	if n < 0 {
		return ""
	}
	return head + strings.TrimLeft(string(r[len(r)-n:]), " ")
}

// inner returns as many runes from a place on as have room, with "…" for the rest.
func inner(f font.Face, r []rune, from int, width vg.Length) string {
	if from = min(from, len(r)); from == 0 {
		return ""
	}
	n := most(len(r)-from, func(n int) bool { return TextWidth(f, "…"+string(r[from:from+n])+"…") <= width })
	if n < 1 {
		return ""
	}
	return "…" + strings.TrimSpace(string(r[from:from+n])) + "…"
}

// most returns the greatest number from 0 to n that fits; −1 for none.
func most(n int, fits func(n int) bool) int {
	low, high := -1, n
	for low < high {
		m := (low + high + 1) / 2
		if fits(m) {
			low = m
		} else {
			high = m - 1
		}
	}
	return low
}
