package file

import (
	"encoding/json"
	"fmt"
	"strconv"
	"strings"

	"example.org/espalier/inference/study"
)

// A Part is a named piece of a study.
type Part struct {
	Name string
	Data []byte
}

// The names of parts.
const (
	manifestName = "espalier.json"
	studyName    = "study.json"

	tablesFolder  = "tables/"
	resultsFolder = "results/"
)

// mostID is the greatest allowed number of a table or a result.
const mostID = 1 << 30

// document is study.json.
type document struct {
	State  study.State     `json:"state"`
	Layout json.RawMessage `json:"layout,omitempty"`
}

// Study returns the part that holds the state of a document and the layout of the window.
func Study(c study.Contents) (Part, error) {
	data, err := json.MarshalIndent(document{c.State, c.Layout}, "", " ")
	if err != nil {
		return Part{}, fmt.Errorf("writing the state of the study: %w", err)
	}
	return Part{studyName, data}, nil
}

// parsed is the parsed name of a part.
type parsed struct {
	folder string // tablesFolder, resultsFolder, or "" for others
	id     int
	rest   string // of the name, after the number
}

func parse(name string) (p parsed) {
	for _, folder := range []string{tablesFolder, resultsFolder} {
		rest, ok := strings.CutPrefix(name, folder)
		if !ok {
			continue
		}
		i := strings.IndexAny(rest, "./")
		if i < 0 {
			return p
		}
		id, err := strconv.Atoi(rest[:i])
		if err != nil || id < 1 || id > mostID || strconv.Itoa(id) != rest[:i] {
			return p
		}
		return parsed{folder, id, rest[i:]}
	}
	return p
}

// Of returns the parts of contents, the state of the document first.
func Of(c study.Contents) ([]Part, error) {
	first, err := Study(c)
	if err != nil {
		return nil, err
	}
	parts := []Part{first}
	for _, id := range sorted(c.Tables) {
		p, err := Table(id, c.Tables[id])
		if err != nil {
			return nil, err
		}
		parts = append(parts, p...)
	}
	for _, id := range sorted(c.Results) {
		p, err := Result(c.Results[id])
		if err != nil {
			return nil, err
		}
		parts = append(parts, p...)
	}
	return parts, nil
}

func readStudy(c *study.Contents, data []byte) error {
	var d document
	if err := json.Unmarshal(data, &d); err != nil {
		return fmt.Errorf("it cannot be read: %w", err)
	}
	c.State, c.Layout = d.State, d.Layout
	return nil
}
