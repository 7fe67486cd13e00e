package catalog

import (
	"strings"
	"testing"

	"example.org/espalier/sampledata"

	"example.org/espalier/inference"
)

// A complete table is not said to have missing cells, by any model.
func TestCompleteTablesHaveNoGaps(t *testing.T) {
	table, err := sampledata.Open("iris")
	if err != nil {
		t.Fatal(err)
	}
	data, err := table.Prepare(inference.Preprocessing{Centre: true, Scale: true})
	if err != nil {
		t.Fatal(err)
	}
	for _, m := range Models() {
		notes, err := m.Check(data, m.Info().Defaults())
		if err != nil && strings.Contains(err.Error(), "issing") {
			t.Errorf("%s: %v", m.Info().Name, err)
		}
		for _, n := range notes {
			if strings.Contains(n, "issing cell") || strings.Contains(n, "are missing;") {
				t.Errorf("%s: %s", m.Info().Name, n)
			}
		}
	}
}
