package report

import (
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"
	"time"

	"example.org/espalier/inference"
	"example.org/espalier/inference/catalog"
	"example.org/espalier/inference/job"
	"example.org/espalier/inference/study"
)

// A Part says of which table that was read from a file another one is a part. Rows and Columns are places in it;
// nil is all of them.
type Part struct {
	Table         *inference.Table
	Rows, Columns job.Places
}

// PartOf returns the part that a table of a study is; nil where it was read as it is.
func PartOf(s study.State, table func(study.TableID) *inference.Table, id study.TableID) *Part {
	whole, rows, columns := s.Whole(id)
	if whole == id || table(whole) == nil {
		return nil
	}
	return &Part{table(whole), rows, columns}
}

// spec returns a fit of the part as one of the whole.
func (p *Part) spec(s job.Spec) (job.Spec, error) {
	if s.Rows != nil || s.Columns != nil {
		return s, fmt.Errorf("it was fitted to a part of a part of the table")
	}
	s.Table, s.Rows, s.Columns = job.SourceOf(p.Table), p.Rows, p.Columns
	s.Annotations = p.Table.NumericAnnotations()
	return s, nil
}

// commandOf returns the words of the command line that does a fit again, to the same bits, after "espalier"; labels is
// the annotation that the result is compared with, "" for none, and part that which its table is of another, nil if it
// was read as it is; joined are the files of which the table was joined, nil for one file. The error names the part of
// the fit that no command line can express.
func commandOf(r *job.Result, labels string, part *Part, joined []inference.JoinedFile) ([]string, error) {
	s := r.Spec
	if part != nil {
		var err error
		if s, err = part.spec(s); err != nil {
			return nil, err
		}
	}
	if len(joined) > 0 {
		s = fromFiles(s, joined)
	}
	model, err := catalog.Find(s.Model)
	if err != nil {
		return nil, err
	}
	settings, err := job.SettingsOf(model.Info(), s.Settings)
	if err != nil {
		return nil, err
	}
	info := inference.InfoFor(model, settings)
	if err := sayable(s); err != nil {
		return nil, err
	}
	source := s.Table.Source
	if strings.HasPrefix(source, "-") {
		source = "./" + source
	}
	words := []string{"fit", source, "--model", s.Model}
	add := func(flag string, values ...string) { words = append(append(words, flag), values...) }
	defaults := model.Info().Defaults()
	for _, p := range settings.Parameters() {
		if v := settings.Text(p.Name); v != defaults.Text(p.Name) {
			add("--set", p.Name+"="+v)
		}
		if p.Learnt && settings.Fixed(p.Name) {
			add("--fix", p.Name)
		}
	}
	add("--seed", strconv.FormatUint(s.Seed, 10))
	if info.Iterations > 0 || r.Iterations > 0 {
		add("--iterations", strconv.Itoa(r.Iterations))
	}
	if s.Chains > 0 && s.Chains != max(1, info.Chains) {
		add("--chains", strconv.Itoa(s.Chains))
	}
	if b := s.Burn(); b != inference.BurnIn {
		add("--burn-in", strconv.FormatFloat(b, 'g', -1, 64))
	}
	words = append(words, heldWords(s)...)
	if s.Rows != nil {
		add("--rows", s.Rows.String())
	}
	if s.Columns != nil {
		add("--columns", s.Columns.String())
	}
	words = append(words, preprocessingWords(s)...)
	words = append(words, readingWords(s.Read)...)
	if labels != "" {
		add("--labels", labels)
	}
	if others := slices.DeleteFunc(slices.Clone(s.Annotations),
		func(a string) bool { return a == labels }); len(others) > 0 {
		add("--annotations", list(others))
	}
	return bind(words), nil
}

// fromFiles returns a fit of joined tables as one of their files.
func fromFiles(s job.Spec, joined []inference.JoinedFile) job.Spec {
	s.Table = job.Source{Source: joined[0].Path, SHA256: joined[0].SHA256}
	s.Read.Tables = nil
	for _, f := range joined[1:] {
		s.Read.Tables = append(s.Read.Tables, f.Name+"="+f.Path)
	}
	return s
}

// bind joins a value that looks like a flag to the flag before it.
func bind(words []string) (out []string) {
	for i, w := range words {
		if i > 0 && strings.HasPrefix(w, "-") && !strings.HasPrefix(w, "--") && strings.HasPrefix(words[i-1], "--") {
			out[len(out)-1] += "=" + w
			continue
		}
		out = append(out, w)
	}
	return out
}

// sayable refuses settings that no flag expresses.
func sayable(s job.Spec) error {
	switch h := s.Held; {
	case s.Table.Source == "" || !strings.HasPrefix(s.Table.Source, "sample:") && s.Table.SHA256 == "":
		return fmt.Errorf("the table was not read from a file: save it as one first")
	case h != nil && (h.Rows != nil || h.Cells != nil):
		return fmt.Errorf("the rows or cells held out were chosen one by one")
	case h != nil && h.Share > 0 && h.Seed != nil && *h.Seed != s.Seed:
		return fmt.Errorf("what was held out was chosen by the seed %d, and the fit has the seed %d", *h.Seed, s.Seed)
	case s.Classes != nil && s.Classes.Share > 0:
		return fmt.Errorf("a share of each class was held out")
	}
	return nil
}

func heldWords(s job.Spec) (words []string) {
	if h := s.Held; h != nil && h.Test != nil {
		words = append(words, "--test", h.Test.Source)
	} else if h != nil && h.Fold > 0 {
		words = append(words, "--fold", fmt.Sprintf("%d/%d", h.Fold, h.Folds()))
	} else if h != nil && h.Share > 0 {
		words = append(words, "--holdout", strconv.FormatFloat(h.Share, 'g', -1, 64))
	}
	if h := s.Held; h != nil && h.Unit != "" {
		words = append(words, "--holdout-unit", h.Unit)
	}
	if s.Classes != nil {
		words = append(words, "--classes", s.Classes.Column)
	}
	if e := s.Evidence; e != nil {
		words = append(words, "--evidence", strconv.Itoa(e.Draws))
		if len(e.Proposals) > 0 {
			words = append(words, "--proposals", list(e.Proposals))
		}
	}
	return words
}

func preprocessingWords(s job.Spec) []string {
	if s.Preprocessing == nil {
		return nil
	}
	words := s.Preprocessing.Flags()
	if !s.Preprocessing.Transpose && !strings.HasPrefix(s.Table.Source, "sample:") {
		words = append(words, "--no-transpose") // whatever program wrote the file
	}
	return words
}

func readingWords(r job.Reading) (words []string) {
	if r.Separator != "" {
		words = append(words, "--separator", r.Separator)
	}
	choices := map[string]*bool{"decimal-comma": r.DecimalComma, "header": r.Header, "row-names": r.RowNames}
	for _, name := range slices.Sorted(maps.Keys(choices)) {
		switch c := choices[name]; {
		case c == nil:
		case *c:
			words = append(words, "--"+name)
		default:
			words = append(words, "--no-"+name)
		}
	}
	if len(r.Missing) > 0 {
		words = append(words, "--missing", list(r.Missing))
	}
	if r.Links != "" {
		words = append(words, "--links", r.Links)
	}
	if r.AsIs {
		words = append(words, "--as-is")
	}
	for _, f := range []struct {
		flag string
		n    *int
	}{{"--skip-lines", r.SkipLines}, {"--skip-end", r.SkipEnd}, {"--units-line", r.UnitsLine}} {
		if f.n != nil {
			words = append(words, f.flag, strconv.Itoa(*f.n))
		}
	}
	for _, f := range []struct {
		flag   string
		values []string
	}{{"--comment", some(r.Comment)}, {"--numeric", r.Numeric}, {"--limits", some(r.Limits)}, {"--encoding",
		some(r.Encoding)}, {"--sheet", some(r.Sheet)}, {"--range", some(r.Range)}, {"--row-annotations",
		r.RowAnnotations}, {"--column-annotations", r.ColumnAnnotations}, {"--add-table", r.Tables}} {
		if len(f.values) > 0 {
			words = append(words, f.flag, list(f.values))
		}
	}
	return words
}

// some returns a list of one value, nil for "".
func some(value string) []string {
	if value == "" {
		return nil
	}
	return []string{value}
}

// list writes the values of a flag that takes several.
func list(values []string) string {
	escaped := make([]string, len(values))
	for i, v := range values {
		escaped[i] = strings.ReplaceAll(v, ",", `\,`)
	}
	return strings.Join(escaped, ",")
}

// Shell writes words as a line for a POSIX shell.
func Shell(words []string) string {
	quoted := make([]string, len(words))
	for i, w := range words {
		quoted[i] = w
		if w == "" || strings.ContainsFunc(w, func(c rune) bool {
			return !(c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c >= '0' && c <= '9' ||
				strings.ContainsRune("-_./:=,+@%", c))
		}) {
			quoted[i] = "'" + strings.ReplaceAll(w, "'", `'\''`) + "'"
		}
	}
	return strings.Join(quoted, " ")
}

// dateWords is "22 November 2026".
func dateWords(t time.Time) string { return t.Format("2 January 2006") }
