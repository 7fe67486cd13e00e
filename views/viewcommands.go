package views

import (
	"strings"

	"fyne.io/fyne/v2"
)

// A viewCommand is a line of the table behind the keys of a view of type V, and of the
// help.
type viewCommand[V any] struct {
	Shortcut
	runes string
	key   fyne.KeyName
	do    func(v V)
}

// on returns the line of a command: its keys, what it does and the heading it stands under as
// the help has them, the characters and the key that call for it, and what does it.
func on[V any](keys, title, group, runes string, key fyne.KeyName, do func(v V)) viewCommand[V] {
	return viewCommand[V]{Shortcut{keys, title, group}, runes, key, do}
}

// byKey does what a table says of a key pressed alone, and reports whether it says anything.
func byKey[V any](table []viewCommand[V], v V, k *fyne.KeyEvent, with fyne.KeyModifier) bool {
	for _, c := range table {
		if c.key != "" && c.key == k.Name && with == 0 {
			c.do(v)
			return true
		}
	}
	return false
}

// byRune is byKey for characters.
func byRune[V any](table []viewCommand[V], v V, r rune) bool {
	for _, c := range table {
		if strings.ContainsRune(c.runes, r) {
			c.do(v)
			return true
		}
	}
	return false
}

// helpOf adds the lines of a table to the help.
func helpOf[V any](list []Shortcut, table []viewCommand[V]) []Shortcut {
	for _, c := range table {
		list = append(list, c.Shortcut)
	}
	return list
}

// past returns the direction beside i, past the one that the other axis has.
func past(i, step, other int) int {
	if i+step == other {
		return i + 2*step
	}
	return i + step
}
