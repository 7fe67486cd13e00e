package teach

import (
	"context"
	"strings"
	"testing"

	"example.org/espalier/inference"
	"example.org/espalier/sampledata"
)

// TestStagesSayWhatTheyAre: a stage is no model, and reads no table unless asked to.
func TestStagesSayWhatTheyAre(t *testing.T) {
	course, err := Request{Stage: "crp", Set: []string{"customers=20"}, Seed: 3}.Open(nil)
	if err != nil {
		t.Fatal(err)
	}
	if err := course.To(context.Background(), 8); err != nil {
		t.Fatal(err)
	}
	m := course.Metadata("Espalier 1.0")
	const methods = "The figure shows step 8 of 20 of the teaching stage “The Chinese restaurant process” of Espalier 1.0, " +
		"with concentration = 2, discount = 0, customers = 20, seed 3. No table was read."
	if got := m.Methods(); got != methods {
		t.Errorf("methods\n%s\nwant\n%s", got, methods)
	}
	const end = " Step 8 of 20 of a teaching stage, with concentration = 2, discount = 0, customers = 20, seed 3. Made with Espalier 1.0."
	if got := m.Caption(); !strings.HasPrefix(got, "The Chinese restaurant process. 8 customers at ") || !strings.HasSuffix(got, end) {
		t.Errorf("caption %s", got)
	}
	for _, s := range Stages() {
		c, err := Request{Stage: s.Name}.Open(nil)
		if err != nil {
			t.Fatal(err)
		}
		m := c.Metadata("Espalier")
		if text := m.Methods(); strings.Contains(text, "fitted") || !strings.HasSuffix(text, "No table was read.") {
			t.Errorf("%s: %s", s.Name, text)
		}
	}
}

// TestStageNamesTheTableThatItShows, and only then, with the rows that it took.
func TestStageNamesTheTableThatItShows(t *testing.T) {
	table, err := sampledata.Open("crabs")
	if err != nil {
		t.Fatal(err)
	}
	data, err := table.Prepare(inference.Preprocessing{Centre: true, Scale: true})
	if err != nil {
		t.Fatal(err)
	}
	for source, want := range map[string]string{"table": "The table is crabs (12 rows, 5 columns).", "sample": "No table was read."} {
		course, err := Request{Stage: "posterior", Set: []string{"rows=12", "data=" + source}}.Open(data)
		if err != nil {
			t.Fatal(err)
		}
		m := course.Metadata("Espalier")
		if got := m.Methods(); !strings.HasSuffix(got, want) {
			t.Errorf("%s\nends otherwise than %q", got, want)
		}
	}
}
