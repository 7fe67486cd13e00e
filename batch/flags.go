package batch

import (
	"fmt"
	"reflect"
	"slices"
	"strconv"
	"strings"

	"example.org/espalier/inference"
	"example.org/espalier/inference/job"
	"example.org/espalier/inference/read"
	"example.org/espalier/inference/recipe"
	"example.org/espalier/inference/relation"
	"example.org/espalier/inference/safe"
)

// readerFlags say how to read a file. The reader guesses the rest.
type readerFlags struct {
	Separator    string   `placeholder:"CHAR" group:"Reading" help:"Character between cells: one of , ; | space, or tab."`
	DecimalComma *bool    `negatable:"" group:"Reading" help:"Read 1,5 as one and a half."`
	Header       *bool    `negatable:"" group:"Reading" help:"The first row holds the column names."`
	RowNames     *bool    `negatable:"" group:"Reading" help:"The first column holds the row names."`
	Missing      []string `placeholder:"CODE" group:"Reading" help:"Codes for missing cells, instead of NA, N/A, n.a., NaN, <NA>, null, ?, a point, the errors of spreadsheets, and, in columns of numbers, dashes, none, nd, n.d., missing, and −999 and its like where they are far from all other numbers; 'usual' stands for all of the words."`
	Encoding     string   `placeholder:"NAME" group:"Reading" help:"Encoding of a text file, such as windows-1251, macintosh, shift-jis or utf-16le; guessed by default."`
	Limits       string   `placeholder:"CHOICE" group:"Reading" help:"What becomes of cells among numbers that hold a limit (<0.05), a mark (1.5*) or a word for what was not measured (BDL, n/d): missing, limit (the number), half (of a lower limit) or text; by default missing."`
	Numeric      []string `placeholder:"COLUMN" group:"Reading" help:"Columns to read as numbers although they look like annotations."`
	Sheet        string   `placeholder:"NAME" group:"Reading" help:"Sheet of a workbook, or matrix of an .h5ad, to read; by default the first that contains a table."`
	Range        string   `placeholder:"CELLS" group:"Reading" help:"Cells of the sheet to read, such as B3:F200; by default all."`
	SkipLines    *int     `placeholder:"N" group:"Reading" help:"Lines of text, or rows of a sheet, above the column names; guessed by default. 0 skips none."`
	SkipEnd      *int     `placeholder:"N" group:"Reading" help:"Lines of text, or rows of a sheet, below the table, blank ones not counted; guessed by default. 0 skips none."`
	Comment      string   `placeholder:"SIGN" group:"Reading" help:"Sign at the beginning of lines that are comments; by default #, !, % and // where they are no rows. none reads all lines."`
	UnitsLine    *int     `placeholder:"N" group:"Reading" help:"Line of the file that holds the units of the columns; guessed by default. 0 says there is none."`

	Links string `placeholder:"WAY" group:"Reading" help:"Read a list of links, a line for each with two nodes and perhaps a weight, as undirected or directed, between nodes of two sorts (between), or of several relations, which a column tells apart (relations; in GraphML a key of links, or each graph). Lists are recognised by their names and cells, and by default so is this."`

	AsIs bool `group:"Reading" help:"Read the table as it stands: look for no layout of a known program, and refuse no file by its name."`

	Levels []string `sep:"none" placeholder:"COLUMN=LEVEL,…" group:"Reading" help:"Order of the levels of an annotation, such as dose=none,low,high, in all figures; may be repeated. Levels that are not named follow as they are."`

	AddTable []string `placeholder:"[NAME=]FILE" group:"Reading" help:"Tables of the same rows, joined by the names of their rows: the columns of each are a group, prepared on its own, that goes by NAME or by the file's name. Rows missing in one are missing there."`

	RowAnnotations    []string `placeholder:"FILE" group:"Reading" help:"Files with annotations of the rows, joined to the table by name."`
	ColumnAnnotations []string `placeholder:"FILE" group:"Reading" help:"Files with annotations of the columns, joined by name. With --transpose they annotate the rows that the model sees."`
}

func (f readerFlags) options() (read.Options, error) {
	var levels map[string][]string
	for _, text := range f.Levels {
		name, list, ok := strings.Cut(text, "=")
		order := strings.Split(list, ",")
		for i := range order {
			order[i] = strings.TrimSpace(order[i])
		}
		if !ok || slices.Contains(order, "") {
			return read.Options{}, usage("--levels %s: write --levels COLUMN=LEVEL,LEVEL, such as dose=none,low,high", text)
		}
		if levels == nil {
			levels = map[string][]string{}
		}
		levels[strings.TrimSpace(name)] = order
	}
	o, err := job.Spec{Read: job.Reading{Separator: f.Separator, DecimalComma: f.DecimalComma, Header: f.Header,
		RowNames: f.RowNames, Missing: f.Missing, Limits: f.Limits, Encoding: f.Encoding, Numeric: f.Numeric, Sheet: f.Sheet,
		Range: f.Range, SkipLines: f.SkipLines,
		SkipEnd: f.SkipEnd, Comment: f.Comment, UnitsLine: f.UnitsLine, AsIs: f.AsIs, Links: f.Links,
		RowAnnotations: f.RowAnnotations, ColumnAnnotations: f.ColumnAnnotations, Tables: f.AddTable,
		Levels: levels}}.Options()
	if err != nil {
		return o, usage("%v", err)
	}
	return o, nil
}

// idFlag says which result of a study is meant.
type idFlag struct {
	Result int `placeholder:"ID" help:"Number of the result in a study, as listed by espalier show; by default the one shown in the window, or the last."`
}

// movedFlag says where a table is now.
type movedFlag struct {
	Data string `placeholder:"FILE" help:"Where the table of the result is now, if it has moved since the fit."`
}

// movedFlags say where the tables of a fit are now.
type movedFlags struct {
	movedFlag
	Test string `placeholder:"FILE" help:"Where the table of --test is now, if it has moved since the fit."`
}

// preprocessingFlags say how a table is prepared for a model. Without any of them the model's own
// default applies.
type preprocessingFlags struct {
	columnFlags
	Distances          string   `placeholder:"RULE" group:"Preprocessing (--centre, --scale, --scale-all and --raw replace the model's own)" help:"What a table of distances or similarities between its rows becomes: links (the links of a network), given (distances as they are), one-minus (greatest − x, as of correlations), one-minus-abs (of |x|), gram (√(g + h − 2x), as of kinship), correlation (1 − x/√(gh), as of covariances), or none (it holds measurements). Such a table is recognised by itself."`
	Transpose          bool     `group:"Preprocessing (--centre, --scale, --scale-all and --raw replace the model's own)" xor:"turn" help:"Turn columns into rows. Where a known program wrote its observations in the columns, this is done by itself."`
	NoTranspose        bool     `group:"Preprocessing (--centre, --scale, --scale-all and --raw replace the model's own)" xor:"turn" help:"Leave the table as it stands, whatever program wrote it."`
	Prepare            string   `placeholder:"STEPS" group:"Preprocessing (--centre, --scale, --scale-all and --raw replace the model's own)" help:"Prepare the table in these steps, such as counts:size-factors,log2(x+1),top-columns:2000. docs/preparing.md lists them all."`
	PrepareTable       []string `sep:"none" placeholder:"NAME=STEPS" group:"Preprocessing (--centre, --scale, --scale-all and --raw replace the model's own)" help:"Steps of one of the tables joined by --add-table, instead of those of all, such as genes=log2(x+1),scale-all; raw neither centres nor scales. May be repeated. The first table goes by its file's name."`
	Log2p1             bool     `name:"log2p1" group:"Preprocessing (--centre, --scale, --scale-all and --raw replace the model's own)" help:"Take log2(x+1) of every cell."`
	WithoutRows        []string `placeholder:"NAME" group:"Preprocessing (--centre, --scale, --scale-all and --raw replace the model's own)" help:"Leave out these rows."`
	WithoutColumns     []string `placeholder:"NAME" group:"Preprocessing (--centre, --scale, --scale-all and --raw replace the model's own)" help:"Leave out these columns."`
	MaxMissingRows     *float64 `placeholder:"SHARE" group:"Preprocessing (--centre, --scale, --scale-all and --raw replace the model's own)" help:"Leave out rows with more than this proportion of cells missing; 0 keeps only complete rows."`
	MaxMissingColumns  *float64 `placeholder:"SHARE" group:"Preprocessing (--centre, --scale, --scale-all and --raw replace the model's own)" help:"Leave out columns with more than this proportion of cells missing. Columns are left out before rows."`
	MinVarianceRows    *float64 `placeholder:"V" group:"Preprocessing (--centre, --scale, --scale-all and --raw replace the model's own)" help:"Leave out rows whose variance, after --log2p1, is below this; 0 leaves out constant rows."`
	MinVarianceColumns *float64 `placeholder:"V" group:"Preprocessing (--centre, --scale, --scale-all and --raw replace the model's own)" help:"Leave out columns whose variance, after --log2p1, is below this; 0 leaves out constant columns."`
	TopRows            int      `placeholder:"K" group:"Preprocessing (--centre, --scale, --scale-all and --raw replace the model's own)" help:"Keep the K most variable rows."`
	TopColumns         int      `placeholder:"K" group:"Preprocessing (--centre, --scale, --scale-all and --raw replace the model's own)" help:"Keep the K most variable columns."`
	Centre             bool     `aliases:"center" group:"Preprocessing (--centre, --scale, --scale-all and --raw replace the model's own)" help:"Subtract each column's mean."`
	Scale              bool     `group:"Preprocessing (--centre, --scale, --scale-all and --raw replace the model's own)" help:"Divide each column by its standard deviation."`
	ScaleAll           bool     `group:"Preprocessing (--centre, --scale, --scale-all and --raw replace the model's own)" help:"Divide the whole table by one factor."`
	Raw                bool     `group:"Preprocessing (--centre, --scale, --scale-all and --raw replace the model's own)" help:"Neither centre nor scale."`
}

// choose returns the preprocessing asked for. Centring and scaling keep their defaults unless a
// flag names them, as in the window.
func (f preprocessingFlags) choose(usual inference.Preprocessing) (inference.Preprocessing, error) {
	asked, err := inference.Preprocessing{}.WithSteps(f.Prepare)
	if err != nil {
		return asked, usage("--prepare: %v", err)
	}
	if asked, err = f.with(asked); err != nil {
		return asked, err
	}
	p := inference.Preprocessing{Transpose: f.Transpose, Recipe: asked.Recipe, Log2p1: asked.Log2p1,
		TopRows: asked.TopRows, TopColumns: asked.TopColumns,
		Centre: asked.Centre, Scale: asked.Scale, ScaleAll: asked.ScaleAll,
		Leave: inference.LeaveOut{Rows: inference.NamesOf(f.WithoutRows...), Columns: inference.NamesOf(f.WithoutColumns...),
			MissingRows: limit(f.MaxMissingRows), MissingColumns: limit(f.MaxMissingColumns),
			VarianceRows: limit(f.MinVarianceRows), VarianceColumns: limit(f.MinVarianceColumns)}}
	if p.Distances, err = relation.Of(f.Distances); err != nil {
		return p, usage("--distances: %v", err)
	}
	if p.Distances == "" {
		p.Distances = usual.Distances
	}
	p.Kinds, p.Without, p.KindsAsNumbers = usual.Kinds, usual.Without, usual.KindsAsNumbers
	for _, text := range f.PrepareTable {
		e, err := recipe.ParseTableSteps(text)
		if err != nil {
			return p, usage("--prepare-table %v", err)
		}
		p.Tables = p.Tables.With(e)
	}
	if err := p.Leave.Check(); err != nil {
		return p, usage("%v", err)
	}
	switch {
	case p.TopRows < 0 || p.TopColumns < 0:
		return p, usage("--top-rows and --top-columns need the number to keep, 1 or more")
	case p.Scale && p.ScaleAll:
		return p, usage("--scale divides each column by a factor of its own, --scale-all the whole table by one; " +
			"give only one of them")
	case f.Raw && (p.Centre || p.Scale || p.ScaleAll):
		return p, usage("--raw neither centres nor scales; leave it out, or leave out --centre, --scale and " +
			"--scale-all")
	case !f.Raw && !p.Centre && !p.Scale && !p.ScaleAll:
		p.Centre, p.Scale, p.ScaleAll = usual.Centre, usual.Scale, usual.ScaleAll
	}
	return p, nil
}

// lies turns a table whose file has its observations in the columns, unless the user says how it lies. It reports
// whether it did.
func (f *preprocessingFlags) lies(t *inference.Table) bool {
	turn := t.Observed.Columns && !f.Transpose && !f.NoTranspose
	f.Transpose = f.Transpose || turn
	return turn
}

// with joins the settings of the flags with those that a recipe ends in. It is an error if they give different numbers.
func (f preprocessingFlags) with(p inference.Preprocessing) (inference.Preprocessing, error) {
	p.Log2p1, p.Centre, p.Scale, p.ScaleAll = p.Log2p1 || f.Log2p1, p.Centre || f.Centre, p.Scale || f.Scale,
		p.ScaleAll || f.ScaleAll
	for _, top := range []struct {
		to    *int
		given int
		name  string
	}{{&p.TopRows, f.TopRows, "top-rows"}, {&p.TopColumns, f.TopColumns, "top-columns"}} {
		if top.given != 0 && *top.to != 0 && *top.to != top.given {
			return p, usage("--%s %d and the step %s:%d of --prepare keep different numbers; leave one of them out", top.name,
				top.given, top.name, *top.to)
		}
		if top.given != 0 {
			*top.to = top.given
		}
	}
	return p, nil
}

func limit(x *float64) inference.Limit {
	if x == nil {
		return inference.Limit{}
	}
	return inference.LimitAt(*x)
}

// settingFlags give parameters their values.
type settingFlags struct {
	Set []string `sep:"none" placeholder:"NAME=VALUE" help:"Set a parameter; may be repeated. A fit learns hyperparameters from this initial value, unless they are fixed."`
	Fix []string `placeholder:"NAME" help:"Keep these hyperparameters fixed at their values."`
}

// settings returns the settings of a model with the values set and fixed.
func (f settingFlags) settings(info inference.Info) (inference.Settings, error) {
	s := info.Defaults()
	for _, set := range f.Set {
		name, value, ok := strings.Cut(set, "=")
		if !ok {
			return s, usage("--set %s: write --set NAME=VALUE", set)
		}
		if err := s.Set(strings.TrimSpace(name), value); err != nil {
			return s, usage("--set %s: %s", set, err)
		}
	}
	for _, name := range f.Fix {
		if err := s.Fix(strings.TrimSpace(name), true); err != nil {
			return s, usage("--fix %s: %s", name, err)
		}
	}
	return s, nil
}

// A shareOf is a share of rows or cells, written as a number or as a percentage: 0.1, 10%.
type shareOf float64

// UnmarshalText implements [encoding.TextUnmarshaler].
func (s *shareOf) UnmarshalText(text []byte) error {
	number, percent := strings.CutSuffix(strings.TrimSpace(string(text)), "%")
	x, err := strconv.ParseFloat(strings.TrimSpace(number), 64)
	if err != nil {
		return fmt.Errorf("%q is not a share: give one such as 0.1 or 10%%", text)
	}
	if percent {
		x /= 100
	}
	*s = shareOf(x)
	return nil
}

// A foldOf is one of equal parts, from 1, written as 2/5.
type foldOf struct{ part, of int }

// UnmarshalText implements [encoding.TextUnmarshaler].
func (f *foldOf) UnmarshalText(text []byte) error {
	part, of, _ := strings.Cut(string(text), "/")
	k, err := strconv.Atoi(strings.TrimSpace(part))
	n, also := strconv.Atoi(strings.TrimSpace(of))
	if err != nil || also != nil || n < 2 || k < 1 || k > n {
		return fmt.Errorf("%q is not one of equal parts: give one such as 2/5", text)
	}
	f.part, f.of = k, n
	return nil
}

// asText returns arguments as the parser takes them, which knows text in UTF-8 only: the name of a file may be any
// bytes.
func asText(args []string) []string {
	out := make([]string, len(args))
	for i, a := range args {
		out[i] = safe.Name(a)
	}
	return out
}

// asBytes undoes asText in every text of the parsed arguments.
func asBytes(v reflect.Value) {
	switch v.Kind() {
	case reflect.Pointer, reflect.Interface:
		if !v.IsNil() {
			asBytes(v.Elem())
		}
	case reflect.Struct:
		for i := range v.NumField() {
			asBytes(v.Field(i))
		}
	case reflect.Slice:
		for i := range v.Len() {
			asBytes(v.Index(i))
		}
	case reflect.String:
		if text := v.String(); v.CanSet() && safe.Path(text) != text {
			v.SetString(safe.Path(text))
		}
	}
}
