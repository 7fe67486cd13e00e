//go:build validate

package catalog_test

import (
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"slices"
	"strings"
	"testing"

	"example.org/espalier/inference"
	"example.org/espalier/inference/catalog"
	"example.org/espalier/inference/inferencetest"
)

// costVariable tells a process of this test which fit to measure: a table, its model and its columns.
const costVariable = "ESPALIER_COLUMNS_COST"

// costData returns a table of the samples, or one drawn from a model with factors: MODEL ROWS COLUMNS.
func costData(t *testing.T, name string) *inference.Dataset {
	t.Helper()
	var model string
	var n, d int
	if _, err := fmt.Sscanf(name, "%s %d %d", &model, &n, &d); err != nil {
		return columnData(t, name)
	}
	m, err := catalog.Find(model)
	if err != nil {
		t.Fatal(err)
	}
	s := m.Info().Defaults()
	if s.Has("columns") {
		for k, v := range map[string]string{"columns": "factors", "noise": "0.05"} {
			if err := s.Set(k, v); err != nil {
				t.Fatal(err)
			}
		}
	}
	drawn, err := m.(inference.PriorSampler).Sample(n, d, s, rand.New(rand.NewPCG(1, 171)))
	if err != nil {
		t.Fatal(err)
	}
	table := &inference.Table{Name: name, X: drawn.X, Kind: inference.Continuous}
	for i := range n {
		table.Rows = append(table.Rows, fmt.Sprint("row ", i+1))
	}
	for j := range d {
		table.Columns = append(table.Columns, fmt.Sprint("column ", j+1))
	}
	data, err := table.Prepare(inference.Preprocessing{Centre: true, Scale: true})
	if err != nil {
		t.Fatal(err)
	}
	return data
}

// measureCost does one fit and prints its processor time, in seconds.
func measureCost(t *testing.T, task string) {
	part := strings.Split(task, ",")
	data := costData(t, part[0])
	steps := 30
	if _, d := data.Dims(); d > 10_000 {
		steps = 10
	}
	used := inferencetest.ProcessorTime()
	fitFactors(t, contender{part[1], part[1], map[string]string{"columns": part[2]}, 1, steps}, data, 1)
	fmt.Printf("cost %.3f %d\n", (inferencetest.ProcessorTime() - used).Seconds(), peakMemory())
}

// peakMemory returns the greatest memory of this process in MB, 0 where the system does not tell.
func peakMemory() (megabytes int) {
	text, err := os.ReadFile("/proc/self/status")
	if err != nil {
		return 0
	}
	_, after, _ := strings.Cut(string(text), "VmHWM:")
	_, _ = fmt.Sscan(after, &megabytes)
	return megabytes >> 10
}

// costOf runs a fit in a process of its own.
func costOf(t *testing.T, task string) (seconds float64, megabytes int) {
	t.Helper()
	c := exec.Command(os.Args[0], "-test.run", "^TestValidateColumnsCost$", "-test.timeout", "3h")
	c.Env = append(os.Environ(), costVariable+"="+task, "GOMAXPROCS=1")
	out, err := c.CombinedOutput()
	_, after, found := strings.Cut(string(out), "cost ")
	if err != nil || !found {
		t.Fatalf("%s: %v\n%s", task, err, out)
	}
	if _, err := fmt.Sscan(after, &seconds, &megabytes); err != nil {
		t.Fatal(err)
	}
	return seconds, megabytes
}

// TestValidateColumnsCost holds the processor time of a fit whose columns vary together against that with independent
// columns, and bounds that of factors of very many columns, and their memory.
func TestValidateColumnsCost(t *testing.T) {
	if task := os.Getenv(costVariable); task != "" {
		measureCost(t, task)
		return
	}
	var b strings.Builder
	b.WriteString("| table, rows × columns | model | columns | seconds | independent | times as long | memory |\n|---|---|---|---|---|---|---|\n")
	line := func(table, model, form string, runs int, most float64) {
		var times [2][]float64
		memory := 0
		for range runs {
			for i, f := range []string{form, "independent"} {
				seconds, megabytes := costOf(t, table+","+model+","+f)
				times[i] = append(times[i], seconds)
				if i == 0 {
					memory = max(memory, megabytes)
				}
			}
		}
		together, alone := slices.Min(times[0]), slices.Min(times[1])
		n, d := costData(t, table).Dims()
		name, _, _ := strings.Cut(table, " ")
		if name != table {
			name = "drawn"
		}
		fmt.Fprintf(&b, "| %s, %d × %d | %s | %s | %.2f | %.2f | %.1f | %d MB |\n", name, n, d, model, form, together, alone,
			together/alone, memory)
		if together > most*alone {
			t.Errorf("%s, %s, %s: %.2f s, with independent columns %.2f s, wanted at most %g times", table, model, form,
				together, alone, most)
		}
	}
	const large, wide = "ddt 2000 171", "nsfa 171 12557"
	for _, table := range chosen([]string{"crabs", "iris", "wine", "glass", "olive_oils", "ddt 200 50", "ddt 2000 50",
		large, wide}, "TABLES") {
		switch table {
		case large:
			line(table, "ddt", "factors", 1, 3.3)
		case wide:
			seconds, memory := costOf(t, table+",ddt,factors")
			fmt.Fprintf(&b, "| drawn, 171 × 12557 | ddt | factors | %.0f | | | %d MB |\n", seconds, memory)
			if seconds > 300 || memory > 2000 {
				t.Errorf("%s: %.0f s and %d MB, wanted at most 300 s and 2,000 MB", table, seconds, memory)
			}
		default:
			for _, model := range []string{"pydt", "ddt"} {
				line(table, model, "covariance", 3, 2.2)
			}
		}
	}
	writeTable(t, "columns-cost", b.String())
}
