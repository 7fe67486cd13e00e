package manual

import (
	"regexp"
	"strings"

	"github.com/alecthomas/kong"
)

// Values that a flag or an argument takes, for completion.
type taken struct {
	words []string // one of these, if there are any
	list  bool     // several, with commas between them
	kind  kind     // without words
}

type kind int

const (
	anything kind = iota // a number, a name: nothing can be offered
	file
	folder
)

// named are the names of a grammar's variables in the text of a help: "${models}".
var named = regexp.MustCompile(`\$\{(\w+)\}`)

// takes returns the values that an argument takes: those of its enum, or of the variable that its tag "words" or its
// help names. The help "The model: ${models}." names the variable of all models.
func takes(v *kong.Value, variables kong.Vars) taken {
	t := taken{list: v.IsSlice() && v.Tag.Sep != -1}
	if v.Enum != "" {
		for _, w := range v.EnumSlice() {
			if w != "" {
				t.words = append(t.words, w)
			}
		}
		return t
	}
	variable := v.Tag.Get("words")
	if m := named.FindStringSubmatch(v.OrigHelp); m != nil {
		variable = m[1]
	}
	if variable != "" {
		t.words = listed(variables[variable])
		return t
	}
	place := strings.ToLower(v.Name)
	if v.Flag != nil {
		place, _, _ = strings.Cut(strings.ToLower(v.Flag.PlaceHolder), ",")
	}
	switch place {
	case "file", "path", "data", "study", "result", "results", "tree", "left", "right":
		t.kind = file
	case "dir", "plan":
		t.kind = folder
	}
	return t
}

// listed takes apart a list as people read it: "png, svg, pdf or gif".
func listed(text string) []string {
	return strings.FieldsFunc(strings.ReplaceAll(text, " or ", ","), func(r rune) bool { return r == ',' || r == ' ' })
}

// flag is a flag of a command as a shell sees it.
type flag struct {
	names []string // with their dashes
	help  string
	value bool // whether a value follows
	taken taken
}

// flagsOf returns the flags of a command and of its parents, without the hidden ones.
func flagsOf(n *kong.Node, variables kong.Vars) []flag {
	var out []flag
	for _, group := range n.AllFlags(true) {
		for _, f := range group {
			names := []string{"--" + f.Name}
			for _, a := range f.Aliases {
				names = append(names, "--"+a)
			}
			if f.Short != 0 {
				names = append(names, "-"+string(f.Short))
			}
			g := flag{names: names, help: summary(f.Help), value: !f.IsBool() && !f.IsCounter()}
			if g.value {
				g.taken = takes(f.Value, variables)
			}
			out = append(out, g)
			if f.Tag.Negatable != "" {
				out = append(out, flag{names: []string{"--no-" + f.Name}, help: "Not: " + summary(f.Help)})
			}
		}
	}
	return out
}

// summary is the first sentence of a help, without its stop.
func summary(help string) string {
	help = strings.Join(strings.Fields(help), " ")
	for i, r := range help {
		last := i+1 == len(help)
		if r == ':' && !last || r == ';' || r == '.' && (last || help[i+1] == ' ') {
			return help[:i]
		}
	}
	return help
}

// commandsOf returns the commands that a user sees.
func commandsOf(a *kong.Application) []*kong.Node {
	var out []*kong.Node
	for _, n := range a.Children {
		if !n.Hidden {
			out = append(out, n)
		}
	}
	return out
}
