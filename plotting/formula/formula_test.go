package formula

import (
	"image"
	"strings"
	"testing"

	"example.org/espalier/plotting"
	"example.org/espalier/plotting/plottingtest"
	"example.org/espalier/plotting/raster"

	"gonum.org/v1/plot/vg"
)

var someFormulas = []string{
	`P(z_{n+1} = k) = \frac{n_k - d}{n + θ}`,
	`π_k = v_k \prod_{j=1}^{k-1} (1 - v_j), \quad v_k ~ Beta(1 - d, θ + k d)`,
	`E[K] = \sum_{i=0}^{n-1} \frac{θ}{θ+i} ≈ θ log n`,
	`\hat{G} = argmin \left\{ \frac{1}{2} \left( y - \sqrt{x^2 + 1} \right)^2 + λ |g| \right\}`,
	`p(g | y) ∝ \int_0^∞ N(y; g, ψ) p(g) \text{ over the prior}, g ∈ R^{D \times K}`,
	`\bar{x} \tilde{x} \hat{B} [Z]_{i}^{2} x^{-1}`,
}

func TestFormulaIsSetInItsBox(t *testing.T) {
	for _, line := range someFormulas {
		if err := Check(line); err != nil {
			t.Error(err)
		}
		f := Formula{Lines: []string{line}, Size: 20}
		n := f.Natural()
		if n.X < 20 || n.Y < 10 {
			t.Errorf("%s takes %v × %v", line, n.X, n.Y)
		}
		for _, share := range []vg.Length{1, 0.5} { // in its own room, and smaller
			w, h := int(n.X*share)+9, int(n.Y*share)+1
			dst, _ := raster.Figure(f, w, h, 1, nil)
			if inked(dst, image.Rect(w-2, 0, w, h)) != 0 {
				t.Errorf("%s reaches beyond its width at %v", line, share)
			}
			if inked(dst, dst.Rect) < 30 {
				t.Errorf("%s is hardly there at %v", line, share)
			}
		}
	}
}

// inked counts the pixels of a part that are darker than paper.
func inked(m *image.RGBA, r image.Rectangle) int {
	n := 0
	for y := r.Min.Y; y < r.Max.Y; y++ {
		for x := r.Min.X; x < r.Max.X; x++ {
			if m.RGBAAt(x, y).R < 200 {
				n++
			}
		}
	}
	return n
}

func TestFormulaSaysWhatIsWrong(t *testing.T) {
	for line, want := range map[string]string{
		`\frac{a}`: "missing", `x_{a`: "missing", `_a`: "nothing stands before", `x_a_b`: "second",
		`\nothing x`: `no \nothing`,
		`a}`:         "without its {", `\left( a`: "missing", `\left? a \right)`: "need one of", `\text`: "needs",
	} {
		if err := Check(line); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v, want something with %q", line, err, want)
		}
	}
}

func TestFormulaScripts(t *testing.T) {
	plain, script := Formula{Lines: []string{"x"}}.Natural(), Formula{Lines: []string{"x_{max}^{2}"}}.Natural()
	if script.X <= plain.X || script.Y <= plain.Y {
		t.Errorf("scripts take no room: %v and %v", plain, script)
	}
}

func TestGoldenFormula(t *testing.T) {
	f := Formula{Lines: someFormulas, Size: 16, Style: plotting.Light}
	n := f.Natural()
	plottingtest.GoldenPicture(t, "formulas", f, int(n.X)+1, int(n.Y)+1)
	if m, ok := f.Layout(n).Hit(vg.Point{X: n.X / 2, Y: n.Y / 2}); ok {
		t.Errorf("a formula has the mark %v", m)
	}
}
