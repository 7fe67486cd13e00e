package read

import (
	"slices"
	"strings"
	"testing"
)

// TestHeadersOfTwoLines: groups above the names, labels and descriptions below them are annotations of the columns;
// units are not taken for labels.
func TestHeadersOfTwoLines(t *testing.T) {
	const percent = "site,cover,dose,mass,depth\nA,12%,5 mg,1.5 kg,3 m\n"
	for head, want := range map[string]int{percent: 4, "Report,,3/13/2015,,\nplant,d1,d2,w1,w2\n": 3} {
		table, err := Bytes("a.csv", "", []byte(head+"B,1,2,3,4\nC,2.5,3,1,1\nD,1,1,2,2\n"), Options{})
		if err != nil || len(table.Rows) != want ||
			len(table.ColumnAnnotations) > 0 && table.ColumnAnnotations[0].Name != "unit" {
			t.Errorf("%q: %v, %v", head, table, err)
		}
	}
	const rows = "A,1,2,3,4\nB,2.5,3,1,1\nC,1,1,2,2\n"
	for _, c := range []struct{ head, columns, name, values string }{
		{",dry,dry,wet,wet\nplant,d1,d2,w1,w2\n", "d1 d2 w1 w2", "group", "dry dry wet wet"},
		{"plant,d1,d2,w1,w2\nCondition,dry,dry,wet,wet\n", "d1 d2 w1 w2", "Condition", "dry dry wet wet"},
		{",dry,,wet,\nplant,d1,d2,w1,w2\n", "d1 d2 w1 w2", "group", "dry dry wet wet"},
		{",dry,,wet,\nplant,cm,g,cm,g\n", "cm (dry) g (dry) cm (wet) g (wet)", "group", "dry dry wet wet"},
		{"plant,dry,,wet,\n,d1,d2,w1,w2\n", "d1 d2 w1 w2", "group", "dry dry wet wet"},
		{"plant,d1,d2,w1,w2\nD,dry,dry,wet,wet\n", "d1 d2 w1 w2", "D", "dry dry wet wet"},
		{"plant,d1,d2,w1,w2\nThe_plant_measured,how_very_dry_it_was,so_dry_it_was,how_wet_it_was,so_wet_it_was\n",
			"d1 d2 w1 w2", "description", "how_very_dry_it_was so_dry_it_was how_wet_it_was so_wet_it_was"},
		{"plant,d1,d2,w1,w2\n,cm,cm,g,g\n", "d1 (cm) d2 (cm) w1 (g) w2 (g)", "", ""},
	} {
		table, err := Bytes("a.csv", "", []byte(c.head+rows), Options{})
		if err != nil {
			t.Errorf("%q: %v", c.head, err)
			continue
		}
		if got := strings.Join(table.Columns, " "); got != c.columns || len(table.Rows) != 3 {
			t.Errorf("%q: columns %s, rows %q", c.head, got, table.Rows)
		}
		if c.name == "" {
			if len(table.ColumnAnnotations) > 0 && table.ColumnAnnotations[0].Name != "unit" {
				t.Errorf("%q: %v", c.head, table.ColumnAnnotations)
			}
			continue
		}
		a := table.ColumnAnnotations[0]
		if a.Name != c.name || !slices.Equal(a.Values, strings.Fields(c.values)) {
			t.Errorf("%q: %s %q", c.head, a.Name, a.Values)
		}
	}
}

// TestDaysAndThings: days written as numbers and numbers of things are annotations; other whole numbers are measured.
func TestDaysAndThings(t *testing.T) {
	for text, want := range map[string]string{
		"id,taken,x\na,20190403,1.5\nb,20190512,2\nc,20201130,1\n": "x",
		"id,taken,x\na,20190403,1.5\nb,20191312,2\nc,20201130,1\n": "taken x",
		"id,isolate,x\na,17,1.5\nb,4,2\nc,31,1\n":                  "x",
		"id,plot,x\na,17,1.5\nb,17,2\nc,31,1\n":                    "plot x",
		"id,Patient,x\na,17,1.5\nb,17,2\nc,31,1\n":                 "x",
	} {
		table, err := Bytes("a.csv", "", []byte(text), Options{})
		if err != nil || strings.Join(table.Columns, " ") != want {
			t.Errorf("%q: %v, %v", text, table, err)
		}
	}
}
