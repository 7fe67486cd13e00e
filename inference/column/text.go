package column

import (
	"fmt"
	"strings"

	"example.org/espalier/inference/words"
)

const (
	library = "library"
	per     = "per="
	rows    = "rows"
	// longest and mostLevels limit the text of a kind.
	longest    = 1 << 16
	mostLevels = 1000
)

// String writes the kind as [Parse] reads it: "ordered:low,mid,high", "count:per=area", "count:library", "rank:rows".
// The group is not written: it is the name before the kind.
func (k Kind) String() string {
	text := k.Sort.String()
	switch {
	case len(k.Levels) > 0:
		escaped := make([]string, len(k.Levels))
		for i, l := range k.Levels {
			escaped[i] = escape.Replace(l)
		}
		text += ":" + strings.Join(escaped, ",")
	case k.Library:
		text += ":" + library
	case k.Exposure != "":
		text += ":" + per + k.Exposure
	case k.Across:
		text += ":" + rows
	}
	return text
}

var escape = strings.NewReplacer(`\`, `\\`, ",", `\,`)

// Parse reads a kind: the name of a sort and, after a colon, the levels with commas between them; a comma within a
// level is written \, and a backslash \\. After count: comes library, or per= and the name of a column; after rank:
// comes rows. The error says what to write.
func Parse(text string) (Kind, error) {
	name, rest, has := strings.Cut(strings.TrimSpace(text), ":")
	sort, ok := SortOf(name)
	if !ok {
		return Kind{}, fmt.Errorf("there is no kind %q; the kinds are %s", words.Shorten(name), names())
	}
	k := Kind{Sort: sort}
	switch {
	case len(text) > longest:
		return k, fmt.Errorf("a kind has at most %d characters", longest)
	case !has:
		return k, nil
	case sort == Count:
		return k, k.divided(strings.TrimSpace(rest))
	case sort == Rank:
		if k.Across = strings.TrimSpace(rest) == rows; !k.Across {
			return k, fmt.Errorf("rank:%s: write rank, or rank:rows for ranks within each row", words.Shorten(rest))
		}
		return k, nil
	case !sort.HasLevels():
		return k, fmt.Errorf("%s takes nothing after a colon, not %q", sort, words.Shorten(rest))
	}
	k.Levels = split(rest)
	return k, k.check()
}

// divided reads the divisor of counts.
func (k *Kind) divided(text string) error {
	if name, is := strings.CutPrefix(text, per); is {
		if k.Exposure = strings.TrimSpace(name); k.Exposure != "" && !strings.ContainsAny(k.Exposure, "\n\r") {
			return nil
		}
	}
	if text == library {
		k.Library = true
		return nil
	}
	return fmt.Errorf("count:%s: write count, count:library, or count:per= and the name of a column",
		words.Shorten(text))
}

// check refuses levels that are empty, there twice, or too few or many for the sort.
func (k Kind) check() error {
	seen := make(map[string]bool, len(k.Levels))
	for _, l := range k.Levels {
		switch {
		case l == "" || strings.ContainsAny(l, "\n\r"):
			return fmt.Errorf("%s has a level without a name; write the levels with commas between them", k.Sort)
		case seen[l]:
			return fmt.Errorf("%s has the level %q twice", k.Sort, words.Shorten(l))
		}
		seen[l] = true
	}
	switch n := len(k.Levels); {
	case k.Sort == YesNo && n != 2:
		return fmt.Errorf("yes/no has two levels, the first of which means no; it has %d here", n)
	case n < 2:
		return fmt.Errorf("%s needs at least two levels", k.Sort)
	case n > mostLevels:
		return fmt.Errorf("%s has at most %d levels", k.Sort, mostLevels)
	}
	return nil
}

// split divides levels at commas that no backslash stands before, and trims them.
func split(text string) (levels []string) {
	var b strings.Builder
	end := func() {
		levels = append(levels, strings.TrimSpace(b.String()))
		b.Reset()
	}
	escaped := false
	for _, c := range text {
		switch {
		case escaped:
			b.WriteRune(c)
			escaped = false
		case c == '\\':
			escaped = true
		case c == ',':
			end()
		default:
			b.WriteRune(c)
		}
	}
	end()
	return levels
}

func names() string {
	list := make([]string, len(called))
	for i, w := range called {
		list[i] = w.name
	}
	return strings.Join(list, ", ")
}
