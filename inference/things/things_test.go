package things

import (
	"fmt"
	"testing"
)

func TestSay(t *testing.T) {
	n := Nouns{Rows: NounOf("sample"), Columns: NounOf("gene")}
	for text, want := range map[string]string{
		"1 row × 20 columns":            "1 sample × 20 genes",
		"cluster 1, 86 rows":            "cluster 1, 86 samples",
		"Rows of one column":            "Samples of one gene",
		"an arrow, a borrowed rowboat":  "an arrow, a borrowed rowboat",
		"73 of 800 rows named · column": "73 of 800 samples named · gene",
	} {
		if got := n.Say(text); got != want {
			t.Errorf("%q becomes %q, want %q", text, got, want)
		}
	}
	if got := (Nouns{}).Say("3 rows"); got != "3 rows" {
		t.Errorf("without nouns %q", got)
	}
	half := Nouns{Rows: NounOf("species")}
	if got := half.Say("3 rows × 1 column, 1 row"); got != "3 species × 1 column, 1 species" {
		t.Errorf("%q", got)
	}
	if got := half.Say("1 leaf of 3 leaves"); got != "1 species of 3 species" {
		t.Errorf("leaves are %q", got)
	}
	if got := half.Turned().Say("3 rows × 2 columns"); got != "3 rows × 2 species" {
		t.Errorf("turned: %q", got)
	}
	if got := half.Or(n).Say("row, column"); got != "species, gene" {
		t.Errorf("filled: %q", got)
	}
}

func TestNounOf(t *testing.T) {
	for one, many := range map[string]string{"gene": "genes", "glass": "glasses", "mouse": "mice", "person": "people",
		"species": "species"} {
		if got := NounOf(one); got.One != one || got.Many != many {
			t.Errorf("%+v", got)
		}
	}
}

func TestRead(t *testing.T) {
	for text, want := range map[string]Noun{"gene": {"gene", "genes"}, " mouse ,  mice ": {"mouse", "mice"},
		"ox, oxen": {"ox", "oxen"}, "": {}, " , many": {}, "a\nkind": {"a kind", "a kinds"}} {
		if got := Read(text); got != want {
			t.Errorf("%q is %+v", text, got)
		} else if again := Read(got.Text()); again != got {
			t.Errorf("%q is read again as %+v", got.Text(), again)
		}
	}
}

func TestGuess(t *testing.T) {
	list := func(format string) (names []string) {
		for i := range 40 {
			names = append(names, fmt.Sprintf(format, i+1))
		}
		return names
	}
	plain := []string{"length", "width", "depth"}
	for name, c := range map[string]struct {
		header        string
		rows, columns []string
		across        bool
		want          string
	}{
		"a header":              {"species", []string{"Canis_lupus", "Felis_catus"}, plain, false, "species × columns"},
		"a header with more":    {"Patient_ID", []string{"a", "b"}, plain, false, "patients × columns"},
		"genes by their header": {"gene_symbol", []string{"a", "b"}, []string{"ctrl", "heat"}, false, "genes × samples"},
		"numbered names":        {"id", list("patient%03d"), plain, false, "patients × columns"},
		"genes as columns":      {"", list("x%d"), list("ENSG%09d"), false, "samples × genes"},
		"probes as columns":     {"patient", list("ALL%d"), list("%d_s_at"), false, "patients × probes"},
		"systematic names":      {"", list("YAL%03dC"), list("alpha_%d"), false, "genes × samples"},
		"a form of counts":      {"", list("x%d"), list("run%d"), true, "genes × samples"},
		"nothing":               {"id", list("BM%d"), plain, false, "rows × columns"},
		"pixels":                {"id", list("img%04d"), list("p%02d"), false, "rows × columns"},
		"an order of things":    {"order", []string{"first", "second"}, plain, false, "rows × columns"},
	} {
		if got := Guess(c.header, c.rows, c.columns, c.across).Say("rows × columns"); got != c.want {
			t.Errorf("%s: %q, want %q", name, got, c.want)
		}
	}
}
