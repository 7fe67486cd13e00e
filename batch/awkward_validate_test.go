//go:build validate && linux

package batch

import (
	"bytes"
	"encoding/json"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"example.org/espalier/inference/catalog"
	"example.org/espalier/inference/inferencetest/awkward"
)

// awkwardWays are the ways in which every model is fitted to every awkward table.
var awkwardWays = [][]string{nil, {"--raw"}, {"--holdout", "0.2"}}

// awkwardMethods are settings of models that take another way through their code.
var awkwardMethods = [][]string{
	{"pydt", "columns=independent"}, {"pydt", "columns=covariance"}, {"pydt", "columns=factors"}, {"pydt", "columns=tree"},
	{"ddt", "columns=covariance"}, {"pydt", "method=mp"}, {"ddt", "method=mp"}, {"pydt", "method=mcmc"}, {"ddt", "method=mcmc"},
	{"pydt", "method=mcmc", "columns=covariance"}, {"pydt", "method=mcmc", "columns=factors"}, {"pydt", "method=mcmc", "columns=tree"},
	{"pydt", "method=mcmc", "temperatures=2"}, {"ddt", "method=ais", "annealing=20"}, {"pydt", "method=ais", "annealing=20", "columns=covariance"},
	{"agglomerative", "distance=mahalanobis"}, {"agglomerative", "distance=correlation", "linkage=average"}, {"agglomerative", "linkage=diana"},
	{"nsfa", "features=rows"}, {"nsfa", "update=plain"}, {"fa", "features=rows"}, {"pca", "features=rows"}, {"spca", "features=rows"},
	{"vbmfa", "noise=isotropic"}, {"vbmfa", "start=kmeans"}, {"mlmfa", "noise=isotropic"}, {"dpmm", "covariance=full"}, {"dpmm", "covariance=diagonal", "start=apart"},
	{"outtree", "conditional=linear"}, {"outtree", "roots=any"}, {"glasso", "criterion=stars"}, {"glasso", "criterion=holdout", "penalties=adaptive"},
	{"chowliu", "criterion=all"}, {"chowliu", "columns=mixed"}, {"relevance", "measure=information"}, {"relevance", "statistic=pearson"},
	{"neighbours", "choice=cv"}, {"neighbours", "choice=components"}, {"treemixture", "method=mixture"},
	{"dag", "method=exact", "score=bge"}, {"dag", "method=partition"}, {"dag", "over=orders"},
}

// awkwardModels fits every model to every awkward table, as it is, without preprocessing, and with rows held out.
func awkwardModels(t *testing.T) (cases, wrong int) {
	for _, m := range catalog.Models() {
		for _, way := range awkwardWays {
			c, w := awkwardFits(t, append([]string{"-m", m.Info().Name}, way...)...)
			cases, wrong = cases+c, wrong+w
		}
	}
	return cases, wrong
}

// awkwardOptions fits the other methods of the models to every awkward table.
func awkwardOptions(t *testing.T) (cases, wrong int) {
	for _, method := range awkwardMethods {
		args := []string{"-m", method[0]}
		for _, s := range method[1:] {
			args = append(args, "--set", s)
		}
		c, w := awkwardFits(t, args...)
		cases, wrong = cases+c, wrong+w
	}
	return cases, wrong
}

// awkwardFits fits every awkward table with these arguments. A fit ends with a result of which every number can be, or with one
// sentence.
func awkwardFits(t *testing.T, args ...string) (cases, wrong int) {
	only := os.Getenv("ESPALIER_AWKWARD") // tables whose names have this, to look at some
	for _, table := range awkward.Tables() {
		if !strings.Contains(table.Name, only) {
			continue
		}
		dir := t.TempDir()
		path := filepath.Join(dir, "t.csv")
		if err := os.WriteFile(path, awkwardText(table), 0o644); err != nil {
			t.Fatal(err)
		}
		var out, errs bytes.Buffer
		cases++
		all := append([]string{"fit", path, "--iterations", "3", "--threads", "1", "-q", "--out", filepath.Join(dir, "out")}, args...)
		status := Main(t.Context(), all, &out, &errs)
		why := ""
		switch {
		case crashed(status, errs.String()):
			why = errs.String()
		case status > 0 && (errs.Len() == 0 || strings.Count(errs.String(), "\n") > 2):
			why = "no sentence: " + errs.String()
		case status == 0:
			why = absurd(filepath.Join(dir, "out", lastFile))
		}
		if why != "" {
			wrong++
			t.Logf("%s, %s: status %d: %.600s", table.Name, strings.Join(args, " "), status, why)
		}
		if err := os.RemoveAll(dir); err != nil {
			t.Fatal(err)
		}
	}
	return cases, wrong
}

// awkwardText writes a table as CSV.
func awkwardText(table awkward.Table) []byte {
	var b bytes.Buffer
	b.WriteString("name")
	for j := range table.Cells[0] {
		fmt.Fprintf(&b, ",c%d", j)
	}
	for i, row := range table.Cells {
		fmt.Fprintf(&b, "\nr%d", i)
		for _, v := range row {
			b.WriteByte(',')
			if !math.IsNaN(v) {
				b.WriteString(strconv.FormatFloat(v, 'g', -1, 64))
			}
		}
	}
	b.WriteByte('\n')
	return b.Bytes()
}

// mostNats is the largest log density, of a table or a row, that can be: no awkward table has a thousand cells, and the logarithm
// of no number is above 745.
const mostNats = 1e6

// absurd says which number of a result cannot be, "" if all can.
func absurd(path string) string {
	text, err := os.ReadFile(path)
	if err != nil {
		return err.Error()
	}
	var r map[string]any
	if err := json.Unmarshal(text, &r); err != nil {
		return err.Error()
	}
	for _, word := range []string{"NaN", "Inf", "∞"} {
		if strings.Contains(string(text), word) {
			return "a result with " + word
		}
	}
	var look func(path string, v any, nats bool) string
	look = func(path string, v any, nats bool) string {
		switch v := v.(type) {
		case float64:
			if nats && !(math.Abs(v) <= mostNats) {
				return fmt.Sprintf("%s is %g", path, v)
			}
		case nil: // so NaN is written, which may mean that there is no such number
			if strings.HasPrefix(path, ".trace") && !strings.Contains(path, "standard_error") || strings.HasSuffix(path, "mean") {
				return path + " is null"
			}
		case []any:
			for i, w := range v {
				if why := look(fmt.Sprintf("%s[%d]", path, i), w, nats); why != "" {
					return why
				}
			}
		case map[string]any:
			for k, w := range v {
				if why := look(path+"."+k, w, nats && k != "standard_deviation" || path != ".trace" && (strings.Contains(k, "evidence") || strings.Contains(k, "log_"))); why != "" {
					return why
				}
			}
		}
		return ""
	}
	return look("", map[string]any(r), false)
}
