package manual

import (
	"fmt"
	"io"
	"strings"

	"github.com/alecthomas/kong"
)

// shells are those that completions are made for.
var shells = map[string]func(io.Writer, *kong.Application, kong.Vars){"bash": bash, "zsh": zsh, "fish": fish}

// Shells names them, as an enum of the grammar.
const Shells = "bash,zsh,fish"

// Completion writes the completions of a shell.
func Completion(w io.Writer, shell string, a *kong.Application, variables kong.Vars) error {
	write, ok := shells[shell]
	if !ok {
		return fmt.Errorf("there is no completion for %[2]q; choose %[1]s", strings.ReplaceAll(Shells, ",", ", "), shell)
	}
	var text strings.Builder
	write(&text, a, variables)
	_, err := io.WriteString(w, text.String())
	return err
}
