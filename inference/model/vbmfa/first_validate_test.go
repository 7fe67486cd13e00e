//go:build validate

package vbmfa

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"example.org/espalier/inference/inferencetest"
	"example.org/espalier/inference/kind/partition"
)

// TestValidateFirstMixtures fits tables of clusters that anyone can see, and Gaussian noise, with the defaults.
func TestValidateFirstMixtures(t *testing.T) {
	const seeds, others = 5, 12
	right, near, took := 0, 0, inferencetest.ProcessorTime()
	var missed []string
	for _, o := range plantings {
		for seed := range uint64(seeds) {
			x, labels := o.draw(seed)
			f := completeRun(t, Model{}, x, seed, nil)
			if index(partition.LabelsOf(f.Snapshot()), labels) > 0.95 {
				right++
			} else {
				missed = append(missed, fmt.Sprintf("%s (seed %d)", o.name, seed))
			}
			if seed > 0 {
				continue
			}
			best := f.search.Kept
			for k := range uint64(others) { // whatever else a search from some start finds
				way := []string{"one", "many", "kmeans"}[k%3]
				best = max(best, completeRun(t, Model{}, x, 100+k, map[string]string{"start": way}).search.Kept)
			}
			if best-f.search.Kept <= alike {
				near++
			}
		}
	}
	seconds := (inferencetest.ProcessorTime() - took).Seconds()
	alone, all := 0, 0
	var worst []int
	for _, size := range [][2]int{{20, 3}, {60, 4}, {100, 5}, {120, 6}, {400, 10}} {
		for seed := range uint64(30) {
			f := completeRun(t, Model{}, normal(size[0], size[1], rand.New(rand.NewPCG(seed, 35))), seed, nil)
			all++
			if n := len(f.search.Mixture.Components); n == 1 {
				alone++
			} else {
				worst = append(worst, n)
			}
		}
	}
	text := fmt.Sprintf(
		"\n| data | wanted | found |\n|---|---|---|\n| %d tables of two to nine clusters, seven standard deviations apart, five seeds each | adjusted Rand index above .95 on all | on %d%s; %.0f s of processor time with the fits of the next line |\n| eleven of them, against the best of %d further searches | bound within three nats | on %d |\n| %d tables of Gaussian noise, 20 × 3 to 400 × 10 | one component on 95 %% | on %d, else %v |\n",
		seeds*len(plantings), right, strings.Join(append([]string{""}, missed...), "; not "), seconds, others,
		near, all, alone, worst)
	write(t, "first-mixtures", text)
	if right < seeds*len(plantings) || near < len(plantings) || float64(alone) < 0.95*float64(all) {
		t.Error("not as wanted")
	}
}
