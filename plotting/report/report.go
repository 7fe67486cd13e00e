package report

import (
	"bytes"
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"
	"time"

	"example.org/espalier/inference"
	"example.org/espalier/inference/board"
	"example.org/espalier/inference/job"
	"example.org/espalier/inference/study"
	"example.org/espalier/plotting"
	"example.org/espalier/plotting/depict"
	"example.org/espalier/plotting/write"
)

// A Report is the source of a page.
type Report struct {
	Title string // "" for one made of the names of the tables
	Note  string // the user's, plain text; "" for none
	// Software is its name and version; Made is when the page was made.
	Software string
	Made     time.Time
	Items    []Item
	Without  []string // names of [Sections] that are left out
	// Tell is told the share of the results that are laid out; nil for nobody.
	Tell func(share float64)
}

// An Item is a result.
type Item struct {
	Name    string // "" for one made of the model and its settings
	Note    string // the user's, plain text; "" for none
	Fit     *job.Result
	Subject *depict.Subject
	// Labels is the annotation that the result is compared with; "" for none. The results of one
	// table share that of the first that has one.
	Labels string
	// Part says of which table its own is a part; nil for a table that was read as it is.
	Part *Part
	// Sheet holds the user's changes to its table: groups and a note on it.
	Sheet study.Sheet
	// Figures are drawn after the one that stands for the result, by their names in package depict;
	// those that the result lacks are left out.
	Figures []string
}

// mostDark is how large the light picture of a figure may be, in bytes, that has a dark one too;
// larger ones stand on paper in both schemes.
const mostDark = 1 << 20

// Write writes the page. Results of one table stand together in the order given, below a board of
// them. The error is that of ctx, of a figure or of w.
func Write(ctx context.Context, w io.Writer, r Report) error {
	if len(r.Items) == 0 {
		return errors.New("there is no result to report")
	}
	p := &pageData{Title: r.Title, Note: r.Note, Software: r.Software, Made: dateWords(r.Made),
		ISO: r.Made.Format(time.DateOnly)}
	done := 0
	p.done = func() {
		if done++; r.Tell != nil {
			r.Tell(float64(done) / float64(len(r.Items)))
		}
	}
	byTable := map[string]int{}
	var groups [][]Item
	for _, item := range r.Items {
		n, d := item.Subject.Table.Dims()
		key := fmt.Sprintf("%s\n%s\n%s\n%d %d", item.Fit.Data.SHA256, item.Fit.Data.Source, item.Fit.Data.Name, n, d)
		k, met := byTable[key]
		if !met {
			k = len(groups)
			byTable[key], groups = k, append(groups, nil)
		}
		groups[k] = append(groups[k], item)
	}
	for k, items := range groups {
		t, err := p.table(ctx, k, items, r.Software)
		if err != nil {
			return err
		}
		p.Tables = append(p.Tables, t)
	}
	if p.Title == "" {
		var names []string
		for _, t := range p.Tables {
			names = append(names, t.Name)
		}
		p.Title = "Report on " + names[len(names)-1]
		if more := names[:len(names)-1]; len(more) > 0 {
			p.Title = "Report on " + strings.Join(more, ", ") + " and " + names[len(names)-1]
		}
	}
	p.Lead = fmt.Sprintf("%s, made with %s on", plotting.Plural(len(r.Items), "result"), r.Software)
	p.References = references(r.Items, p.boards)
	p.trim(r.Without)
	var m markup
	m.page(p)
	if _, err := io.WriteString(w, m.String()); err != nil {
		return fmt.Errorf("writing the report: %w", err)
	}
	return nil
}

// pageData holds the content of the page.
type pageData struct {
	Title, Note, Lead, Software, Made, ISO string
	Tables                                 []tableData
	References                             []string

	pictures int
	boards   []*board.Board
	done     func() // is called after each result
}

type tableData struct {
	ID, Name string
	Note     string
	Facts    []fact
	Groups   []groupsData
	Says     string
	Key      string // meaning of the columns of the board
	Board    *pictureData
	Columns  []columnData
	Rows     [][]cellData
	Why      []string // reasons why results are not compared
	Results  []resultData
}

type resultData struct {
	ID, Name, Note   string
	Pictures         []pictureData
	Methods          string
	Facts, Settings  []fact
	Command          []string // quoted for the shell
	Cannot           string
	Version          string
	Verdict, Problem string
	Level            string
	Apart            []apartData
}

// A fact has one value or, for notes, several.
type fact struct {
	Name   string
	Values []string
}

func one(name, value string) fact { return fact{name, []string{plotting.WithMinus(value)}} }

type columnData struct {
	Head   string
	Number bool
}

type cellData struct {
	Text   string
	Number bool
}

type pictureData struct {
	Light, Dark raw // Dark is empty where the light one serves both
	Caption     string
	Words       string // the same, and the numbers, told
}

// picture draws a plate, in both schemes.
func (p *pageData) picture(plate depict.Plate) (*pictureData, error) {
	p.pictures++
	// The picture shows its title, and the methods beside it say the rest.
	d := &pictureData{Caption: plotting.Metadata{Description: plate.Metadata.Description}.Caption(),
		Words: plotting.InWords(plate.Figure)}
	for _, dark := range []bool{false, true} {
		f, id := plate.In(plotting.Print), fmt.Sprintf("p%d", p.pictures)
		if _, ok := plate.Figure.(plotting.Styled); ok && dark {
			f, id = plate.In(plotting.Dark), id+"dark"
		}
		if dark && (id == fmt.Sprintf("p%d", p.pictures) || len(d.Light) > mostDark) {
			break
		}
		var b bytes.Buffer
		if err := write.Inline(&b, id, f, plate.Size, plate.Metadata.Title, cmp.Or(d.Words, d.Caption)); err != nil {
			return nil, fmt.Errorf("figure %s: %w", plate.Name, err)
		}
		if dark {
			d.Dark = raw(b.String())
		} else {
			d.Light = raw(b.String())
		}
	}
	return d, nil
}

// table lays out the section of one table.
func (p *pageData) table(ctx context.Context, k int, items []Item, software string) (tableData, error) {
	labels := ""
	for _, item := range items {
		labels = cmp.Or(labels, item.Labels)
	}
	t := tableData{ID: fmt.Sprintf("table%d", k+1), Name: items[0].Fit.Data.Name, Facts: tableFacts(items),
		Note: items[0].Sheet.Note}
	t.Groups = groupsOf(t.ID, items)
	var entries []board.Entry
	for _, item := range items {
		entries = append(entries,
			board.Entry{Name: item.Name, Title: item.Subject.Info.Title, Result: item.Fit, Data: item.Subject.Data})
	}
	b, err := board.New(entries, labels)
	if err != nil {
		return t, err
	}
	p.boards = append(p.boards, b)
	if len(items) > 1 {
		if err := p.board(&t, b, software); err != nil {
			return t, err
		}
	}
	names := board.Names(entries)
	for i, item := range items {
		if item.Name == "" {
			item.Name = names[i]
		}
		d, err := p.result(ctx, fmt.Sprintf("%sresult%d", t.ID, i+1), item, labels)
		if err != nil {
			return t, err
		}
		t.Results = append(t.Results, d)
		p.done()
	}
	return t, nil
}

// board lays out the comparison of the results of a table.
func (p *pageData) board(t *tableData, b *board.Board, software string) error {
	t.Says = depict.BoardWords(b)
	if len(b.Compared()) > 1 {
		picture, err := p.picture(depict.BoardPlate(b, software))
		if err != nil {
			return err
		}
		picture.Caption = "Held-out log density, with the 95 % interval of the difference from the first."
		t.Board = picture
	}
	table := depict.BoardTable(b)
	drawn := table.Drawn()
	for _, j := range drawn {
		t.Columns = append(t.Columns, columnData{table.Columns[j].Head, !table.Columns[j].Text})
	}
	for _, r := range table.Rows {
		var line []cellData
		for _, j := range drawn {
			line = append(line, cellData{r.Cells[j].Text, !table.Columns[j].Text})
		}
		t.Rows = append(t.Rows, line)
	}
	t.Key = boardKey(b)
	if slices.ContainsFunc(b.Lines, func(l board.Line) bool { return l.N > 0 }) {
		t.Why = depict.LeftOut(b)
	}
	return nil
}

// boardKey explains the columns of a board.
func boardKey(b *board.Board) string {
	var out []string
	scored := func(l board.Line) bool { return l.N > 0 }
	if slices.ContainsFunc(b.Lines, scored) {
		out = append(out, "Log densities are in nats and in the units of the table; ± is a standard error.")
	}
	if len(b.Compared()) > 1 {
		out = append(out, "“behind” is the paired difference from the first.")
	}
	if slices.ContainsFunc(b.Lines, func(l board.Line) bool { return scored(l) && !l.Compared }) {
		out = append(out, "A density in brackets is not comparable with the others.")
	}
	if slices.ContainsFunc(b.Lines, func(l board.Line) bool { return l.Agreement != nil }) {
		out = append(out, "Agreement with "+b.Labels+
			": ARI is the adjusted Rand index, NMI the normalised mutual information and VI the variation of information in nats.")
	}
	return strings.Join(out, " ")
}

// result lays out one result.
func (p *pageData) result(ctx context.Context, id string, item Item, labels string) (resultData, error) {
	m := item.Subject.Metadata(0)
	d := resultData{ID: id, Name: item.Name, Note: item.Note, Methods: plotting.WithMinus(m.Methods()),
		Problem: item.Fit.Problem, Version: item.Fit.Version}
	for _, e := range chosen(item.Subject, item.Figures) {
		plate, err := e.Plate(ctx, item.Subject)
		if err != nil {
			return d, err
		}
		picture, err := p.picture(plate)
		if err != nil {
			return d, err
		}
		d.Pictures = append(d.Pictures, *picture)
	}
	for _, s := range m.Said() {
		d.Settings = append(d.Settings, one(plotting.Capital(s[0]), s[1]))
	}
	facts, err := resultFacts(item, labels)
	if err != nil {
		return d, err
	}
	d.Facts = facts
	d.Apart = apart(item)
	if g := item.Fit.Diagnostics; g != nil {
		d.Verdict, d.Level = strings.Join(append([]string{g.Verdict.Text}, g.Verdict.More...), " "), g.Verdict.Level.String()
	}
	table := item.Subject.Table
	if item.Part != nil {
		table = item.Part.Table
	}
	var joined []inference.JoinedFile
	if table != nil {
		joined = table.Joined
	}
	words, err := commandOf(item.Fit, labelOf(item, labels), item.Part, joined)
	if err != nil {
		d.Cannot = err.Error()
	} else {
		for _, w := range append([]string{"espalier"}, words...) {
			d.Command = append(d.Command, Shell([]string{w}))
		}
	}
	return d, nil
}

// Draws reports whether the page shows a figure of that name for the result.
func (i Item) Draws(name string) bool {
	return slices.ContainsFunc(chosen(i.Subject, i.Figures), func(e depict.Entry) bool { return e.Name == name })
}

// chosen lists the figure that stands for a result, and then those named.
func chosen(s *depict.Subject, names []string) (list []depict.Entry) {
	first, ok := depict.Standing(s)
	if ok {
		list = append(list, first)
	}
	for _, e := range depict.Of(s) {
		if slices.Contains(names, e.Name) && (e.Name != first.Name || e.Tab != first.Tab) {
			list = append(list, e)
		}
	}
	return list
}

// labelOf is the annotation, where the data have it.
func labelOf(item Item, labels string) string {
	if labels != "" && depict.HasAnnotation(item.Subject.Data, labels) {
		return labels
	}
	return ""
}
