//go:build validate

package catalog_test

import (
	"bytes"
	"encoding/json"
	"fmt"
	"math"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"example.org/espalier/inference"
	"example.org/espalier/inference/algorithm/lasso"
	"example.org/espalier/inference/inferencetest"
	"example.org/espalier/inference/kind/graph"
	"example.org/espalier/inference/stat/recovery"
	"example.org/espalier/sampledata"

	"gonum.org/v1/gonum/mat"
	"gonum.org/v1/gonum/stat"
)

// sparsePrecision draws a network of p columns and N rows: about edges partial dependences of random
// sign, the diagonal so large that the precision is positive definite. Columns are standardised.
func sparsePrecision(n, p, edges int, rng *rand.Rand) (*inference.Dataset, *recovery.Truth) {
	omega, truth := mat.NewSymDense(p, nil), &recovery.Truth{T: p}
	for len(truth.Edges) < edges {
		i, j := rng.IntN(p), rng.IntN(p)
		if i >= j || omega.At(i, j) != 0 {
			continue
		}
		v := 0.3 + 0.4*rng.Float64()
		if rng.IntN(2) == 0 {
			v = -v
		}
		omega.SetSym(i, j, v)
		truth.Edges = append(truth.Edges, [2]int{i, j})
	}
	for i := range p {
		sum := 0.3
		for j := range p {
			if j != i {
				sum += math.Abs(omega.At(i, j))
			}
		}
		omega.SetSym(i, i, sum)
	}
	var c mat.Cholesky
	c.Factorize(omega)
	var lower mat.TriDense
	c.LTo(&lower)
	x := mat.NewDense(n, p, nil)
	for i := range n {
		z := mat.NewVecDense(p, nil)
		for j := range p {
			z.SetVec(j, rng.NormFloat64())
		}
		var v mat.VecDense
		if err := v.SolveVec(lower.T(), z); err != nil {
			panic(err)
		}
		x.SetRow(i, v.RawVector().Data)
	}
	standardise(x)
	return inferencetest.DatasetOf(x), truth
}

func standardise(x *mat.Dense) {
	n, d := x.Dims()
	for j := range d {
		c := mat.Col(nil, j, x)
		mean, sd := stat.MeanStdDev(c, nil)
		for i := range n {
			x.Set(i, j, (c[i]-mean)/sd)
		}
	}
}

// byPath is a network of all pairs that any penalty of a path joins, those that the largest penalties join first.
func byPath(g *graph.Graph) *graph.Graph {
	out := &graph.Graph{Over: g.Over, Nodes: g.Nodes, Measure: g.Measure}
	seen := map[[2]int]bool{}
	for k, p := range g.Path {
		for _, pair := range p.Joined {
			if !seen[pair] {
				seen[pair] = true
				out.Edges = append(out.Edges, graph.Edge{From: pair[0], To: pair[1], Strength: 1 - float64(k)/float64(len(g.Path))})
			}
		}
	}
	return out
}

// onPath names the contender whose pairs are in the order of its path, whatever the criterion chose.
const onPath = "glasso, in the order of its path"

// TestValidateGraphsRecovery measures how well each model finds networks that are known.
func TestValidateGraphsRecovery(t *testing.T) {
	forms := []contender{
		{"ggm", "ggm", nil, 1, 300}, {"glasso", "glasso", nil, 1, 1000},
		{"glasso, `criterion=holdout`", "glasso", map[string]string{"criterion": "holdout"}, 1, 1000},
		{onPath, "glasso", nil, 1, 1000}, {"neighbours", "neighbours", map[string]string{"rule": "or"}, 1, 1},
		{"dag", "dag", map[string]string{"method": "partition"}, 1, 300}, {"treemixture", "treemixture", nil, 1, 1},
		{"chowliu", "chowliu", nil, 1, 1}, {"relevance", "relevance", nil, 1, 1},
	}
	const networks = 4
	sizes := []int{50, 200, 1000}
	var b strings.Builder
	b.WriteString("\n| model | N = 50 | N = 200 | N = 1,000 | signalling, 600 rows | arrows of signalling the right way |\n|---|---|---|---|---|---|\n")
	table, err := sampledata.Open("signalling")
	if err != nil {
		t.Fatal(err)
	}
	cells, err := table.Prepare(inference.Preprocessing{Centre: true, Scale: true})
	if err != nil {
		t.Fatal(err)
	}
	edges, err := sampledata.Truth("signalling")
	if err != nil {
		t.Fatal(err)
	}
	pathway, err := recovery.Read(bytes.NewReader(edges), cells.Columns)
	if err != nil {
		t.Fatal(err)
	}
	fitted := func(c contender, data *inference.Dataset) *graph.Graph {
		g := graph.Of(fitFactors(t, c, data, 1).stepper.Snapshot())
		if c.name == onPath {
			return byPath(g)
		}
		return g
	}
	found := map[string][3]float64{}
	for _, c := range forms {
		fmt.Fprintf(&b, "| %s |", c.name)
		var means [3]float64
		for s, n := range sizes {
			var all []float64
			for k := range networks {
				data, truth := sparsePrecision(n, 20, 25, rand.New(rand.NewPCG(uint64(k), 15)))
				all = append(all, recovery.Of(fitted(c, data), truth, 0.5).AveragePrecision)
			}
			mean, sd := stat.MeanStdDev(all, nil)
			means[s] = mean
			fmt.Fprintf(&b, " %.2f ± %.2f |", mean, sd)
		}
		found[c.name] = means
		score := recovery.Of(fitted(c, cells), pathway, 0.5)
		fmt.Fprintf(&b, " %.2f |", score.AveragePrecision)
		if score.Pointed > 0 {
			fmt.Fprintf(&b, " %d of %d |\n", score.Forward, score.Pointed)
		} else {
			b.WriteString(" |\n")
		}
	}
	writeTable(t, "graphs-recovery", b.String())
	// Few rows are enough for the path of glasso, not for its criterion.
	if path, chosen := found[onPath][0], found["glasso"][0]; path < 0.4 || path <= chosen {
		t.Errorf("from 50 rows the path of glasso finds %.2f, its criterion %.2f", path, chosen)
	}
	// glasso and neighbours list only what their criterion chooses, so that few rows end their lists early.
	for _, name := range []string{"ggm", "glasso", "neighbours"} {
		if full := found[name][2]; full < 0.85 || full <= found["relevance"][2] {
			t.Errorf("%s finds %.2f from 1,000 rows, relevance %.2f", name, full, found["relevance"][2])
		}
	}
	for s, n := range sizes {
		if found["ggm"][s] <= found["relevance"][s] {
			t.Errorf("ggm finds %.2f of the networks from %d rows, relevance %.2f", found["ggm"][s], n, found["relevance"][s])
		}
	}
}

// optimality is the greatest violation of the conditions of the graphical lasso.
func optimality(s []float64, omega *mat.SymDense, lambda float64) float64 {
	p := omega.SymmetricDim()
	var c mat.Cholesky
	var w mat.SymDense
	if !c.Factorize(omega) || c.InverseTo(&w) != nil {
		return math.Inf(1)
	}
	worst := 0.0
	for i := range p {
		for j := range i + 1 {
			e := w.At(i, j) - s[i*p+j]
			switch o := omega.At(i, j); {
			case i == j:
				worst = max(worst, math.Abs(e))
			case o != 0:
				worst = max(worst, math.Abs(e-math.Copysign(lambda, o)))
			default:
				worst = max(worst, math.Abs(e)-lambda)
			}
		}
	}
	return worst
}

const (
	inR = `a <- commandArgs(TRUE); suppressMessages(library(glasso)); s <- as.matrix(read.csv(a[1], header=FALSE)); l <- as.numeric(a[2])
t <- system.time(f <- glasso(s, l, penalize.diagonal=FALSE, thr=as.numeric(a[3]), maxit=10000))[1:2]; t <- sum(t); f$wi <- (f$wi+t(f$wi))/2
write.table(f$wi, a[4], sep=",", row.names=FALSE, col.names=FALSE); cat(t)`
	inPython = `import sys,time,numpy as np,warnings; warnings.simplefilter("ignore"); from sklearn.covariance import graphical_lasso
s=np.loadtxt(sys.argv[1],delimiter=","); t=time.process_time(); c,p=graphical_lasso(s,alpha=float(sys.argv[2]),tol=float(sys.argv[3]),max_iter=1000)
print(time.process_time()-t,end=""); np.savetxt(sys.argv[4],p,delimiter=",")`
)

// TestValidateGraphsSolver compares the graphical lasso with R's glasso and scikit-learn at the same
// covariance and penalty, where these are installed.
func TestValidateGraphsSolver(t *testing.T) {
	var b strings.Builder
	b.WriteString("\n| table | columns | λ | edges | s | violation | R, s | difference | scikit-learn, s | difference |\n|---|---|---|---|---|---|---|---|---|---|\n")
	wine, tissue := columnData(t, "wine").X, columnData(t, "tissue_expression").X
	sim, _ := sparsePrecision(200, 500, 600, rand.New(rand.NewPCG(9, 15)))
	for _, c := range []struct {
		name   string
		x      *mat.Dense
		lambda float64
	}{{"wine", wine, 0.1}, {"tissue_expression, 171 columns", mat.DenseCopyOf(tissue.Slice(0, 189, 0, 171)), 0.4},
		{"simulated", sim.X, 0.2}} {
		n, p := c.x.Dims()
		var cov mat.SymDense
		stat.CovarianceMatrix(&cov, c.x, nil)
		s := make([]float64, p*p)
		var file strings.Builder
		for i := range p {
			for j := range p {
				s[i*p+j] = cov.At(i, j) * float64(n-1) / float64(n)
				if j > 0 {
					file.WriteByte(',')
				}
				fmt.Fprintf(&file, "%.17g", s[i*p+j])
			}
			file.WriteByte('\n')
		}
		folder := t.TempDir()
		in := filepath.Join(folder, "s.csv")
		if err := os.WriteFile(in, []byte(file.String()), 0o644); err != nil {
			t.Fatal(err)
		}
		var omega *mat.SymDense
		took := math.Inf(1) // the least of three, as of the others
		for range 3 {
			begun := inferencetest.ProcessorTime()
			g := lasso.New(p, s)
			g.Begin(c.lambda)
			for !g.Advance(math.MaxInt) {
			}
			omega = g.Precision()
			took = min(took, (inferencetest.ProcessorTime() - begun).Seconds())
		}
		edges := 0
		for i := range p {
			for j := range i {
				if omega.At(i, j) != 0 {
					edges++
				}
			}
		}
		worst := optimality(s, omega, c.lambda)
		if worst > 1e-8 {
			t.Errorf("%s: the conditions are violated by %v", c.name, worst)
		}
		fmt.Fprintf(&b, "| %s | %d | %v | %d | %.3f | %.0e |", c.name, p, c.lambda, edges, took, worst)
		for _, solver := range []struct{ program, flag, text, tolerance string }{{"Rscript", "-e", inR, "1e-6"},
			{"/usr/bin/python3", "-c", inPython, "1e-4"}} {
			out := filepath.Join(folder, "omega.csv")
			theirs := math.Inf(1)
			for range 3 {
				command := exec.Command(solver.program, solver.flag, solver.text, in, fmt.Sprint(c.lambda), solver.tolerance, out)
				command.Env = append(os.Environ(), "OMP_NUM_THREADS=1", "OPENBLAS_NUM_THREADS=1")
				printed, err := command.Output()
				if err != nil {
					t.Logf("%s: %v", solver.program, err)
					break
				}
				var once float64
				if _, err := fmt.Sscan(string(printed), &once); err != nil {
					t.Fatal(err)
				}
				theirs = min(theirs, once)
			}
			if math.IsInf(theirs, 1) { // it is not there
				b.WriteString(" | |")
				continue
			}
			apart := difference(t, out, omega)
			fmt.Fprintf(&b, " %.2f | %.0e |", theirs, apart)
			if apart > 0.05 {
				t.Errorf("%s: %s differs by %v", c.name, solver.program, apart)
			}
			if p == 500 && theirs < 5*took {
				t.Errorf("%s took %.2f s, ours %.2f", solver.program, theirs, took)
			}
		}
		b.WriteString("\n")
	}
	writeTable(t, "graphs-solver", b.String())
}

// difference is the greatest between a matrix in a file and omega.
func difference(t *testing.T, file string, omega *mat.SymDense) float64 {
	t.Helper()
	text, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	worst := 0.0
	for i, line := range strings.Split(strings.TrimSpace(string(text)), "\n") {
		for j, cell := range strings.Split(line, ",") {
			var v float64
			if err := json.Unmarshal([]byte(strings.TrimSpace(cell)), &v); err != nil {
				t.Fatalf("%s: %v", cell, err)
			}
			worst = max(worst, math.Abs(v-omega.At(i, j)))
		}
	}
	return worst
}
