package job

import (
	"time"

	"example.org/espalier/inference"
	"example.org/espalier/inference/stat/heldout"
)

// SpecVersion is the version of the layout of a [Spec] that this program writes and reads.
const SpecVersion = 1

// A Spec says everything that a fit depends on. Absent fields take the model's defaults, which
// [Spec.Complete] writes out.
type Spec struct {
	Version int    `json:"version"`
	Table   Source `json:"table"`
	// Read says how the file of the table is read.
	Read Reading `json:"read,omitzero"`
	// Annotations are columns never fed to a model, numbers or not.
	Annotations []string `json:"annotations,omitempty"`
	// Rows and Columns are the places to keep of the table after annotations are moved out; absent
	// for all.
	Rows    Places `json:"rows,omitempty"`
	Columns Places `json:"columns,omitempty"`
	// Preprocessing of the table; absent for the model's own choice.
	Preprocessing *inference.Preprocessing `json:"preprocessing,omitempty"`

	Model    string           `json:"model"`
	Settings map[string]Value `json:"settings,omitempty"` // of parameters, by name
	Seed     uint64           `json:"seed"`
	Chains   int              `json:"chains,omitempty"` // 0: the method's own number
	// Chain is the number of the first chain, from 0: fits of one chain each, with the numbers 0 to C−1,
	// are the chains of one fit of C; see [Pool].
	Chain int  `json:"chain,omitempty"`
	Goal  Goal `json:"goal,omitzero"`

	// Held describes the data that are hidden from the fit and scored.
	Held *Held `json:"held,omitempty"`
	// Classes fits one model to the rows of each level of an annotation.
	Classes *Classes `json:"classes,omitempty"`
	// BurnIn is the share of the iterations of each chain, from its beginning, that summaries
	// and diagnostics leave out; absent for [inference.BurnIn].
	BurnIn *float64 `json:"burn_in,omitempty"`
	// Evidence asks for an estimate of the evidence at the end.
	Evidence *Evidence `json:"evidence,omitempty"`
}

// A Source says where a table comes from.
type Source struct {
	// Source is a path, "sample:NAME", or words such as "clipboard".
	Source string `json:"source"`
	Name   string `json:"name,omitempty"`
	// SHA256 is that of the bytes read, in hexadecimal; absent if unknown.
	SHA256 string `json:"sha256,omitempty"`
	// Content is the [ContentHash] of the table as read; absent if unknown. Either hash, if given,
	// must match the table with which the Spec is built.
	Content string `json:"content,omitempty"`
}

// Reading says how to read a file; absent fields are guessed. See package read.
type Reading struct {
	Separator    string   `json:"separator,omitempty"` // one character; a tab may be written "tab", a space "space"
	DecimalComma *bool    `json:"decimal_comma,omitempty"`
	Header       *bool    `json:"header,omitempty"`
	RowNames     *bool    `json:"row_names,omitempty"`
	Missing      []string `json:"missing,omitempty"`
	Encoding     string   `json:"encoding,omitempty"` // of a text file; see [read.EncodingOf]
	Limits       string   `json:"limits,omitempty"`   // treatment of <0.05 and the like: see [read.LimitsOf]
	Numeric      []string `json:"numeric,omitempty"`
	Sheet        string   `json:"sheet,omitempty"`      // of a workbook
	Range        string   `json:"range,omitempty"`      // of cells of the sheet, as B3:F200
	SkipLines    *int     `json:"skip_lines,omitempty"` // above the table
	SkipEnd      *int     `json:"skip_end,omitempty"`   // below the table
	Comment      string   `json:"comment,omitempty"`    // sign of comments, or [read.NoComments]
	UnitsLine    *int     `json:"units_line,omitempty"` // of the file, from 1; 0 for none
	Links        string   `json:"links,omitempty"`      // of a list of links: see [network.WayOf]
	AsIs         bool     `json:"as_is,omitempty"`      // no layout of a known program is looked for
	// RowAnnotations and ColumnAnnotations are files joined to the table by name.
	RowAnnotations    []string `json:"row_annotations,omitempty"`
	ColumnAnnotations []string `json:"column_annotations,omitempty"`
	// Tables are files of tables of the same rows that are joined to the table, each as PATH or NAME=PATH.
	Tables []string `json:"tables,omitempty"`
	// Levels are the levels of annotations that come first, in this order, by the name of the annotation.
	Levels map[string][]string `json:"levels,omitempty"`
	// Labels names the annotations that stand in place of the names of rows and columns wherever these are shown. A fit
	// does not depend on it.
	Labels inference.Naming `json:"labels,omitzero"`
}

// A Value is the value of a parameter.
type Value struct {
	Text  string `json:"value"`           // as a user would type it
	Fixed bool   `json:"fixed,omitempty"` // not to be learnt
}

// A Goal says when a fit ends: when the first of the given goals is reached, but not before its
// start is complete.
type Goal struct {
	// Iterations after the start; 0 does the start alone. If absent, it is the model's own number,
	// or no limit if another goal is given.
	Iterations *int `json:"iterations,omitempty"`
	// Duration of the work; the fit ends at the next full iteration.
	Duration Duration `json:"duration,omitempty"`
	// EffectiveSize ends a sampler when the effective sample size of every quantity, and of the
	// trees, reaches it; 0 sets no such goal.
	EffectiveSize float64 `json:"effective_sample_size,omitempty"`
	// Settled ends a search when its objective hardly gains any more; see [run.SettleGain].
	Settled bool `json:"settled,omitempty"`
}

// Units that are held out.
const (
	UnitRows  = "rows"
	UnitCells = "cells"
)

// Held describes the hidden data: a share, or places, or a separate table. Models that predict only
// missing cells hide cells; others hide rows unless Unit or Cells say otherwise.
type Held struct {
	// Unit is UnitCells to hide a share of the cells, or to score the cells of Test, with a model
	// that predicts rows too. Otherwise it is UnitRows or empty.
	Unit string `json:"unit,omitempty"`
	// Share of the rows, or of the cells, chosen by Seed.
	Share float64 `json:"share,omitempty"`
	// Fold hides this one, from 1, of 1/Share parts that hold each row or cell once; 0 hides a share.
	Fold int `json:"fold,omitempty"`
	// Seed chooses the hidden rows or cells; if absent, it is that of the fit.
	Seed *uint64 `json:"seed,omitempty"`
	// Rows are places of rows as the model sees the table (after a transposition).
	Rows Places `json:"rows,omitempty"`
	// Cells are places (row, column) in the table, from 1.
	Cells [][2]int `json:"cells,omitempty"`
	// Test is a table of new rows, or of cells missing from the fitted table.
	Test *Source `json:"test,omitempty"`
}

// InFolds hides part k, from 1, of n equal parts.
func (h Held) InFolds(k, n int) Held {
	h.Share, h.Fold = 1/float64(n), k
	return h
}

// Folds is the number of equal parts of which Fold is one.
func (h Held) Folds() int {
	n, _ := heldout.Folds(h.Share)
	return n
}

// part describes a share or a fold that is hidden.
func (h Held) part() heldout.Part { return heldout.Part{Share: h.Share, Fold: h.Fold, Seed: *h.Seed} }

// Classes fits one model to the rows of each level of an annotation.
type Classes struct {
	Column string `json:"column"`
	// Share of the rows of each class that is held out of the fits and classified.
	Share float64 `json:"share,omitempty"`
}

// Evidence asks for an estimate of the evidence by importance sampling.
type Evidence struct {
	Draws     int      `json:"draws"`
	Proposals []string `json:"proposals,omitempty"` // see [inference.ParseEvidenceProposal]; absent for the usual ones
}

// Duration is a time that is written as text in JSON: "30s".
type Duration time.Duration

// Burn returns the share of the iterations of each chain that is left out.
func (s Spec) Burn() float64 {
	if s.BurnIn == nil {
		return inference.BurnIn
	}
	return *s.BurnIn
}

// ValuesOf returns settings as data.
func ValuesOf(s inference.Settings) map[string]Value {
	values := map[string]Value{}
	for _, p := range s.Parameters() {
		values[p.Name] = Value{s.Text(p.Name), p.Learnt && s.Fixed(p.Name)}
	}
	return values
}

// SettingsOf returns the settings of a model with these values; parameters not among them keep
// their defaults. The error names the first parameter that the model does not have or whose value
// it does not accept. The settings are then complete without these, so that a study of another
// version can still be opened.
func SettingsOf(info inference.Info, values map[string]Value) (s inference.Settings, err error) {
	s = info.Defaults()
	for _, name := range sortedKeys(values) {
		v := values[name]
		e := s.Set(name, v.Text)
		if e == nil && v.Fixed {
			e = s.Fix(name, true)
		}
		if err == nil {
			err = e
		}
	}
	return s, err
}
