package manual

import (
	"fmt"
	"io"
	"strings"

	"github.com/alecthomas/kong"
)

// A CompletionCommand prints the completions of a shell. It is a command of the grammar that it prints.
type CompletionCommand struct {
	Shell string `arg:"" enum:"bash,zsh,fish" help:"The shell: bash, zsh or fish."`
}

// Help implements kong.HelpProvider.
func (CompletionCommand) Help() string {
	return "The packages install the completions. To install them by hand: for bash, put source <(espalier " +
		"completion bash) into ~/.bashrc; for zsh, write a file _espalier in a folder of $fpath; for fish, write " +
		"~/.config/fish/completions/espalier.fish.\n\nExample:\n\n  espalier completion bash"
}

// Run prints them.
func (c CompletionCommand) Run(k *kong.Kong, variables kong.Vars) error {
	return Completion(k.Stdout, c.Shell, k.Model, variables)
}

// A ManCommand prints the manual page.
type ManCommand struct{}

// Help implements kong.HelpProvider.
func (ManCommand) Help() string {
	return "Prints the page as roff; show it with espalier man | man -l -\n\nExample:\n\n  espalier man"
}

// Run prints it.
func (ManCommand) Run(k *kong.Kong, page Page) error { return Man(k.Stdout, k.Model, page) }

// shells are those that completions are made for.
var shells = map[string]func(io.Writer, *kong.Application, kong.Vars){"bash": bash, "zsh": zsh, "fish": fish}

// Shells names them, as an enum of the grammar.
const Shells = "bash,zsh,fish"

// Completion writes the completions of a shell.
func Completion(w io.Writer, shell string, a *kong.Application, variables kong.Vars) error {
	write, ok := shells[shell]
	if !ok {
		return fmt.Errorf("there is no completion for %[2]q; choose %[1]s", strings.ReplaceAll(Shells, ",", ", "),
			shell)
	}
	var text strings.Builder
	write(&text, a, variables)
	_, err := io.WriteString(w, text.String())
	return err
}
