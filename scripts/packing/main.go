// Command packing writes what scripts/package packs besides the program. What a binary is made of it reads from the
// modules that the Go linker wrote into it; the types of files that the program opens are those of package read.
//
//	packing sbom BINARY        CycloneDX 1.6, as JSON
//	packing notices BINARY     the licence of every module and font, as text
//	packing desktop TEMPLATE   the entry in the menu, with the types of files at @TYPES@
//	packing mime TEMPLATE      the types of files that desktops do not know by themselves, at @TYPES@
package main

import (
	"debug/buildinfo"
	"fmt"
	"io"
	"os"
	"strings"
)

func main() {
	if err := run(os.Args[1:], os.Stdout); err != nil {
		fmt.Fprintln(os.Stderr, "packing:", err)
		os.Exit(1)
	}
}

func run(args []string, out io.Writer) error {
	if len(args) != 2 {
		return fmt.Errorf("usage: packing sbom|notices BINARY, or packing desktop|mime TEMPLATE")
	}
	if list, ok := typeLists[args[0]]; ok {
		return fill(out, args[1], list())
	}
	info, err := buildinfo.ReadFile(args[1])
	if err != nil {
		return err
	}
	parts, err := partsOf(info)
	if err != nil {
		return err
	}
	switch args[0] {
	case "sbom":
		return sbom(out, info, parts)
	case "notices":
		return notices(out, parts)
	}
	return fmt.Errorf("%q is none of sbom, notices, desktop and mime", args[0])
}

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
		fmt.Fprintf(&b, "\n%s\n%s\n%s\n\n%s\n", strings.Repeat("=", 80), strings.Join(of[text], "\n"),
			strings.Repeat("=", 80), text)
	}
	_, err := io.WriteString(out, b.String())
	return err
}
