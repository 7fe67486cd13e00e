package screen

import (
	"strings"

	"fyne.io/fyne/v2"
)

// A Command is a line of the table from which the keys of a view of type V and their help are made.
type Command[V any] struct {
	Shortcut
	Runes string
	Key   fyne.KeyName
	Do    func(v V)
}

// On returns the line of a command: its keys, title and group as the help shows them, the
// characters and the key that trigger it, and the function that does it.
func On[V any](keys, title, group, runes string, key fyne.KeyName, do func(v V)) Command[V] {
	return Command[V]{Shortcut{keys, title, group}, runes, key, do}
}

// ByRune runs the command that a table has for a character, and reports whether there is one.
func ByRune[V any](table []Command[V], v V, r rune) bool {
	for _, c := range table {
		if strings.ContainsRune(c.Runes, r) {
			c.Do(v)
			return true
		}
	}
	return false
}

// Help adds the lines of a table to the help.
func Help[V any](list []Shortcut, table []Command[V]) []Shortcut {
	for _, c := range table {
		list = append(list, c.Shortcut)
	}
	return list
}

// A Shortcut is one line of the table of keys.
type Shortcut struct {
	Keys  string // "Shift+B", "Alt+←"
	Title string // its effect, in the imperative
	Group string // the heading it stands under
}

// NewShortcut returns a line of the table of keys.
func NewShortcut(keys, title, group string) Shortcut { return Shortcut{keys, title, group} }
