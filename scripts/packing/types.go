package main

import (
	"encoding/xml"
	"fmt"
	"io"
	"os"
	"strings"

	"example.org/espalier/inference/read"
)

const typesPlace = "@TYPES@"

// typeLists make what stands at @TYPES@ in the template of each command.
var typeLists = map[string]func() string{"desktop": desktopTypes, "mime": mimeTypes}

// fill writes a template with the text in its place.
func fill(out io.Writer, template, text string) error {
	data, err := os.ReadFile(template)
	if err != nil {
		return err
	}
	before, after, ok := strings.Cut(string(data), typesPlace)
	if !ok {
		return fmt.Errorf("%s has no %s", template, typesPlace)
	}
	_, err = io.WriteString(out, before+text+after)
	return err
}

// desktopTypes lists the types of tables as a desktop entry does: each is followed by a semicolon.
func desktopTypes() string {
	var b strings.Builder
	for _, m := range read.MediaTypes() {
		b.WriteString(m.Type + ";")
	}
	return b.String()
}

// A mimeType is an entry of the Shared MIME-info Database (freedesktop.org, 2.1).
type mimeType struct {
	XMLName xml.Name   `xml:"mime-type"`
	Type    string     `xml:"type,attr"`
	Comment string     `xml:"comment"`
	Parent  *mimeClass `xml:"sub-class-of"`
	Magic   *mimeMagic `xml:"magic"`
	Glob    mimeGlob   `xml:"glob"`
}

type mimeClass struct {
	Type string `xml:"type,attr"`
}

type mimeMagic struct {
	Priority int         `xml:"priority,attr"`
	Match    []mimeMatch `xml:"match"`
}

type mimeMatch struct {
	Type   string `xml:"type,attr"`
	Offset int    `xml:"offset,attr"`
	Value  string `xml:"value,attr"`
}

type mimeGlob struct {
	Pattern string `xml:"pattern,attr"`
}

// mimeTypes declares the types of tables that desktops do not know by themselves.
func mimeTypes() string {
	const aboveText = 60 // the usual priority is 50
	var entries []mimeType
	for _, m := range read.MediaTypes() {
		if m.Comment == "" {
			continue
		}
		e := mimeType{Type: m.Type, Comment: m.Comment, Glob: mimeGlob{"*." + m.Extension}}
		if m.Parent != "" {
			e.Parent = &mimeClass{m.Parent}
		}
		for _, text := range m.Magic {
			if e.Magic == nil {
				e.Magic = &mimeMagic{Priority: aboveText}
			}
			e.Magic.Match = append(e.Magic.Match, mimeMatch{"string", 0, text})
		}
		entries = append(entries, e)
	}
	text, err := xml.MarshalIndent(entries, "  ", "  ")
	if err != nil {
		panic(err) // the entries are plain text
	}
	return strings.TrimSpace(string(text))
}
