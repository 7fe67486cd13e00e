package batch

import (
	"bytes"
	"errors"
	"fmt"
	"path/filepath"
	"slices"
	"text/tabwriter"

	"example.org/espalier/inference/geneset"
	"example.org/espalier/inference/read"
	"example.org/espalier/inference/study"
	"example.org/espalier/inference/study/file"
	"example.org/espalier/plotting/depict"
	"example.org/espalier/plotting/facts"
)

type enrichCommand struct {
	From       string   `arg:"" name:"result" help:"A study (NAME.espalier), or a result.json that espalier fit wrote, or its folder."`
	Sets       []string `required:"" placeholder:"FILE" help:"Files of gene sets, in GMT format."`
	Background string   `placeholder:"FILE" help:"Names that could have been in a list, one on each line; by default all names of the table."`
	List       []string `placeholder:"FILE" help:"Test these lists of names, one name on each line, instead of what the result found."`
	By         string   `placeholder:"COLUMN" help:"Annotation that holds the names used in the sets, such as the gene symbols of probes."`
	Least      int      `default:"3" placeholder:"N" help:"Leave out sets with fewer names in the background."`
	Most       int      `placeholder:"N" help:"Leave out sets with more names in the background."`
	Top        int      `default:"20" placeholder:"N" help:"Print this many tests, smallest p first; 0 prints all."`
	Out        string   `placeholder:"DIR" help:"Folder for enrichment.json, the table as CSV, the lists as lists.gmt, and the figure."`
	Figures    []string `placeholder:"FORMAT" help:"Draw the table with bars, as ${figures}, into --out."`
	JSON       bool     `name:"json" help:"Print all tests as JSON."`
	Quiet      bool     `short:"q" help:"Print no notes."`
	idFlag
	movedFlag
	namingFlags
}

// Help implements kong.HelpProvider.
func (*enrichCommand) Help() string {
	return "Tests every clade, cluster, factor and group for over-representation of each set, by the upper tail of " +
		"the hypergeometric distribution, adjusted for all tests together (Benjamini and Hochberg). The sets may " +
		"name rows or columns. Upper and lower case are treated alike.\n\n" +
		example("espalier enrich crabs --sets hallmark.gmt --out enriched --figures svg",
			"espalier enrich crabs --sets hallmark.gmt --list data.csv --json")
}

// enrichJSON is the layout of the JSON.
type enrichJSON struct {
	Espalier   string     `json:"espalier"`
	Data       string     `json:"data"`
	Of         string     `json:"of"` // rows or columns
	Background int        `json:"background"`
	Lists      int        `json:"lists"`
	Sets       int        `json:"sets"`
	LeftOut    int        `json:"sets_left_out"`
	Tests      []testJSON `json:"tests"`
}

type testJSON struct {
	Set         string   `json:"set"`
	Description string   `json:"description,omitempty"`
	List        string   `json:"list"`
	Overlap     []string `json:"overlap"`
	ListSize    int      `json:"list_size"`
	SetSize     int      `json:"set_size"`
	Expected    number   `json:"expected"`
	Fold        number   `json:"fold"`
	P           number   `json:"p"`
	Adjusted    number   `json:"p_adjusted"`
}

// Run tests the lists of a result.
func (c *enrichCommand) Run(s *console) error {
	s.quiet = c.Quiet
	if err := checkFormats(c.Figures, c.Out); err != nil {
		return err
	}
	var sets []geneset.Set
	for _, path := range c.Sets {
		text, err := read.Text(s.ctx, path)
		if err != nil {
			return err
		}
		more, err := geneset.ReadGMT(filepath.Base(path), text)
		if err != nil {
			return err
		}
		sets = append(sets, more...)
	}
	f, err := (&results{path: c.From, id: c.Result, data: c.Data, note: s.note, figures: figureFlags{namingFlags: c.namingFlags}}).open()
	if err != nil {
		return err
	}
	side, r, lists, err := c.test(s, f, sets)
	if err != nil {
		return err
	}
	data := f.seen()
	out := enrichJSON{Espalier: Version, Data: data.Name, Of: side, Background: r.Background, Lists: r.Lists, Sets: r.Sets, LeftOut: r.LeftOut, Tests: []testJSON{}}
	for _, x := range r.Rows {
		out.Tests = append(out.Tests, testJSON{x.Set, x.Description, x.List, slices.Concat([]string{}, x.Overlap), x.Drawn, x.Members, number(x.Expected), number(x.Fold), number(x.P), number(x.Adjusted)})
	}
	text, err := facts.Encode(out)
	if err != nil {
		return err
	}
	from := side + " of " + data.Name
	if err := c.write(text, r, lists, from, data.Name); err != nil {
		return err
	}
	if c.JSON {
		_, err = s.stdout.Write(text)
		return err
	}
	table := depict.EnrichmentTable(r, from, c.Top)
	w := tabwriter.NewWriter(s.stdout, 0, 0, 2, ' ', 0)
	for _, h := range table.Columns {
		printf(w, "%s\t", h.Head)
	}
	fmt.Fprintln(w)
	for _, row := range table.Rows {
		for _, x := range row.Cells {
			printf(w, "%s\t", x.Text)
		}
		fmt.Fprintln(w)
	}
	if err := w.Flush(); err != nil {
		return err
	}
	printf(s.stdout, "\n%s: %s.\n", table.Title, depict.EnrichmentWords(r))
	return nil
}

// write writes the files.
func (c *enrichCommand) write(text []byte, r *geneset.Result, lists []geneset.List, from, data string) error {
	if c.Out == "" {
		return nil
	}
	out := &folder{path: c.Out}
	if err := out.make(); err != nil {
		return err
	}
	defer out.end()
	var gmt bytes.Buffer
	if err := geneset.WriteGMT(&gmt, geneset.SetsOf(lists, from)); err != nil {
		return err
	}
	if err := out.write("lists.gmt", gmt.Bytes()); err != nil {
		return err
	}
	return out.publish("enrichment", text, depict.EnrichmentTable(r, from, 0), c.Figures, depict.EnrichmentPlate(r, from, Software(), data))
}

// test tests the rows or the columns of a result, whichever more sets name.
func (c *enrichCommand) test(s *console, f *fitted, sets []geneset.Set) (side string, r *geneset.Result, tested []geneset.List, err error) {
	made, err := depict.ListsOf(s.ctx, f.subject())
	if err != nil {
		return "", nil, nil, err
	}
	if err := c.addGroups(f, &made); err != nil {
		return "", nil, nil, err
	}
	var own []geneset.List
	for _, path := range c.List {
		names, err := namesIn(s, path)
		if err != nil {
			return "", nil, nil, err
		}
		own = append(own, geneset.List{Name: filepath.Base(path), Names: names})
	}
	var background []string
	if c.Background != "" {
		if background, err = namesIn(s, c.Background); err != nil {
			return "", nil, nil, err
		}
	}
	side, r, tested, err = depict.Enrich(s.ctx, f.seen(), sets, depict.Tested{Lists: made, Own: own, Background: background, By: c.By, Least: c.Least, Most: c.Most})
	if errors.Is(err, depict.ErrNoNames) {
		err = usage("--by %s: %v", c.By, err)
	}
	return side, r, tested, err
}

// namesIn reads a list of names: the first cell of each line.
func namesIn(s *console, path string) (names []string, err error) {
	lines, err := read.LinesOf(s.ctx, path)
	if err != nil {
		return nil, err
	}
	for _, l := range lines.Cells {
		names = append(names, l[0])
	}
	return names, nil
}

// addGroups adds the groups that a study has of the table.
func (c *enrichCommand) addGroups(f *fitted, made *depict.Lists) error {
	if !file.Is(c.From) {
		return nil
	}
	held, _, err := file.Read(c.From)
	if err != nil {
		return err
	}
	for _, h := range held.State.Sheets {
		t := held.Tables[h.Table]
		if t == nil || !slices.Equal(t.Rows, f.material.Source.Rows) || !slices.Equal(t.Columns, f.material.Source.Columns) {
			continue
		}
		data, rowNames, columnNames, of := f.seen(), slices.Clone(t.Rows), slices.Clone(t.Columns), h
		if data.Preprocessing.Transpose {
			rowNames, columnNames, of.Rows, of.Columns = columnNames, rowNames, h.Columns, h.Rows
		}
		for i, r := range data.RowIndex {
			rowNames[r] = data.Rows[i]
		}
		for j, c := range data.ColumnIndex {
			columnNames[c] = data.Columns[j]
		}
		rows, columns := groupLists(of.Rows.Groups, rowNames), groupLists(of.Columns.Groups, columnNames)
		made.Rows, made.Columns = append(made.Rows, rows...), append(made.Columns, columns...)
	}
	return nil
}

func groupLists(groups []study.Group, names []string) (lists []geneset.List) {
	for _, g := range groups {
		l := geneset.List{Name: "group " + g.Name}
		for _, i := range g.Rows {
			l.Names = append(l.Names, names[i])
		}
		lists = append(lists, l)
	}
	return lists
}
