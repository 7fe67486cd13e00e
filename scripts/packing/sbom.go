package main

import (
	"encoding/json"
	"fmt"
	"io"
	"os"
	"runtime/debug"
	"slices"
	"strconv"
	"strings"
	"time"
)

// The layout of CycloneDX 1.6, as far as it is used.
type (
	bom struct {
		Format     string      `json:"bomFormat"`
		Spec       string      `json:"specVersion"`
		Version    int         `json:"version"`
		Metadata   metadata    `json:"metadata"`
		Components []component `json:"components"`
	}
	metadata struct {
		Timestamp string    `json:"timestamp"`
		Component component `json:"component"`
	}
	component struct {
		Type       string     `json:"type"`
		Ref        string     `json:"bom-ref"`
		Name       string     `json:"name"`
		Version    string     `json:"version,omitempty"`
		PURL       string     `json:"purl,omitempty"`
		Licenses   []licence  `json:"licenses,omitempty"`
		Properties []property `json:"properties,omitempty"`
	}
	licence struct {
		License named `json:"license"`
	}
	named struct {
		ID   string `json:"id,omitempty"`
		Name string `json:"name,omitempty"`
	}
	property struct {
		Name  string `json:"name"`
		Value string `json:"value"`
	}
)

// sbom writes the bill of materials of a binary.
func sbom(out io.Writer, info *debug.BuildInfo, parts []part) error {
	made, err := date()
	if err != nil {
		return err
	}
	b := bom{Format: "CycloneDX", Spec: "1.6", Version: 1, Components: []component{}}
	b.Metadata.Timestamp = made.UTC().Format(time.RFC3339)
	b.Metadata.Component = component{Type: "application", Ref: "espalier",
		Name: info.Main.Path, Version: strings.TrimPrefix(info.Main.Version, "v"),
		PURL: purl(info.Main.Path, info.Main.Version), Licenses: []licence{{named{ID: "BSD-3-Clause"}}}}
	for _, s := range info.Settings {
		if slices.Contains([]string{"GOOS", "GOARCH", "CGO_ENABLED", "-tags", "vcs.revision", "vcs.time"}, s.Key) {
			b.Metadata.Component.Properties = append(b.Metadata.Component.Properties, property{"go:build:" + s.Key, s.Value})
		}
	}
	for _, p := range parts {
		c := component{Type: "library", Ref: p.path, Name: p.path, Version: p.version, PURL: purl(p.path, p.version),
			Licenses: licensesOf(p)}
		if p.sum != "" {
			c.Properties = []property{{"go:sum", p.sum}}
		}
		b.Components = append(b.Components, c)
	}
	text, err := json.MarshalIndent(b, "", "  ")
	if err != nil {
		return err
	}
	_, err = fmt.Fprintf(out, "%s\n", text)
	return err
}

func purl(path, version string) string {
	if version == "" || version == "(devel)" {
		return "pkg:golang/" + path
	}
	return "pkg:golang/" + path + "@" + strings.ReplaceAll(version, "+", "%2B")
}

// licensesOf names the licences of a part, each once. One that is not known keeps the name of its file.
func licensesOf(p part) []licence {
	var out []licence
	for _, f := range p.files {
		l := licence{named{ID: identifier(f.text)}}
		if l.License.ID == "" {
			if strings.HasPrefix(strings.ToLower(f.name), "notice") {
				continue
			}
			l.License.Name = f.name
		}
		if !slices.Contains(out, l) {
			out = append(out, l)
		}
	}
	return out
}

// date is SOURCE_DATE_EPOCH, so that equal binaries have equal bills, or now.
func date() (time.Time, error) {
	text := os.Getenv("SOURCE_DATE_EPOCH")
	if text == "" {
		return time.Now(), nil
	}
	n, err := strconv.ParseInt(text, 10, 64)
	if err != nil {
		return time.Time{}, fmt.Errorf("SOURCE_DATE_EPOCH is %q, which is no number of seconds", text)
	}
	return time.Unix(n, 0), nil
}
