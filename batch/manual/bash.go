package manual

import (
	"fmt"
	"io"
	"strings"

	"github.com/alecthomas/kong"
)

// bash writes the completions of bash. They need no other package.
func bash(w io.Writer, a *kong.Application, variables kong.Vars) {
	var names []string
	var flags, values, arguments strings.Builder
	for _, c := range commandsOf(a) {
		names = append(names, c.Name)
		var all []string
		for _, f := range flagsOf(c, variables) {
			all = append(all, f.names...)
			if f.value {
				for i, n := range f.names {
					f.names[i] = "'" + c.Name + " " + n + "'"
				}
				fmt.Fprintf(&values, "\t\t%s) %s ;;\n", strings.Join(f.names, " | "), bashOffer(a.Name, f.taken))
			}
		}
		fmt.Fprintf(&flags, "\t\t%s) flags='%s' ;;\n", c.Name, strings.Join(all, " "))
		if len(c.Positional) > 0 {
			fmt.Fprintf(&arguments, "\t%s) %s ;;\n", c.Name, bashOffer(a.Name, takes(c.Positional[0], variables)))
		}
	}
	fmt.Fprintf(w, `# bash completion of %[1]s, made by "%[1]s completion bash"

_%[1]s_words() { # the words that go on from what is typed
	local head=
	if [ "$2" = list ] && [[ $cur == *,* ]]; then
		head=${cur%%,*},
	fi
	local last=$cur
	[ -z "$head" ] || last=${cur##*,}
	mapfile -t COMPREPLY < <(compgen -P "$head" -W "$1" -- "$last")
}

_%[1]s_files() {
	compopt -o filenames 2>/dev/null
	mapfile -t COMPREPLY < <(compgen "$1" -- "$cur")
}

_%[1]s() {
	local cur=${COMP_WORDS[COMP_CWORD]} before=${COMP_WORDS[COMP_CWORD - 1]} command=${COMP_WORDS[1]} flags=
	COMPREPLY=()
	if [ "$COMP_CWORD" -eq 1 ]; then
		_%[1]s_files -f
		local names
		mapfile -t names < <(compgen -W '%[2]s --help --version' -- "$cur")
		COMPREPLY+=("${names[@]}")
		return
	fi
	# "--flag=value" is three words here.
	if [ "$cur" = = ]; then
		cur=
	elif [ "$before" = = ]; then
		before=${COMP_WORDS[COMP_CWORD - 2]}
	fi
	case "$command $before" in
%[3]s	esac
	if [[ $cur == -* ]]; then
		case $command in
%[4]s		esac
		_%[1]s_words "$flags"
		return
	fi
	case $command in
%[5]s	esac
}

complete -F _%[1]s %[1]s
`, a.Name, strings.Join(names, " "), returning(values.String()), flags.String(), arguments.String())
}

// bashOffer is the call that offers the values that an argument takes.
func bashOffer(name string, t taken) string {
	switch {
	case len(t.words) > 0 && t.list:
		return "_" + name + "_words '" + strings.Join(t.words, " ") + "' list"
	case len(t.words) > 0:
		return "_" + name + "_words '" + strings.Join(t.words, " ") + "'"
	case t.kind == folder:
		return "_" + name + "_files -d"
	case t.kind == file:
		return "_" + name + "_files -f"
	}
	return ":"
}

// returning ends each case with a return.
func returning(cases string) string { return strings.ReplaceAll(cases, " ;;\n", "; return ;;\n") }
