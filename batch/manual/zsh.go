package manual

import (
	"fmt"
	"io"
	"strings"

	"github.com/alecthomas/kong"
)

// zsh writes the completions of zsh, a function named _espalier on its path of functions.
func zsh(w io.Writer, a *kong.Application, variables kong.Vars) {
	fmt.Fprintf(w,
		"#compdef %[1]s\n# zsh completion, made by \"%[1]s completion zsh\"\n\n_%[1]s() {\n\tlocal -a commands\n\tcommands=(\n",
		a.Name)
	for _, c := range commandsOf(a) {
		fmt.Fprintf(w, "\t\t%s\n", quoted(c.Name+":"+summary(c.Help)))
	}
	fmt.Fprint(w, "\t)\n\tif (( CURRENT == 2 )); then\n\t\t_describe command commands\n\t\t_files\n\t\treturn\n\tfi\n"+
		"\tlocal command=$words[2]\n\tshift words\n\t(( CURRENT-- ))\n\tcase $command in\n")
	for _, c := range commandsOf(a) {
		fmt.Fprintf(w, "\t%s)\n\t\t_arguments -S", c.Name)
		for _, f := range flagsOf(c, variables) {
			for _, n := range f.names {
				spec := n
				if f.value && strings.HasPrefix(n, "--") {
					spec += "="
				}
				spec += "[" + bracketed.Replace(f.help) + "]"
				if f.value {
					spec += ":" + strings.TrimLeft(f.names[0], "-") + ":" + zshOffer(f.taken)
				}
				fmt.Fprintf(w, " \\\n\t\t\t%s", quoted("*"+spec))
			}
		}
		for i, p := range c.Positional {
			place := fmt.Sprint(i + 1)
			if p.IsCumulative() {
				place = "*"
			}
			fmt.Fprintf(w, " \\\n\t\t\t%s", quoted(place+":"+p.Name+":"+zshOffer(takes(p, variables))))
		}
		fmt.Fprint(w, "\n\t\t;;\n")
	}
	fmt.Fprintf(w, "\tesac\n}\n\n_%[1]s \"$@\"\n", a.Name)
}

// bracketed keeps a text from ending the description of a flag.
var bracketed = strings.NewReplacer(`[`, `\[`, `]`, `\]`, `:`, `\:`)

func zshOffer(t taken) string {
	words := strings.Join(t.words, " ")
	switch {
	case words != "" && t.list:
		return "_values -s , value " + words
	case words != "":
		return "(" + words + ")"
	case t.kind == folder:
		return "_files -/"
	case t.kind == file:
		return "_files"
	}
	return " "
}

// quoted puts a word into single quotes, for zsh and bash.
func quoted(s string) string { return "'" + strings.ReplaceAll(s, "'", `'\''`) + "'" }
