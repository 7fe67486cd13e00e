package manual

import (
	"fmt"
	"io"
	"strings"

	"github.com/alecthomas/kong"
)

// fish writes the completions of fish.
func fish(w io.Writer, a *kong.Application, variables kong.Vars) {
	var names []string
	for _, c := range commandsOf(a) {
		names = append(names, c.Name)
	}
	all := strings.Join(names, " ")
	fmt.Fprintf(w, "# fish completion of %[1]s, made by \"%[1]s completion fish\"\n\n", a.Name)
	fmt.Fprintf(w,
		"complete -c %s -n 'not __fish_seen_subcommand_from %s' -l version -d 'Print the version'\n", a.Name, all)
	for _, c := range commandsOf(a) {
		fmt.Fprintf(w, "\ncomplete -c %s -n 'not __fish_seen_subcommand_from %s' -a %s -d %s\n", a.Name, all, c.Name,
			fished(summary(c.Help)))
		when := fmt.Sprintf("complete -c %s -n '__fish_seen_subcommand_from %s'", a.Name, c.Name)
		for _, f := range flagsOf(c, variables) {
			fmt.Fprint(w, when)
			for _, n := range f.names {
				if long, ok := strings.CutPrefix(n, "--"); ok {
					fmt.Fprintf(w, " -l %s", long)
				} else {
					fmt.Fprintf(w, " -s %s", n[1:])
				}
			}
			if f.value {
				fmt.Fprint(w, fishOffer(f.taken))
			}
			fmt.Fprintf(w, " -d %s\n", fished(f.help))
		}
		if len(c.Positional) > 0 {
			if t := takes(c.Positional[0], variables); len(t.words) > 0 {
				fmt.Fprintf(w, "%s -f -a %s\n", when, fished(strings.Join(t.words, " ")))
			}
		}
	}
}

func fishOffer(t taken) string {
	words := strings.Join(t.words, " ")
	switch {
	case words != "" && t.list:
		return " -x -a " + fished("(__fish_append , "+words+")")
	case words != "":
		return " -x -a " + fished(words)
	case t.kind == folder:
		return " -x -a '(__fish_complete_directories)'"
	case t.kind == file:
		return " -r -F"
	}
	return " -x"
}

// fished puts a word into single quotes, in which fish takes a backslash before a quote.
func fished(s string) string {
	return "'" + strings.NewReplacer(`\`, `\\`, `'`, `\'`).Replace(s) + "'"
}
