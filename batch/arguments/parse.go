// Package arguments reads the arguments of the command line by their grammar.
package arguments

import (
	"fmt"

	"github.com/alecthomas/kong"
)

// Parse reads arguments as [kong.Kong.Parse] does, and returns the command that they name, with its flags set. It looks
// up no method by its name, as hooks would need: only then can the linker leave out the methods that nothing calls,
// which are a seventh of the program. Versions of the library from 1.16 look one up in [kong.Context.Validate] too.
// For the flags help and version, which all commands have, it prints the help of the command or that version, and calls
// the parser's Exit.
func Parse(k *kong.Kong, args []string, version string) (*kong.Node, error) {
	c, err := kong.Trace(k, args)
	if err == nil {
		err = c.Error
	}
	if err != nil {
		return nil, err
	}
	for _, p := range c.Path {
		switch {
		case p.Flag == nil:
		case p.Flag == k.Model.HelpFlag:
			if err := c.PrintUsage(false); err != nil {
				return nil, err
			}
			k.Exit(0)
		case p.Flag.Name == "version":
			fmt.Fprintln(k.Stdout, version)
			k.Exit(0)
		}
	}
	if err = c.Reset(); err == nil {
		if _, err = c.Apply(); err == nil {
			err = c.Validate()
		}
	}
	if err != nil {
		return nil, err
	}
	return c.Selected(), nil
}
