package read

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"example.org/espalier/inference"
	"example.org/espalier/inference/read/known"
	"example.org/espalier/inference/read/network"
	"example.org/espalier/inference/words"
)

// Media is what a desktop has to know to open the files of a format with the program.
type Media = known.Media

// knownFormats are the forms of text that are written anew as tables.
func knownFormats() (list []format) {
	for _, f := range append(slices.Clone(known.Forms()), network.Forms()...) {
		list = append(list, format{Title: f.Title, Extensions: f.Extensions, Media: f.Media, has: f.Has, text: writtenBy(f)})
	}
	return list
}

// writtenBy returns the text of a form.
func writtenBy(f known.Form) func(string, []byte, Options) (decoded, *Error) {
	return func(file string, content []byte, o Options) (decoded, *Error) {
		d, e := decodedText(file, content, o)
		if e != nil {
			return d, e
		}
		write := f.Write
		if o.Links == network.Relations && f.Relations != nil {
			write = f.Relations
		}
		w, fault := write(d.text)
		return d.with(file, w, fault)
	}
}

// with returns the table that was written of a text, or the fault of that.
func (d decoded) with(file string, w known.Written, fault *known.Fault) (decoded, *Error) {
	if fault != nil {
		return decoded{}, &Error{File: file, Line: fault.Line, What: fault.What, Remedy: fault.Remedy}
	}
	if len(w.Text) > MaxBytes {
		return decoded{}, &Error{File: file, What: "holds " + tooLarge(), Remedy: smaller}
	}
	d.text, d.separator, d.skipped = w.Text, '\t', w.Skipped
	d.notes, d.annotations, d.samples = append(d.notes, w.Notes...), w.Annotations, w.Samples
	d.named, d.links = w.Named || w.Network, w.Network
	for _, a := range w.Across {
		d.across = append(d.across, across{a.Name, a.Values})
	}
	return d, nil
}

// linked reads a list of links as the table of a network; other texts stay as they are.
func (d decoded) linked(file string, o Options) (decoded, *Error) {
	if o.AsIs {
		return d, nil
	}
	text := d.text
	for range max(0, o.Skip) {
		text = text[firstLine(text):]
	}
	w, what, fault, ok := network.List(file, text, cmp.Or(d.separator, o.Separator), o.Links)
	if !ok {
		return d, nil
	}
	if fault != nil {
		if fault.Line > 0 {
			fault.Line += max(0, o.Skip)
		}
		fault.Remedy += " To read the file like any other table, read it as it stands (Layout, or --as-is)."
	}
	d, e := d.with(file, w, fault)
	d.known = what
	return d, e
}

// mostComments limits how many of the lines above the header are shown to the recognisers.
const mostComments = 30

// recognise looks for the layout of a program that is known, and takes over what it says of columns and their names.
func (l *layout) recognise() {
	if l.o.AsIs || l.decoded.named || l.decoded.format.has != nil && l.decoded.sheet == "" {
		return
	}
	h := known.Head{File: l.file, Comments: l.comments, Rows: l.sample, Width: l.width}
	if l.header {
		h.Names = l.names
	}
	k := known.Of(h)
	if k == nil {
		return
	}
	l.known = k
	if k.NoHeader && l.header && l.o.Header == Guess {
		l.sample = append([][]string{l.names}, l.sample...)
		l.header, l.names = false, nil
	}
	if len(k.Names) == l.width {
		l.names = slices.Clone(k.Names)
	}
	if k.Missing != nil && l.o.Missing == nil {
		l.missing = newMissingCodes(slices.Concat(DefaultMissing, k.Missing))
	}
	if j := slices.Index(k.Uses, known.RowName); j >= 0 {
		l.first = j
	}
}

// use returns what a column is for, as far as the layout is known.
func (l *layout) use(j int) known.Use {
	if l.known == nil || j >= len(l.known.Uses) {
		return known.Any
	}
	return l.known.Uses[j]
}

// zeros returns which columns hold zeros in place of missing cells; nil for none.
func (l *layout) zeros() []bool {
	if l.known == nil || !l.known.Zeros {
		return nil
	}
	zeros := make([]bool, l.width)
	for j := range zeros {
		zeros[j] = l.use(j) == known.Measured
	}
	return zeros
}

// dropped returns which rule of the layout a record falls under, −1 for none.
func (l *layout) dropped(fields [][]byte) int {
	if l.known == nil || len(fields) != l.width {
		return -1
	}
	return slices.IndexFunc(l.known.Drops, func(d known.Drop) bool { return d.Is(fields) })
}

// refused is the error of a table that is none of measurements, or whose cells are in quotation marks that are none.
func (l *layout) refused() *Error {
	if !l.o.AsIs && l.singleQuoted() {
		return &Error{File: l.file, Line: l.firstLine,
			What:   "the cells are in single quotation marks, which are read as parts of them",
			Remedy: `Save the table again with double quotation marks ("), or without.`}
	}
	if l.known == nil || l.known.Refused == "" {
		return nil
	}
	return &Error{File: l.file, What: l.known.Refused, Remedy: l.known.Remedy}
}

// drops reports whether a record of the sample is left out by a rule of the layout.
func (l *layout) drops(record []string) bool {
	fields := make([][]byte, len(record))
	for j, cell := range record {
		fields[j] = []byte(cell)
	}
	return l.dropped(fields) >= 0
}

// singleQuoted reports whether nearly all cells of the sample are in single quotation marks, numbers too.
func (l *layout) singleQuoted() bool {
	quoted, cells, numbers := 0, 0, 0
	for _, record := range l.sample {
		for _, cell := range record {
			if cell == "" {
				continue
			}
			cells++
			if len(cell) > 1 && cell[0] == '\'' && cell[len(cell)-1] == '\'' {
				quoted++
				if looksNumeric([]byte(cell[1 : len(cell)-1])) {
					numbers++
				}
			}
		}
	}
	return numbers > 0 && 10*quoted >= 9*cells
}

// knownNotes says what was made of a table whose layout is known.
func (r *result) knownNotes() {
	k := r.known
	if k == nil {
		return
	}
	var about, out []string
	for j := range r.body.columns {
		switch c := &r.body.columns[j]; {
		case r.use(j) == known.About && c.Role == Annotation:
			about = append(about, c.Name)
		case r.use(j) == known.Out && c.Role == LeftOut:
			out = append(out, c.Name)
		}
	}
	notes := []string{"Read as " + k.What + ". It can be read as any other table (Layout, or --as-is)."}
	if len(about) > 0 {
		notes = append(notes, fmt.Sprintf("%s that %s the rows %s kept as %s: %s.",
			inference.Plural(len(about), "column"), words.ByNumber(len(about), "describes",
				"describe"), words.Were(len(about)),
			words.ByNumber(len(about), "an annotation", "annotations"), words.QuoteSome(about, 6)))
	}
	if len(out) > 0 {
		notes = append(notes, fmt.Sprintf("%s that %s no measurement of a sample %s left out: %s.",
			inference.Plural(len(out), "column"), words.ByNumber(len(out), "is",
				"are"), words.Were(len(out)), words.QuoteSome(out, 6)))
	}
	for i, n := range r.body.strays.dropped {
		if n > 0 {
			notes = append(notes, fmt.Sprintf("%s %s left out.", plural(n, k.Drops[i].What),
				words.Were(n)))
		}
	}
	if n := r.body.zeros; n > 0 {
		notes = append(notes, fmt.Sprintf("%s of zero %s read as missing: what was not found has no intensity.",
			inference.Plural(n, "cell"), words.Were(n)))
	}
	r.notes = append(append(notes, k.Notes...), r.notes...)
}

// plural is inference.Plural of a noun that words may follow: "2 rows of another distance".
func plural(n int, what string) string {
	noun, rest, _ := strings.Cut(what, " ")
	if rest != "" {
		rest = " " + rest
	}
	return inference.Plural(n, noun) + rest
}

// joinedNames names the rows by several columns, such as a region by its chromosome, start and end: "chr1:100-200".
func (r *result) joinedNames(names []string) {
	for k, j := range r.known.Parts {
		for i, v := range r.body.columns[j].values {
			names[i] += []string{"", ":", "-"}[min(k, 2)] + v
		}
	}
}

// observed says where the file has its observations.
func (r *result) observed() inference.Observed {
	side, by := r.decoded.samples, r.decoded.format.Title
	switch {
	case r.known != nil:
		side, by = r.known.Samples, r.known.Program
	case len(r.body.strays.totals) > 2 && len(r.table.Columns) > 1:
		side, by = known.InColumns, "HTSeq"
	}
	switch {
	case side == known.InColumns && len(r.table.Columns) < 2: // one sample is no row to compare
	case side == known.InRows:
		return inference.Observed{Rows: true, By: by}
	case side == known.InColumns:
		return inference.Observed{Columns: true, By: by}
	}
	return inference.Observed{}
}
