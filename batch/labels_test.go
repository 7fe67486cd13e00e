package batch

import (
	"fmt"
	"math"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// Names of columns, rows and groups are no names of files: whatever they hold, the same files are written, all in the folder that was named.
func TestLabelsNameNoFiles(t *testing.T) {
	table := func(columns []string, group func(int) string) string {
		var b strings.Builder
		fmt.Fprintf(&b, "row,\"%s\"\n", strings.Join(columns, `","`))
		for i := range 24 {
			fmt.Fprintf(&b, "\"%s%d\"", group(i), i)
			for j := range len(columns) - 1 {
				fmt.Fprintf(&b, ",%.3f", math.Sin(float64(i*(j+3)))+float64(3*(i%3)))
			}
			fmt.Fprintf(&b, ",\"%s\"\n", group(i%3))
		}
		path := filepath.Join(t.TempDir(), "t.csv")
		if err := os.WriteFile(path, []byte(b.String()), 0o600); err != nil {
			t.Fatal(err)
		}
		return path
	}
	long := strings.Repeat("L", 400)
	bad := []string{"../../level", "a/b\x1b[31m", long}
	for _, args := range [][]string{{"-m", "kmeans"}, {"-m", "gaussian", "--figures", "svg"}, {"-m", "glasso"}, {"-m", "ddt", "--iterations", "2"}, {"-m", "nsfa", "--iterations", "5"}} {
		var files [2]string
		for k, path := range []string{table([]string{"a", "b", "c", "d", "kind"}, func(i int) string { return "g" + fmt.Sprint(i%3) }),
			table([]string{"../../column", "x/y", "..", "\x07\x1b]0;title\x07" + long, "k/../ind"}, func(i int) string { return bad[i%3] })} {
			parent := t.TempDir()
			label := []string{"kind", "k/../ind"}[k]
			must(t, append([]string{"fit", path, "--labels", label, "--out", filepath.Join(parent, "in", "out"), "-q"}, args...)...)
			if got := strings.Join(names(t, parent), " "); got != "in" {
				t.Errorf("%v: beside the folder are %s", args, got)
			}
			files[k] = strings.Join(names(t, filepath.Join(parent, "in", "out")), " ")
		}
		if files[0] != files[1] || files[0] == "" {
			t.Errorf("%v: files are %s, under other labels %s", args, files[0], files[1])
		}
	}
}
