//go:build validate

package search

import (
	"fmt"
	"math"
	"math/rand/v2"
	"strings"
	"testing"

	"example.org/espalier/inference/inferencetest"
	"example.org/espalier/inference/model/pydt/evidence"
	"example.org/espalier/inference/model/pydt/hyper"
	"example.org/espalier/inference/model/pydt/polishing"
	"example.org/espalier/inference/model/pydt/posterior"
	"example.org/espalier/inference/model/pydt/priors"
	"example.org/espalier/inference/model/pydt/problem"
	"example.org/espalier/inference/model/pydt/pydttest"
	"example.org/espalier/inference/process/pitmanyor"
	"example.org/espalier/inference/process/timetree"
)

// TestValidateMessages makes the tables of method mp: how often messages converge, and its
// evidence against that of importance sampling and of method em.
func TestValidateMessages(t *testing.T) {
	var b strings.Builder
	defer pydttest.WriteTable(t, "messages", &b)
	t.Run("convergence", func(t *testing.T) { validateConvergence(t, &b) })
	t.Run("evidence", func(t *testing.T) { validateEvidence(t, &b) })
}

// learntState is a tree with a sample of the prior at its leaves (θ = α = 0, c = σ² = 1,
// noise 0.01), or one of random structure with that sample's rows.
func learntState(rng *rand.Rand, n, d int, random bool) (*posterior.State, *problem.Problem) {
	draw := hyper.SamplePrior(n, d, make([]string, n), hyper.Hyper{Prior: pitmanyor.NewPrior(0, 0, n), C: 1, Sigma2: 1,
		Noise: 0.01}, rng)
	p := problem.New(draw.X)
	s := posterior.NewState(p, hyper.New(p, 1, 1, 0, 0, 0.01, false, false, true, true, true))
	if !random {
		s.Adopt(draw.Tree)
		return s, p
	}
	order := rng.Perm(n)
	s.Begin(int32(order[0]), int32(order[1]))
	for _, r := range order[2:] {
		for {
			nodes := s.Preorder()
			v := nodes[rng.IntN(len(nodes))]
			if low, high := s.Rem[v], s.ParentRem(v); high > low {
				s.Link(int32(r), timetree.Position{Node: v, Rem: low + (high-low)*(0.1+0.8*rng.Float64())})
				break
			}
		}
	}
	s.Recompute()
	return s, p
}

// polishAll sets times, σ² and c to their values under method em.
func polishAll(s *posterior.State, p *problem.Problem) {
	q := polishing.New(s, p.Cells, 100, 1e-8)
	q.Restructure = false
	for !q.Advance(1 << 30) {
	}
}

func validateConvergence(t *testing.T, b *strings.Builder) {
	b.WriteString(
		"\nMessages on 100 random trees of 2 to 100 leaves for each row, 600 in all, as precisely as a search needs; times\n" +
			"begin at those of method em. Half of them are drawn from the prior with their data, half are random structures with data of\n" +
			"another tree. Wanted: 90 of 100 without fallback.\n\n" +
			"| columns | trees | converged | of these with damping | sweeps, mean | with a factor at α < 1 |\n|---|---|---|---|---|---|\n")
	for _, d := range []int{2, 5, 20} {
		for _, random := range []bool{false, true} {
			converged, damped, sweeps, reduced := 0, 0, 0, 0
			for seed := range uint64(100) {
				rng := rand.New(rand.NewPCG(seed, 77))
				s, p := learntState(rng, 2+rng.IntN(99), d, random)
				polishAll(s, p)
				j := newJudge(p, s.Hyper, s.Capture())
				for !j.advance(1 << 30) {
				}
				r := j.run.Result()
				if r.Converged {
					converged++
					sweeps += r.Sweeps
					if r.Damping > 0 {
						damped++
					}
					if r.Reduced > 0 {
						reduced++
					}
				}
			}
			kind := map[bool]string{false: "of the data", true: "random"}[random]
			fmt.Fprintf(b, "| %d | %s | %d of 100 | %d | %.1f | %d |\n", d, kind, converged, damped,
				float64(sweeps)/float64(max(converged, 1)), reduced)
			if converged < 90 {
				t.Errorf("D = %d, %s: %d of 100 trees converged", d, kind, converged)
			}
		}
	}
}

// logJoint returns the exact log density of data, structure, times, σ² and c in the
// coordinates of importance sampling: logits of r_v/r_pa, then log σ² and log c.
func logJoint(s *posterior.State, z []float64) float64 {
	h := &s.Hyper
	n := len(z) - 2
	h.Sigma2, h.C, h.LnC = math.Exp(z[n]), math.Exp(z[n+1]), z[n+1]
	h.Kappa, h.Constant = 0, 0
	sum := priors.Tau.Log(1/h.Sigma2) - z[n] +
		priors.C.Log(h.C) + z[n+1]
	i := 0
	for _, v := range s.Preorder() {
		if s.IsLeaf(v) {
			continue
		}
		above := s.ParentRem(v)
		share := 1 / (1 + math.Exp(-z[i]))
		s.SetRem(v, above*share)
		sum += math.Log(above*share) - math.Log1p(math.Exp(z[i]))
		i++
	}
	s.Recompute()
	return sum + s.LogEvidence() + pydttest.PriorOfTimes(s)
}

func validateEvidence(t *testing.T, b *strings.Builder) {
	const reps = 10
	b.WriteString(
		"\nLog evidence of a tree's structure and the data less that by importance sampling over times, σ² and c (20,000 draws, or\n" +
			"200,000 where the standard error is above 0.05 nats): mean over ten samples of the prior, and the mean of its size. For em: Laplace's method\n" +
			"over the times at its optimum, and its objective, which is a density in log waiting times. Left out and replaced by further samples: those on\n" +
			"which messages do not converge, those whose optimum is at a bound, where Laplace's method has no value, and those with a standard error that\n" +
			"stays above 0.05.\n\n" +
			"| leaves | columns | mp | size | em, Laplace | size | em, objective | correlation of mp with the truth | of em's objective | left out |\n|---|---|---|---|---|---|---|---|---|---|\n")
	for _, n := range []int{2, 3, 5, 8} {
		for _, d := range []int{1, 5, 20} {
			var mp, laplace, objective, truth []float64
			var stray, flat, vague int // left out
			for seed := uint64(0); len(truth) < reps; seed++ {
				rng := rand.New(rand.NewPCG(seed, 78))
				s, p := learntState(rng, n, d, false)
				polishAll(s, p)
				j := newJudge(p, s.Hyper, s.Capture())
				for !j.advance(1 << 30) {
				}
				v := j.verdict()
				e, maximum := evidence.Laplace(s)
				if !v.converged {
					stray++
					continue
				}
				if !maximum {
					flat++
					continue
				}
				f := s.Objective()
				var z []float64
				for _, u := range s.Preorder() {
					if !s.IsLeaf(u) {
						x := s.Rem[u] / s.ParentRem(u)
						z = append(z, math.Log(x/(1-x)))
					}
				}
				z = append(z, math.Log(s.Hyper.Sigma2), math.Log(s.Hyper.C))
				exact := inferencetest.Importance(rng, z, 20000, func(z []float64) float64 { return logJoint(s, z) })
				if exact.StandardError > 0.05 {
					exact = inferencetest.Importance(rng, z, 200_000, func(z []float64) float64 { return logJoint(s, z) })
				}
				if exact.StandardError > 0.05 {
					vague++
					continue
				}
				mp = append(mp, v.sketch.Objective)
				laplace, objective, truth = append(laplace, e), append(objective, f), append(truth, exact.Log)
			}
			a, as := differences(mp, truth)
			l, ls := differences(laplace, truth)
			o, _ := differences(objective, truth)
			fmt.Fprintf(b, "| %d | %d | %+.2f | %.2f | %+.2f | %.2f | %+.2f | %.4f | %.4f | %s |\n", n, d, a, as, l, ls, o,
				correlation(mp, truth), correlation(objective, truth), replaced(stray, flat, vague))
			if stray > 0 || vague > reps/2 {
				t.Errorf("%d leaves, D = %d: messages do not converge on %d samples, importance sampling is too vague on %d", n, d,
					stray, vague)
			}
			if as > 0.6 {
				t.Errorf("%d leaves, D = %d: mp differs by %.2f nats", n, d, as)
			}
		}
	}
}

// replaced says in words how many samples were left out, and why.
func replaced(stray, flat, vague int) string {
	var parts []string
	for _, c := range []struct {
		count int
		what  string
	}{{stray, "did not converge"}, {flat, "at a bound"}, {vague, "too vague"}} {
		if c.count > 0 {
			parts = append(parts, fmt.Sprintf("%d %s", c.count, c.what))
		}
	}
	if parts == nil {
		return "–"
	}
	return strings.Join(parts, ", ")
}

// differences returns the mean of a − b and of its size.
func differences(a, b []float64) (mean, size float64) {
	for i := range a {
		mean += (a[i] - b[i]) / float64(len(a))
		size += math.Abs(a[i]-b[i]) / float64(len(a))
	}
	return mean, size
}

// correlation returns the correlation coefficient of a and b.
func correlation(a, b []float64) float64 {
	ma, mb := 0.0, 0.0
	for i := range a {
		ma += a[i] / float64(len(a))
		mb += b[i] / float64(len(b))
	}
	var ab, aa, bb float64
	for i := range a {
		ab += (a[i] - ma) * (b[i] - mb)
		aa += (a[i] - ma) * (a[i] - ma)
		bb += (b[i] - mb) * (b[i] - mb)
	}
	return ab / math.Sqrt(aa*bb)
}
