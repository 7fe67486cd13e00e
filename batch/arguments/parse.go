// Package arguments reads the arguments of the command line by their grammar.
package arguments

import (
	"errors"
	"fmt"
	"reflect"
	"slices"
	"sort"
	"strconv"
	"strings"

	"github.com/alecthomas/kong"
)

// Parse reads arguments as [kong.Kong.Parse] does, and returns the command that they name, with its flags set. It looks
// up no method by its name, as hooks would need: only then can the linker leave out the methods that nothing calls,
// which are a seventh of the program. For the flags help and version, which all commands have, it prints the
// help of the
// command or a text, and calls the parser's Exit.
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
		_, err = c.Apply()
	}
	if err != nil {
		return nil, err
	}
	return c.Selected(), check(c)
}

// check returns what is wrong with the values given, or is missing.
func check(c *kong.Context) error {
	for _, p := range c.Path {
		if n := p.Node(); n != nil {
			for _, v := range n.Values() {
				if err := among(v); err != nil && (!v.Required || v.HasDefault) {
					return err
				}
			}
		}
	}
	for _, p := range c.Path {
		var err error
		switch {
		case p.Flag != nil:
			err = among(p.Flag.Value)
		case p.Positional != nil:
			err = among(p.Positional)
		}
		if err == nil {
			err = needed(p.Flags)
		}
		if err != nil {
			return err
		}
	}
	n := c.Selected()
	if n == nil {
		n = c.Model.Node
	}
	if err := complete(n); err != nil {
		return err
	}
	for _, p := range c.Path {
		if err := excluded(p.Flags); err != nil {
			return err
		}
	}
	return nil
}

// among returns an error if a value of a closed list is none of it.
func among(v *kong.Value) error {
	list, target := v.EnumSlice(), v.Target
	if v.Enum == "" {
		return nil
	}
	if target.Kind() != reflect.String {
		panic("arguments: " + v.Name + " has a list of values and is no text")
	}
	if slices.Contains(list, target.String()) {
		return nil
	}
	for i, e := range list {
		list[i] = strconv.Quote(e)
	}
	return fmt.Errorf("%s must be one of %s but got %q", v.ShortSummary(), strings.Join(list, ","), target.String())
}

// needed returns an error if a flag that must be given is not.
func needed(flags []*kong.Flag) error {
	var missing []string
	for _, f := range flags {
		if f.Required && !f.Set {
			missing = append(missing, f.Summary())
		}
	}
	if len(missing) == 0 {
		return nil
	}
	sort.Strings(missing)
	return fmt.Errorf("missing flags: %s", strings.Join(missing, ", "))
}

// complete returns an error if a command lacks an argument, or no command was given.
func complete(n *kong.Node) error {
	var missing, values []string
	for _, v := range n.Positional {
		if v.Required && !v.Set {
			values = append(values, v.Summary())
		}
	}
	if len(values) > 0 {
		missing = append(missing, strconv.Quote(strings.Join(values, " ")))
	}
	for _, child := range n.Children {
		if !child.Hidden {
			missing = append(missing, strconv.Quote(child.Name))
		}
	}
	switch {
	case len(missing) == 0:
		return nil
	case len(missing) == 1:
		return errors.New("expected " + missing[0])
	case len(missing) > 5:
		missing = append(missing[:5], "...")
	}
	return errors.New("expected one of " + strings.Join(missing, ", "))
}

// excluded returns an error if two flags of which only one may be given are both given.
func excluded(flags []*kong.Flag) error {
	seen := map[string]*kong.Flag{}
	for _, f := range flags {
		if !f.Set {
			continue
		}
		for _, group := range f.Xor {
			if before := seen[group]; before != nil {
				return fmt.Errorf("--%s and --%s can't be used together", before.Name, f.Name)
			}
			seen[group] = f
		}
	}
	return nil
}
