package main

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"strings"
)

// readExcuses reads the survivors that are no loss, by their keys. Each line of the file is
//
//	path | line before | line after | reason
//
// Lines that begin with # are remarks.
func readExcuses(name string) (map[string]string, error) {
	text, err := os.ReadFile(name)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	out := map[string]string{}
	for i, line := range strings.Split(string(text), "\n") {
		if line == "" || strings.HasPrefix(line, "#") {
			continue
		}
		parts := strings.Split(line, " | ")
		if len(parts) != 4 {
			return nil, fmt.Errorf("%s:%d: want path | before | after | reason", name, i+1)
		}
		out[strings.Join(parts[:3], " | ")] = parts[3]
	}
	return out, nil
}
