package manual

import "github.com/alecthomas/kong"

// A CompletionCommand prints the completions of a shell. It is a command of the grammar that it prints.
type CompletionCommand struct {
	Shell string `arg:"" enum:"bash,zsh,fish" help:"The shell: bash, zsh or fish."`
}

// Help implements kong.HelpProvider.
func (CompletionCommand) Help() string {
	return "The packages install them. By hand: source <(espalier completion bash) in ~/.bashrc; for zsh a file _espalier in a folder of " +
		"$fpath; for fish ~/.config/fish/completions/espalier.fish.\n\n" +
		"Example:\n\n  espalier completion bash"
}

// Run prints them.
func (c CompletionCommand) Run(k *kong.Kong, variables kong.Vars) error {
	return Completion(k.Stdout, c.Shell, k.Model, variables)
}

// A ManCommand prints the manual page.
type ManCommand struct{}

// Help implements kong.HelpProvider.
func (ManCommand) Help() string {
	return "The page is roff; espalier man | man -l - shows it.\n\nExample:\n\n  espalier man"
}

// Run prints it.
func (ManCommand) Run(k *kong.Kong, page Page) error { return Man(k.Stdout, k.Model, page) }
