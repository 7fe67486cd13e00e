// Command packing says what a binary of the program is made of, for scripts/package: the bill of materials, and the
// licences that go with it. It reads the modules that the Go linker wrote into the binary.
//
//	packing sbom BINARY     CycloneDX 1.6, as JSON
//	packing notices BINARY  the licence of every module and font, as text
package main

import (
	"debug/buildinfo"
	"fmt"
	"io"
	"os"
)

func main() {
	if err := run(os.Args[1:], os.Stdout); err != nil {
		fmt.Fprintln(os.Stderr, "packing:", err)
		os.Exit(1)
	}
}

func run(args []string, out io.Writer) error {
	if len(args) != 2 {
		return fmt.Errorf("usage: packing sbom|notices BINARY")
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
	return fmt.Errorf("%q is neither sbom nor notices", args[0])
}
