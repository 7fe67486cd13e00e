//go:build unix

package ui

import (
	"fmt"
	"math/rand/v2"
	"testing"
	"time"

	"example.org/espalier/inference"
	"example.org/espalier/inference/study"

	"gonum.org/v1/gonum/mat"
)

// blobs is a table of n rows in eight groups.
func blobs(n, d int) *inference.Table {
	r := rand.New(rand.NewPCG(1, 1))
	t := &inference.Table{Name: "blobs", Source: "blobs.csv", SHA256: "00", Kind: inference.Continuous}
	x := mat.NewDense(n, d, nil)
	t.X = x
	for j := range d {
		t.Columns = append(t.Columns, fmt.Sprintf("c%d", j+1))
	}
	centres := mat.NewDense(8, d, nil)
	for k := range 8 {
		for j := range d {
			centres.Set(k, j, 3*r.NormFloat64())
		}
	}
	for i := range n {
		t.Rows = append(t.Rows, fmt.Sprintf("r%d", i+1))
		for j := range d {
			x.Set(i, j, centres.At(i%8, j)+r.NormFloat64())
		}
	}
	return t
}

// BenchmarkLive fits tables of 500 rows in the window at 1440 × 900 while a page shows the present state, and reports
// how many pictures of a new state came a second, how many iterations, and the longest time between two of the pictures
// in milliseconds. Wanted: five pictures a second, or one for each iteration where these take longer, such as the few
// cycles of outtree.
func BenchmarkLive(b *testing.B) {
	for _, c := range []struct{ model, method, page string }{
		{"pydt", "mcmc", tabTree}, {"pydt", "em", tabTree}, {"nsfa", "", tabRanking}, {"nsfa", "", tabFeatures},
		{"dpmm", "", "Clusters"}, {"vbmfa", "", "Clusters"}, {"pydt", "mcmc", tabTrace},
		{"bicluster", "", "Blocks"}, {"classtree", "", "Clusters"}, {"outtree", "", "Network"},
	} {
		b.Run(c.model+c.method+"/"+c.page, func(b *testing.B) {
			s := newStage(b, usual, nil, realModel(b, c.model))
			s.do(func() { s.w.ws.Use(blobs(500, 20)) })
			s.until("the table", func() bool {
				return s.w.ws.Table() != nil && s.w.ws.Busy() == "" &&
					s.w.centre.shown != nil
			})
			s.do(func() {
				if err := s.w.ws.Next.SetModel(c.model); err != nil {
					b.Fatal(err)
				}
				if c.method != "" {
					if err := s.w.ws.Next.Set("method", c.method, false); err != nil {
						b.Fatal(err)
					}
				}
				s.w.ws.Next.SetIterations(100_000)
			})
			s.until("the data", func() bool { return s.w.ws.Busy() == "" })
			iteration := func() (n int) {
				s.do(func() {
					if p, ok := s.w.ws.Runs.Progress(); ok {
						n = p.Iteration
					}
				})
				return n
			}
			pictures, iterations, longest, spent := 0, 0, time.Duration(0), time.Duration(0)
			for b.Loop() {
				var of study.ResultID
				s.do(func() { s.w.ws.Runs.Run(); of = s.w.ws.Now().Shown })
				s.until("the page", func() bool {
					return s.w.ws.Runs.Stage().Ended || s.w.centre.leaf(c.page).offered && s.w.centre.shown.ID == of &&
						s.w.centre.shown.Snapshot.Iteration > 0
				})
				if !s.w.centre.leaf(c.page).offered {
					b.Fatalf("the run ended before there was a page %s", c.page)
				}
				s.do(func() { s.w.centre.tabs.Pick(c.page) })
				first := iteration()
				began := time.Now()
				last, at := s.w.centre.seen(), began
				for works := true; works && time.Since(began) < 4*time.Second; { // a search may end sooner
					s.do(func() {
						works = s.w.ws.Runs.Stage().Working
						if now := s.w.centre.seen(); now != last {
							if pictures++; last != (now.At(nil)) {
								longest = max(longest, time.Since(at))
							}
							last, at = now, time.Now()
						}
					})
					time.Sleep(2 * time.Millisecond)
				}
				spent, iterations = spent+time.Since(began), iterations+iteration()-first
				s.do(func() { s.w.ws.Runs.Stop() })
				s.until("the end", func() bool { return s.w.ws.Runs.Stage().Ended })
			}
			b.ReportMetric(float64(pictures)/spent.Seconds(), "pictures/s")
			b.ReportMetric(float64(iterations)/spent.Seconds(), "iterations/s")
			b.ReportMetric(float64(longest.Milliseconds()), "ms-longest")
		})
	}
}

// BenchmarkClick measures the time from a click to the picture of what was asked for: of another result of
// 500 rows, on several
// pages, and of another page.
func BenchmarkClick(b *testing.B) {
	s := newStage(b, usual, nil, realModel(b, "vbmfa"), realModel(b, "nsfa"))
	s.do(func() { s.w.ws.Use(blobs(500, 20)) })
	s.until("the table", func() bool { return s.w.ws.Table() != nil && s.w.ws.Busy() == "" && s.w.centre.shown != nil })
	c := s.w.centre
	fit := func(model string, seed uint64) (id study.ResultID) {
		s.do(func() {
			if err := s.w.ws.Next.SetModel(model); err != nil {
				b.Fatal(err)
			}
		})
		s.until("the data", func() bool { return s.w.ws.Busy() == "" })
		s.do(func() {
			s.w.ws.Next.SetSeed(seed)
			s.w.ws.Next.SetIterations(20)
			s.w.ws.Runs.Run()
			id = s.w.ws.Now().Shown
		})
		s.until("the fit", func() bool {
			return c.shown.ID == id && s.w.ws.Runs.Stage().Ended &&
				c.seen() == c.wanted().Stamp
		})
		return id
	}
	mixtures := []study.ResultID{fit("vbmfa", 1), fit("vbmfa", 2)}
	factors := []study.ResultID{fit("nsfa", 1), fit("nsfa", 2)}
	for _, of := range []struct {
		page string
		ids  []study.ResultID
	}{{"Clusters", mixtures}, {tabRanking, factors}, {tabFeatures, factors}, {tabActivities, factors}} {
		b.Run("result/"+of.page, func(b *testing.B) {
			for k := 0; b.Loop(); k++ {
				s.do(func() { s.w.ws.Runs.Show(of.ids[k%2]); c.tabs.Pick(of.page) })
				s.until("the picture", func() bool {
					return c.seen() == c.wanted().Stamp &&
						c.seen().Result == of.ids[k%2]
				})
			}
		})
	}
	b.Run("page", func(b *testing.B) {
		pages := []string{tabRanking, tabActivities}
		for k := 0; b.Loop(); k++ {
			s.do(func() { c.tabs.Pick(pages[k%2]) })
			s.until("the picture", func() bool { return c.seen() == c.wanted().Stamp })
		}
	})
}
