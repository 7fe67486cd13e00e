package file

import (
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"slices"
	"unicode/utf8"

	"example.org/espalier/inference"
	"example.org/espalier/inference/job"
	"example.org/espalier/inference/study"
	"example.org/espalier/inference/things"
)

// tableJSON is a table without its cells.
type tableJSON struct {
	Name        string                 `json:"name"`
	Source      string                 `json:"source"`
	SHA256      string                 `json:"sha256,omitempty"` // of the bytes read
	Content     string                 `json:"content"`          // hash of the table, see [job.ContentHash]
	Kind        inference.Kind         `json:"kind"`
	Rows        []string               `json:"rows"`
	Columns     []string               `json:"columns"`
	Annotations []inference.Annotation `json:"annotations,omitempty"`
	Across      []inference.Annotation `json:"column_annotations,omitempty"`
	Notes       []string               `json:"notes,omitempty"`
	Stated      []statedJSON           `json:"limits,omitempty"`
	Joined      []inference.JoinedFile `json:"joined,omitempty"`
	Things      things.Nouns           `json:"things,omitzero"`
}

// statedJSON is the limit that a missing cell holds in the file: its number lies below Below or above Above.
type statedJSON struct {
	Row    int      `json:"row"`
	Column int      `json:"column"`
	Below  *float64 `json:"below,omitempty"`
	Above  *float64 `json:"above,omitempty"`
}

func statedOf(t *inference.Table) (list []statedJSON) {
	for _, c := range t.Stated.Cells() {
		l, s := t.Stated[c], statedJSON{Row: c.Row, Column: c.Column}
		if !math.IsInf(l.High, 1) {
			s.Below = &l.High
		}
		if !math.IsInf(l.Low, -1) {
			s.Above = &l.Low
		}
		list = append(list, s)
	}
	return list
}

func state(t *inference.Table, list []statedJSON) error {
	for _, s := range list {
		low, high := math.Inf(-1), math.Inf(1)
		if s.Below != nil {
			high = *s.Below
		}
		if s.Above != nil {
			low = *s.Above
		}
		if err := t.State(inference.Cell{Row: s.Row, Column: s.Column}, low, high); err != nil {
			return err
		}
	}
	return nil
}

func tableName(id study.TableID) string { return fmt.Sprintf("%s%d", tablesFolder, id) }

// Table returns the parts of a table of a document.
func Table(id study.TableID, t *inference.Table) ([]Part, error) {
	return tableParts(tableName(id), t)
}

func tableParts(name string, t *inference.Table) ([]Part, error) {
	text, err := json.MarshalIndent(tableJSON{t.Name, t.Source, t.SHA256, job.ContentHash(t), t.Kind, t.Rows, t.Columns,
		t.Annotations, t.ColumnAnnotations, t.Notes, statedOf(t), t.Joined, t.Things}, "", " ")
	if err == nil {
		err = allText(t)
	}
	if err != nil {
		return nil, fmt.Errorf("writing the table %s: %w", t.Name, err)
	}
	cells, narrow := job.CellBytes(t.X)
	if narrow {
		return []Part{{name + ".json", text}, {name + ".f32", cells}}, nil
	}
	return []Part{{name + ".json", text}, {name + ".f64", cells}}, nil
}

// allText refuses names that JSON cannot hold.
func allText(t *inference.Table) error {
	check := func(all []string) error {
		for _, s := range all {
			if !utf8.ValidString(s) {
				return fmt.Errorf("the name %q is not text in UTF-8", s)
			}
		}
		return nil
	}
	err := errors.Join(check([]string{t.Name}), check(t.Rows), check(t.Columns))
	for _, a := range slices.Concat(t.Annotations, t.ColumnAnnotations) {
		err = errors.Join(err, check([]string{a.Name}), check(a.Values))
	}
	return err
}

func readTable(name string, parts source) (*inference.Table, error) {
	ending, narrow := ".f64", parts.has(name+".f32")
	if narrow {
		ending = ".f32"
	}
	text, cells := parts.part(name+".json"), parts.part(name+ending)
	if text == nil || cells == nil {
		return nil, errors.New("a part of it is missing")
	}
	var j tableJSON
	if err := json.Unmarshal(text, &j); err != nil {
		return nil, fmt.Errorf("it cannot be read: %w", err)
	}
	n, d := len(j.Rows), len(j.Columns)
	x, err := job.CellsOf(n, d, cells, narrow)
	if err != nil {
		return nil, err
	}
	switch j.Kind {
	case inference.Continuous, inference.Count, inference.Binary:
	default:
		return nil, fmt.Errorf("it is of an unknown kind, %q", j.Kind)
	}
	t := &inference.Table{Name: j.Name, Source: j.Source, SHA256: j.SHA256, Rows: j.Rows, Columns: j.Columns, X: x,
		Kind: j.Kind, Annotations: j.Annotations, ColumnAnnotations: j.Across, Notes: j.Notes,
		Joined: j.Joined, Things: j.Things.Short()}
	for _, a := range t.Annotations {
		if len(a.Values) != n {
			return nil, fmt.Errorf("the annotation %q has %d values for %d rows", a.Name, len(a.Values), n)
		}
	}
	for _, a := range t.ColumnAnnotations {
		if len(a.Values) != d {
			return nil, fmt.Errorf("the annotation %q has %d values for %d columns", a.Name, len(a.Values), d)
		}
	}
	if err := state(t, j.Stated); err != nil {
		return nil, err
	}
	if got := job.ContentHash(t); got != j.Content {
		return nil, fmt.Errorf("the hash of its content is %.12s…, not %.12s…", got, j.Content)
	}
	return t, nil
}
