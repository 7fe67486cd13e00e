package recipe

import (
	"errors"
	"fmt"
	"math"
	"regexp"
	"strconv"
	"strings"

	"example.org/espalier/inference/words"
)

// A cellwise step is the same function of each cell, of all columns or of those named. It learns nothing.
type cellwise struct {
	text, said string
	columns    []string // nil for all
	f          func(x float64) (float64, error)
}

func (c cellwise) argument() string { return c.text }

func (c cellwise) words() string {
	if len(c.columns) > 0 {
		return c.said + " of " + strings.Join(c.columns, ", ")
	}
	return c.said
}

func (c cellwise) fit(t Table) (Table, learnt, error) {
	out, err := c.apply(t)
	return out, c, err
}

func (c cellwise) apply(t Table) (Table, error) {
	chosen, err := t.chosen(c.columns)
	if err != nil {
		return t, err
	}
	return t.each(func(j int, x float64) (float64, error) {
		if !chosen[j] {
			return x, nil
		}
		return c.f(x)
	})
}

// chosen marks the columns named; no names are all columns.
func (t Table) chosen(names []string) ([]bool, error) {
	chosen := make([]bool, len(t.Columns))
	for j := range chosen {
		chosen[j] = len(names) == 0
	}
	for _, name := range names {
		found := false
		for j, c := range t.Columns {
			if c == name {
				chosen[j], found = true, true
			}
		}
		if !found && !t.Part {
			return nil, fmt.Errorf("there is no column %q; the columns are %s", name, words.QuoteSome(t.Columns, 8))
		}
	}
	return chosen, nil
}

func number(x float64) string { return strconv.FormatFloat(x, 'g', -1, 64) }

var errNumber = errors.New("give a number")

func parseNumber(text string) (float64, error) {
	x, err := strconv.ParseFloat(strings.TrimSpace(text), 64)
	if err != nil || math.IsNaN(x) || math.IsInf(x, 0) || math.Abs(x) > largest {
		return 0, errNumber
	}
	return x + 0, nil // never −0
}

var logKind = Kind{
	Name: "log", Title: "Logarithm", Takes: AFormula, Example: "log2(x+1)",
	Tip:  "Takes the logarithm of every cell, or of some columns, after adding an offset.",
	read: readLog, make: makeLog,
	Choices: []Choice{
		{"log2(x+1)", "log2(x + 1)", "Zero stays zero. Usual for counts."},
		{"log2(x)", "log2(x)", "For values above 0, such as intensities."},
		{"ln(x)", "ln(x)", "Natural logarithm, for values above 0."},
		{"log10(x)", "log10(x)", "For values above 0."},
	},
}

var logForm = regexp.MustCompile(`^(log2|log10|ln)\( *x *(?:\+ *([0-9][0-9.eE+-]*) *)?\)(?::(.*))?$`)

func readLog(item string) (string, bool) {
	return item, strings.HasPrefix(item, "log") || strings.HasPrefix(item, "ln(")
}

func makeLog(text string) (work, error) {
	m := logForm.FindStringSubmatch(text)
	if m == nil {
		return nil, errors.New("write log2(x), log2(x+1), ln(x+0.5), log10(x+1), or log2(x+1):COLUMN;COLUMN")
	}
	offset := 0.0
	if m[2] != "" {
		var err error
		if offset, err = parseNumber(m[2]); err != nil {
			return nil, fmt.Errorf("%q is not a number; write log2(x+1)", m[2])
		}
	}
	formula := m[1] + "(x)"
	if offset != 0 {
		formula = m[1] + "(x+" + number(offset) + ")"
	}
	c := cellwise{text: formula, said: formula, columns: namesIn(m[3])}
	if len(c.columns) > 0 {
		c.text += ":" + Names(c.columns...)
	}
	c.f = func(x float64) (float64, error) {
		if x+offset <= 0 {
			return 0, fmt.Errorf("%s needs values above %s; choose a larger offset, put floor before it, or correct the cell",
				formula, number(-offset+0))
		}
		return logOf(m[1], x, offset), nil
	}
	return c, nil
}

// logOf returns the logarithm of x+offset, accurate where x is near 0 and the offset 1.
func logOf(base string, x, offset float64) float64 {
	near := offset == 1 && math.Abs(x) < 0.5
	switch {
	case base == "ln" && near:
		return math.Log1p(x)
	case base == "ln":
		return math.Log(x + offset)
	case base == "log10" && near:
		return math.Log1p(x) / math.Ln10
	case base == "log10":
		return math.Log10(x + offset)
	case near:
		return math.Log1p(x) / math.Ln2
	}
	return math.Log2(x + offset)
}

var asinhKind = Kind{
	Name: "asinh", Title: "asinh", Takes: ANumber, Example: "asinh:5",
	Tip: "Takes asinh of each cell divided by a scale: straight near 0, a logarithm far from it. It takes negative values too. " +
		"Usual in cytometry, with a scale of 5 (mass) or 150 (fluorescence).",
	Choices: []Choice{{"1", "asinh(x)", ""}, {"5", "asinh(x / 5)", "Mass cytometry."},
		{"150", "asinh(x / 150)", "Flow cytometry."}},
	make: func(text string) (work, error) {
		scale := 1.0
		if text != "" {
			var err error
			if scale, err = parseNumber(text); err != nil || scale <= 0 {
				return nil, errors.New("write asinh:SCALE with a scale above 0, such as asinh:5")
			}
		}
		return cellwise{text: number(scale), said: "asinh(x/" + number(scale) + ")",
			f: func(x float64) (float64, error) { return math.Asinh(x / scale), nil }}, nil
	},
}

var floorKind = Kind{
	Name: "floor", Title: "Floor", Takes: ANumber, Example: "floor:1",
	Tip:     "Raises every cell below a limit to it.",
	Choices: []Choice{{"0", "at 0", ""}, {"1", "at 1", ""}, {"20", "at 20", ""}},
	make: func(text string) (work, error) {
		return clamp(text, "floor", func(x, limit float64) float64 { return max(x, limit) })
	},
}

var ceilingKind = Kind{
	Name: "ceiling", Title: "Ceiling", Takes: ANumber, Example: "ceiling:16000",
	Tip:     "Lowers every cell above a limit to it.",
	Choices: []Choice{{"100", "at 100", ""}, {"16000", "at 16000", ""}},
	make: func(text string) (work, error) {
		return clamp(text, "ceiling", func(x, limit float64) float64 { return min(x, limit) })
	},
}

func clamp(text, name string, f func(x, limit float64) float64) (work, error) {
	limit, err := parseNumber(text)
	if err != nil {
		return nil, fmt.Errorf("write %s:NUMBER, such as %s:1", name, name)
	}
	return cellwise{text: number(limit), said: name + " " + number(limit),
		f: func(x float64) (float64, error) { return f(x, limit), nil }}, nil
}
