package read

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"testing"

	"example.org/espalier/inference"
)

// TestStrays: what is no row, no measurement or no name is told from what is, and said.
func TestStrays(t *testing.T) {
	for _, c := range []struct {
		name, file, text string
		rows, columns    []string
		annotations      []string
		told             string
	}{
		{"comments in the middle and at the end", "a.csv",
			"id,a,b\nr,1,2\n# checked, by hand\ns,3,4\n! end\n// x,y,z\n% done\n", []string{"r", "s"}, []string{"a", "b"}, nil,
			"4 comment lines were left out"},
		{"a name that begins with a sign", "a.csv", "id,a,b\n#1,1,2\n!2,3,4\n%3,5,6\n", []string{"#1", "!2", "%3"},
			[]string{"a", "b"}, nil, ""},
		{"comments at the top by another sign", "a.csv", "! of a study\n! from 2020\nid,a,b\nr,1,2\ns,3,4\n",
			[]string{"r", "s"}, []string{"a", "b"}, nil, "2 lines at the top starting with ! were skipped"},
		{"a source below the table", "a.csv", "id,a,b\nr,1,2\ns,3,4\nSource: a yearbook\n", []string{"r", "s"},
			[]string{"a", "b"}, nil, "1 line below the table was left out"},
		{"words after a blank line", "a.csv", "id,a,b\nr,1,2\ns,3,4\n\nprovisional\nrevised\n", []string{"r", "s"},
			[]string{"a", "b"}, nil, "2 lines below the table were left out"},
		{"a sentence with commas below the table", "a.csv",
			"id,a,b\nr,1,2\ns,3,4\n\nSource: a yearbook, 2020\nOf all plots, twelve, three, and 5 were counted\n",
			[]string{"r", "s"}, []string{"a", "b"}, nil, "2 lines below the table were left out"},
		{"a line of units", "a.csv", "sample,mass,length\n,kg,cm\nr,1.5,20\ns,2.5,30\n", []string{"r", "s"},
			[]string{"mass (kg)", "length (cm)"}, nil, "gives units"},
		{"a line of units with commas", "a.csv", "sample;mass;length\n;kg;cm\nr;1,5;20\ns;2,5;30\n", []string{"r", "s"},
			[]string{"mass (kg)", "length (cm)"}, nil, "gives units"},
		{"a line of types", "a.csv", "sample,mass,grade\nstring,float,discrete\nr,1.5,2\ns,2.5,3\n", []string{"r", "s"},
			[]string{"mass"}, []string{"grade"}, "says what they hold"},
		{"three lines of Orange", "a.tab",
			"name\thair\tlegs\tkind\nstring\tdiscrete\tcontinuous\td\nmeta\t\t\tclass\nlion\t1\t4\tm\nfrog\t0\t2\ta\n",
			[]string{"lion", "frog"}, []string{"hair", "legs"}, []string{"kind"}, "says what they hold"},
		{"reads of no gene, above", "ReadsPerGene.out.tab",
			"N_unmapped\t5\t5\nN_multimapping\t5\t6\nN_noFeature\t7\t8\nN_ambiguous\t1\t2\ng1\t3\t4\ng2\t5\t6\ng3\t0\t9\n",
			[]string{"g1", "g2", "g3"}, []string{"V2", "V3"}, nil, "4 rows of reads that belong to no gene were left out"},
		{"reads of no gene, below", "htseq.txt", "\tc1\tc2\ng1\t3\t4\ng2\t5\t6\n__no_feature\t9\t9\n__ambiguous\t1\t1\n",
			[]string{"g1", "g2"}, []string{"c1", "c2"}, nil, "2 rows of reads"},
		{"column names once more", "a.tsv", "id\ta\tb\nr\t1\t2\n\nid\ta\tb\ns\t3\t4\nid\ta\tb\nt\t3\t4\n",
			[]string{"r", "s", "t"}, []string{"a", "b"}, nil,
			"2 lines with the column names once more were left out: line 4"},
		{"a rule below the names", "a.txt", "| id | a | b |\n|---|:--|--:|\n| r | 1 | 2 |\n| s | 3 | 4 |\n",
			[]string{"r", "s"}, []string{"a", "b"}, nil, "The rule below the column names"},
		{"numbers of rows once more", "a.csv", ",Unnamed: 0,a,b\n0,0,1.5,2\n1,1,3.5,4\n2,2,2.5,6\n",
			[]string{"0", "1", "2"}, []string{"a", "b"}, []string{"Unnamed: 0"}, "holds the numbers of the rows"},
		{"numbers of rows beside names", "a.csv", "id,No.,x,b\nr,1,1,2\ns,2,2,4\nt,3,3,6\n",
			[]string{"r", "s", "t"}, []string{"x", "b"}, []string{"No."}, "holds the numbers of the rows"},
		{"numbers that skip one", "a.csv", "id,No,a\nr,1,1.5\ns,2,3.5\nt,4,2.5\n", []string{"r", "s", "t"},
			[]string{"No", "a"}, nil, ""},
		{"identifiers first", "a.csv", "Sample ID,a,b\n104,1.5,2\n9,3.5,4\n77,2.5,6\n", []string{"104", "9", "77"},
			[]string{"a", "b"}, nil, "was read as their names"},
		{"identifiers later", "a.csv", "symbol,Entrez_Gene_Id,a,b\nx,104,1.5,2\ny,9,3.5,4\nz,9,2.5,6\n", []string{"x",
			"y", "z"}, []string{"a", "b"}, []string{"Entrez_Gene_Id"}, "identifiers, by name,"},
		{"wells", "a.csv", "sample,well,a\nx,1E1,1.5\ny,2E7,3.5\nz,3E2,2.5\n", []string{"x", "y", "z"}, []string{"a"},
			[]string{"well"}, "names such as 3E7"},
		{"powers of ten", "a.csv", "sample,dose,a\nx,1E1,1.5\ny,1E1,3.5\nz,1E2,2.5\n", []string{"x", "y", "z"},
			[]string{"dose", "a"}, nil, ""},
		{"numbers of many digits", "a.csv", "sample,study,a\nx,90071992547409931,1.5\ny,90071992547409932,3.5\n",
			[]string{"x", "y"}, []string{"a"}, []string{"study"}, "would not keep all of them"},
		{"words that only end like one", "a.csv", "sample,humid,valid\nx,1,3\ny,2,5\nz,3,4\n", []string{"x", "y", "z"},
			[]string{"humid", "valid"}, nil, ""},
		{"a series matrix", "GSE1_series_matrix.txt",
			"!Series_title\t\"S\"\n!Series_platform_id\t\"GPL96\"\n\n!Sample_title\t\"t1\"\t\"n1\"\n!Sample_type\t\"RNA\"\t\"RNA\"\n" +
				"!Sample_characteristics_ch1\t\"tissue: tumor\"\t\"tissue: normal\"\n!series_matrix_table_begin\n\"ID_REF\"\t\"GSM1\"\t\"GSM2\"\n\"1_at\"\t5.5\t6\n\"2_at\"\t7\tnull\n\"3_at\"\t1\t2\n!series_matrix_table_end\n",
			[]string{"1_at", "2_at", "3_at"}, []string{"GSM1", "GSM2"}, nil, "platform GPL96"},
	} {
		t.Run(c.name, func(t *testing.T) {
			table, err := BytesContext(context.Background(), c.file, c.file, []byte(c.text), Options{})
			if err != nil {
				t.Fatal(err)
			}
			if !slices.Equal(table.Rows, c.rows) || !slices.Equal(table.Columns, c.columns) {
				t.Errorf("rows %q, columns %q", table.Rows, table.Columns)
			}
			var found []string
			for _, a := range table.Annotations {
				found = append(found, a.Name)
			}
			if !slices.Equal(found, c.annotations) {
				t.Errorf("annotations %q, want %q", found, c.annotations)
			}
			if notes := strings.Join(table.Notes, " "); c.told != "" && !strings.Contains(notes, c.told) {
				t.Errorf("notes %q lack %q", notes, c.told)
			}
		})
	}
}

// TestSeriesSamples: what differs between the samples of a series annotates its columns.
func TestSeriesSamples(t *testing.T) {
	text :=
		"!Series_title\t\"S\"\n!Sample_title\t\"t 1\"\t\"n, 1\"\t\"n 2\"\n!Sample_organism_ch1\t\"Homo\"\t\"Homo\"\t\"Homo\"\n" +
			"!Sample_characteristics_ch1\t\"tissue: tumor\"\t\"tissue: normal\"\t\"age: 7\"\n!Sample_characteristics_ch1\t\"age: 5\"\t\"age: 6\"\t\"tissue: normal\"\n" +
			"!series_matrix_table_begin\nID_REF\tGSM1\tGSM2\tGSM3\na\t1\t2\t3\nb\t4\t5\t6\n!series_matrix_table_end\n"
	table, err := BytesContext(context.Background(), "GSE2_series_matrix.txt", "", []byte(text), Options{})
	if err != nil {
		t.Fatal(err)
	}
	want := map[string]string{"title": "t 1|n, 1|n 2", "tissue": "tumor|normal|normal", "age": "5|6|7"}
	for _, a := range table.ColumnAnnotations {
		if got := strings.Join(a.Values, "|"); want[a.Name] != got {
			t.Errorf("%s is %q, want %q", a.Name, got, want[a.Name])
		}
		delete(want, a.Name)
	}
	if len(want) > 0 {
		t.Errorf("not found: %v; found %v", want, annotationNames(table.ColumnAnnotations))
	}
	if _, err := BytesContext(context.Background(), "GSE3_series_matrix.txt", "",
		[]byte("!Series_title\tx\n!series_matrix_table_begin\n!series_matrix_table_end\n"), Options{}); err == nil ||
		!strings.Contains(err.Error(), "supplementary") {
		t.Errorf("an empty series: %v", err)
	}
}

func annotationNames(list []inference.Annotation) (found []string) {
	for _, a := range list {
		found = append(found, a.Name)
	}
	return found
}

// TestPaddedFooters: sentences at the end whose line has a separator for every column stand below the table; within it
// such a line is a row without values.
func TestPaddedFooters(t *testing.T) {
	table, err := Bytes("a.csv", "", []byte("id,a,b\nr,1,2.5\nlost in the rain,,\ns,2,3.5\nt,4,1\n"+
		"Note: checked twice,,\nTaken from the field book,,\n"), Options{})
	if err != nil {
		t.Fatal(err)
	}
	if want := []string{"r", "lost in the rain", "s", "t"}; !slices.Equal(table.Rows, want) {
		t.Errorf("rows %q", table.Rows)
	}
	const note = `2 lines below the table were left out: line 6, "Note: checked twice" and others.`
	if !slices.Contains(table.Notes, note) {
		t.Errorf("%q", table.Notes)
	}
}

// TestLinksAreRead: a list of links becomes the table of a network; rows with a name and a group do not, nor does any
// table that is read as it stands.
func TestLinksAreRead(t *testing.T) {
	for text, want := range map[string]bool{
		"source,target,weight\na,b,.5\nb,c,.25\nc,d,1\n": true, "from,to\n1,2\n2,3\n3,1\n": true,
		"x,y,score\nP1,P2,.5\nP2,P3,.25\nP3,P1,1\n": true, "id,kind,mass\na,x,1.5\nb,y,2.5\nc,x,3\n": false,
		"a,b\n1,2\n2,3\n3,1\n": false, "a,b,m\nno,yes,1\nyes,no,2\nno,no,3\nyes,yes,4\n": false,
	} {
		for _, asIs := range []bool{false, true} {
			table, err := Bytes("a.csv", "", []byte(text), Options{AsIs: asIs})
			if err != nil {
				t.Errorf("%q: %v", text, err)
				continue
			}
			_, network := table.Network()
			if want := want && !asIs; network != want || table.Links != want {
				t.Errorf("%q, as it stands %v: %v, %q", text, asIs, network, table.Notes)
			}
		}
	}
}

// TestLinksAreReadAgain: the options of the preview read a list as the preview does, and what a line skips counts for
// errors.
func TestLinksAreReadAgain(t *testing.T) {
	text := []byte("made by hand\nfrom;to;weight\na;b;0,5\nb;c;1,5\n")
	o := Options{Skip: 1, Links: "directed"}
	p, err := ContentOf("a.csv", "", text).Look(t.Context(), o)
	if err != nil || p.Table == nil || p.Known != "a list of 3 nodes and 2 links" {
		t.Fatalf("%v, %+v", err, p)
	}
	table, err := Bytes("a.csv", "", text, p.Options)
	if err != nil || table.X.At(0, 1) != 0.5 || table.X.At(1, 0) != 0 || !slices.Equal(table.Rows, table.Columns) {
		t.Errorf("%v, %v", err, table)
	}
	_, err = Bytes("a.csv", "", append(text, "c;a;heavy\n"...), o)
	if err == nil || !strings.Contains(err.Error(), "a.csv, line 5: the weight") {
		t.Errorf("%v", err)
	}
}

// TestLettersAfterWholeNumbers: 3a among 2 and 4 is a label, and no number with a unit.
func TestLettersAfterWholeNumbers(t *testing.T) {
	text := "id,experiment,y\n"
	for i := range 12 {
		text += fmt.Sprintf("r%d,%s,%d.5\n", i, []string{"1", "2", "3a", "4"}[i%4], i)
	}
	table, err := Bytes("x.csv", "", []byte(text), Options{})
	if err != nil || len(table.Columns) != 1 || len(table.Annotations) != 1 || table.Annotations[0].Values[2] != "3a" {
		t.Errorf("%v %v, %v", table.Columns, table.Annotations, err)
	}
}
