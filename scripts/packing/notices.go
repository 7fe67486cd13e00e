package main

import (
	"fmt"
	"io"
	"strings"
)

// notices writes the licences of all parts, each text once below the names of those it is of.
func notices(out io.Writer, parts []part) error {
	var order []string
	of := map[string][]string{}
	for _, p := range parts {
		for _, f := range p.files {
			if of[f.text] == nil {
				order = append(order, f.text)
			}
			name := "The Go standard library " + p.version
			if p.path != "std" {
				name = p.path + " " + p.version
			}
			of[f.text] = append(of[f.text], name+" ("+f.name+")")
		}
	}
	var b strings.Builder
	b.WriteString("Espalier contains the following software and fonts, under the licences below.\n")
	for _, text := range order {
		fmt.Fprintf(&b, "\n%s\n%s\n%s\n\n%s\n", strings.Repeat("=", 80), strings.Join(of[text], "\n"), strings.Repeat("=", 80), text)
	}
	_, err := io.WriteString(out, b.String())
	return err
}
