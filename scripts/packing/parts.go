package main

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"runtime/debug"
	"slices"
	"strings"
)

// A part is a module in a binary, or the Go that built it.
type part struct {
	path, version string
	sum           string // of go.sum
	files         []file // its licences and notices
}

type file struct{ name, text string }

// partsOf returns the modules of a binary with their licences, first Go itself. A module without one is an error: it
// must not be passed on.
func partsOf(info *debug.BuildInfo) ([]part, error) {
	root, err := exec.Command("go", "env", "GOROOT").Output()
	if err != nil {
		return nil, fmt.Errorf("go env: %w", err)
	}
	list := []part{{path: "std", version: strings.TrimPrefix(info.GoVersion, "go")}}
	license, err := os.ReadFile(filepath.Join(strings.TrimSpace(string(root)), "LICENSE"))
	if err != nil {
		return nil, err
	}
	list[0].files = []file{{"LICENSE", string(license)}}
	where, err := folders()
	if err != nil {
		return nil, err
	}
	for _, m := range info.Deps {
		if m.Version == "(devel)" {
			continue // a folder of this program, see go.work
		}
		if m.Replace != nil {
			m = m.Replace
		}
		dir := where[m.Path+"@"+m.Version]
		if dir == "" {
			return nil, fmt.Errorf("%s %s is in the binary and not in go.mod: is it of another commit?", m.Path, m.Version)
		}
		p := part{path: m.Path, version: m.Version, sum: m.Sum}
		if p.files, err = licences(dir); err != nil {
			return nil, err
		}
		if len(p.files) == 0 {
			return nil, fmt.Errorf("%s %s has no licence in %s", m.Path, m.Version, dir)
		}
		list = append(list, p)
	}
	return list, nil
}

// folders returns where the modules of go.mod are, by path@version.
func folders() (map[string]string, error) {
	list := exec.Command("go", "list", "-m", "-json=Path,Version,Dir", "all")
	list.Env = append(os.Environ(), "GOWORK=off")
	out, err := list.Output()
	if err != nil {
		return nil, fmt.Errorf("go list: %w", err)
	}
	where := map[string]string{}
	for d := json.NewDecoder(bytes.NewReader(out)); ; {
		var m struct{ Path, Version, Dir string }
		if err := d.Decode(&m); errors.Is(err, io.EOF) {
			return where, nil
		} else if err != nil {
			return nil, err
		}
		where[m.Path+"@"+m.Version] = m.Dir
	}
}

var licenceName = regexp.MustCompile(`(?i)^(licen[cs]e|copying|notice|copyright|unlicense)([-_.].*)?$`)

// licences returns the licences and notices of a module, those of what it contains too, such as fonts. Examples and the
// data of tests are not in the binary.
func licences(dir string) ([]file, error) {
	var out []file
	err := filepath.WalkDir(dir, func(path string, d fs.DirEntry, err error) error {
		switch {
		case err != nil:
			return err
		case d.IsDir() &&
			slices.Contains([]string{"testdata", "example", "examples", "_examples", "cmd", ".github"}, d.Name()):
			return fs.SkipDir
		case d.IsDir() || !licenceName.MatchString(d.Name()) || strings.HasSuffix(d.Name(), ".go"):
			return nil
		}
		text, err := os.ReadFile(path)
		name, _ := filepath.Rel(dir, path)
		out = append(out, file{filepath.ToSlash(name), strings.TrimSpace(strings.ReplaceAll(string(text), "\r\n", "\n"))})
		return err
	})
	return out, err
}

// identifiers are the SPDX names of licences, by words that only their texts have, the longer before those they
// contain.
var identifiers = []struct{ id, words string }{
	{"Apache-2.0", "Apache License Version 2.0"},
	{"OFL-1.1", "SIL OPEN FONT LICENSE Version 1.1"},
	{"MPL-2.0", "Mozilla Public License Version 2.0"},
	{"MPL-2.0", "Mozilla Public License, version 2.0"},
	{"ISC", "Permission to use, copy, modify, and/or distribute this software for any purpose"},
	{"ISC", "Permission to use, copy, modify, and distribute this software for any purpose"},
	{"Zlib", "This software is provided 'as-is', without any express or implied warranty"},
	{"BSD-3-Clause", "may be used to endorse or promote products derived"},
	{"BSD-2-Clause", "Redistributions in binary form must reproduce the above copyright"},
	{"MIT", "The above copyright notice and this permission notice shall be included in all"},
	{"Unlicense", "This is free and unencumbered software released into the public domain"},
	{"CC-BY-4.0", "Attribution 4.0 International"},
}

// identifier returns the SPDX name of the licence in a text, "" if it is none of the usual ones.
func identifier(text string) string {
	words := strings.Join(strings.Fields(text), " ")
	for _, l := range identifiers {
		if strings.Contains(words, l.words) {
			return l.id
		}
	}
	return ""
}
