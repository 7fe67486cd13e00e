package teach

import (
	"bytes"
	"context"
	"fmt"
	"image"
	"math"
	"strings"
	"testing"

	"example.org/espalier/inference"
	"example.org/espalier/plotting"
	"example.org/espalier/plotting/formula"
	"example.org/espalier/plotting/raster"
	"example.org/espalier/sampledata"

	"gonum.org/v1/plot/vg"
)

// eachStage runs a test for every stage at its defaults.
func eachStage(t *testing.T, f func(t *testing.T, s Stage)) {
	for _, s := range Stages() {
		t.Run(s.Name, func(t *testing.T) { f(t, s) })
	}
}

func open(t testing.TB, s Stage, seed uint64, set ...string) *Course {
	t.Helper()
	c, err := Request{Stage: s.Name, Seed: seed, Set: set}.Open(nil)
	if err != nil {
		t.Fatal(err)
	}
	return c
}

func to(t testing.TB, c *Course, step int) {
	t.Helper()
	if err := c.To(context.Background(), step); err != nil {
		t.Fatalf("step %d: %v", c.At(), err)
	}
}

// picture draws a figure small.
func picture(f plotting.Figure) *image.RGBA {
	img, _ := raster.Figure(f, 560, 360, 0.4, nil)
	return img
}

func TestStagesAreComplete(t *testing.T) {
	seen := map[string]bool{}
	eachStage(t, func(t *testing.T, s Stage) {
		if seen[s.Name] || s.Name != strings.ToLower(s.Name) || strings.ContainsAny(s.Name, " _") || s.Title == "" || s.Summary == "" {
			t.Errorf("name %q, title %q, summary %q", s.Name, s.Title, s.Summary)
		}
		seen[s.Name] = true
		if n := len(strings.Fields(s.Text)); n < 30 || n > 120 {
			t.Errorf("the text has %d words; it must have 30 to 120", n)
		}
		if n := len(s.Controls); n < 2 || n > 4 {
			t.Errorf("%d controls; there must be 2 to 4", n)
		}
		for _, p := range s.Controls {
			if _, err := p.Parse(p.Default); err != nil || p.Title == "" || p.Help == "" {
				t.Errorf("control %s: %v; title %q, help %q", p.Name, err, p.Title, p.Help)
			}
			if number := p.Type == inference.Real || p.Type == inference.Integer; number && (math.IsInf(p.Min, 0) || math.IsInf(p.Max, 0) || p.OpenMin || p.OpenMax) {
				t.Errorf("control %s needs closed finite ends for its slider", p.Name)
			}
		}
		if len(s.Formula) == 0 || len(s.More) == 0 {
			t.Error("a stage has a formula and says where to read more")
		}
		for _, line := range s.Formula {
			if err := formula.Check(line); err != nil {
				t.Error(err)
			}
		}
		tries, err := s.Tries()
		if err != nil || len(tries) != 3 {
			t.Fatalf("%d things to try, want 3: %v", len(tries), err)
		}
		for _, a := range tries {
			if len(a.Set) == 0 && a.Seed == 0 && strings.Contains(a.Text, "=") {
				t.Errorf("%q sets nothing", a.Text)
			}
			var set []string
			for _, kv := range a.Set {
				set = append(set, kv[0]+"="+kv[1])
			}
			c := open(t, s, max(a.Seed, 1), set...)
			to(t, c, 1)
		}
	})
}

func TestStagesRunTheirWholeCourse(t *testing.T) {
	eachStage(t, func(t *testing.T, s Stage) {
		c := open(t, s, 7)
		if c.Steps() < 2 {
			t.Fatalf("a course of %d steps", c.Steps())
		}
		steps := c.Steps()
		names := ""
		last := []byte{}
		still := 0
		for {
			now := ""
			for _, k := range c.Counters() {
				now += k.Name + "\n"
				if k.Exact && !near(k.Drawn, k.Expected) {
					t.Errorf("step %d: %s is %v and must be %v", c.At(), k.Name, k.Drawn, k.Expected)
				}
			}
			if names == "" {
				names = now
			}
			if now != names || now == "" {
				t.Errorf("step %d: counters %q, before %q", c.At(), now, names)
			}
			if len(c.Summary()) < 20 || !strings.HasSuffix(c.Summary(), ".") {
				t.Errorf("step %d: summary %q", c.At(), c.Summary())
			}
			f := c.Figure()
			if _, ok := f.(plotting.Styled); !ok {
				t.Fatalf("the figure cannot be dark: %T", f)
			}
			if every := max(steps/25, 1); c.At()%every == 0 || c.At() == steps {
				img := picture(f)
				if bytes.Equal(img.Pix, last) {
					still++
				}
				last = img.Pix
			}
			if c.Done() {
				break
			}
			if err := c.Step(context.Background()); err != nil {
				t.Fatalf("step %d: %v", c.At(), err)
			}
		}
		if still > 3 {
			t.Errorf("%d of the pictures looked at are those before", still)
		}
		for _, size := range []vg.Point{{X: 20, Y: 20}, {X: 120, Y: 80}, {X: 300, Y: 900}, {X: 1400, Y: 900}} {
			raster.Figure(c.Figure(), int(size.X), int(size.Y), 1, nil)
		}
	})
}

func near(a, b float64) bool {
	return a == b || math.Abs(a-b) <= 1e-6*max(1, math.Abs(a), math.Abs(b)) || math.IsNaN(a) || math.IsNaN(b)
}

func TestStepBackRestoresBits(t *testing.T) {
	eachStage(t, func(t *testing.T, s Stage) {
		c := open(t, s, 3, s.Light...)
		steps := min(c.Steps(), 90)
		type moment struct {
			pix      []byte
			counters string
		}
		look := func(c *Course) moment { return moment{picture(c.Figure()).Pix, fmt.Sprint(c.Counters(), c.Summary())} }
		seen := map[int]moment{}
		wanted := map[int]bool{0: true, 1: true, steps / 3: true, steps/3 + 1: true, steps - 1: true, steps: true}
		for {
			if wanted[c.At()] {
				seen[c.At()] = look(c)
			}
			if c.At() == steps {
				break
			}
			to(t, c, c.At()+1)
		}
		kept := c.Figure() // must not change under later steps
		was := picture(kept).Pix
		for _, k := range []int{steps - 1, steps/3 + 1, steps / 3, steps, 1, 0, steps / 3} {
			to(t, c, k)
			now := look(c)
			if now.counters != seen[k].counters {
				t.Errorf("back at step %d the counters are\n%s\nwhere they were\n%s", k, now.counters, seen[k].counters)
			}
			if !bytes.Equal(now.pix, seen[k].pix) {
				t.Errorf("back at step %d the picture is another", k)
			}
		}
		if !bytes.Equal(picture(kept).Pix, was) {
			t.Error("a figure that was kept has changed")
		}
		other := open(t, s, 3, s.Light...)
		to(t, other, steps)
		if !bytes.Equal(picture(other.Figure()).Pix, seen[steps].pix) {
			t.Error("the same seed gives another picture")
		}
	})
}

func TestCourseKeepsFewCopies(t *testing.T) {
	c := open(t, Stages()[0], 1, "customers=500")
	to(t, c, 500)
	if len(c.kept) > mostKept || c.gap != 8 {
		t.Errorf("%d copies, every %d steps", len(c.kept), c.gap)
	}
	to(t, c, 17)
	to(t, c, 500)
	if len(c.kept) > mostKept {
		t.Errorf("%d copies after going back", len(c.kept))
	}
}

func TestRequests(t *testing.T) {
	r := Request{Stage: "crp", Set: []string{"concentration=3"}, Seed: 7, Step: 12}
	if got, want := r.Command(), "espalier teach crp --set concentration=3 --seed 7 --steps 12"; got != want {
		t.Errorf("%s, want %s", got, want)
	}
	c, err := r.Open(nil)
	if err != nil {
		t.Fatal(err)
	}
	to(t, c, 12)
	if got := c.Request().Command(); got != r.Command() {
		t.Errorf("the course gives %s", got)
	}
	inner := Request{Stage: CheckName, Set: []string{"model=dpmm", "dpmm.concentration=2", "dpmm.fix=concentration"}, Seed: 1}
	if c, err = inner.Open(nil); err != nil {
		t.Fatal(err)
	}
	if got, want := c.Request().Command(), "espalier teach check --set model=dpmm --set dpmm.concentration=2 --set dpmm.fix=concentration"; got != want {
		t.Errorf("%s, want %s", got, want)
	}
	for _, bad := range []Request{{Stage: CheckName, Set: []string{"dpmm.concentration=2"}}, {Stage: "crp", Set: []string{"crp.x=2"}}, {Stage: CheckName, Set: []string{"nsfa.x=2"}}, {Stage: "none"}, {Stage: "crp", Set: []string{"concentration"}}, {Stage: "crp", Set: []string{"concentration=-1"}}, {Stage: "crp", Set: []string{"x=1"}}} {
		if _, err := bad.Open(nil); err == nil {
			t.Errorf("%v opens", bad)
		}
	}
}

// BenchmarkFrame prepares a picture of each stage at 1400 × 900, as the window does.
func BenchmarkFrame(b *testing.B) {
	for _, s := range Stages() {
		b.Run(s.Name, func(b *testing.B) {
			c := open(b, s, 1)
			to(b, c, c.Steps())
			dst := image.NewRGBA(image.Rect(0, 0, 1400, 900))
			for b.Loop() {
				raster.Figure(c.Figure(), 1400, 900, 1, dst)
			}
		})
	}
}

// The stage that runs models goes back to the same bits through their saved states.
func TestPosteriorsGoBack(t *testing.T) {
	for _, show := range []string{"tree", "features", "clusters", "bound"} {
		c := open(t, posterior(), 5, "show="+show, "rows=14", "sweeps=30")
		var seen []string
		for !c.Done() {
			seen = append(seen, fmt.Sprint(c.Counters(), c.Summary()))
			to(t, c, c.At()+1)
		}
		for _, k := range []int{30, 7, 6, 5, 2, 34} {
			to(t, c, k)
			if got := fmt.Sprint(c.Counters(), c.Summary()); got != seen[k] {
				t.Errorf("%s: back at step %d\n%s\nwhere it was\n%s", show, k, got, seen[k])
			}
		}
	}
}

func TestPosteriorFindsClearClusters(t *testing.T) {
	c := open(t, posterior(), 5, "show=clusters", "rows=60", "sweeps=40")
	to(t, c, c.Steps())
	if k := c.Counters()[2]; !(k.Drawn > 0.7) {
		t.Errorf("four clear clusters are found with %v", k.Drawn)
	}
}

// A course that is cut short by a context continues to the same bits.
func TestPosteriorGoesOnAfterCancel(t *testing.T) {
	a, b := open(t, posterior(), 2, "rows=20", "sweeps=10"), open(t, posterior(), 2, "rows=20", "sweeps=10")
	to(t, a, 15)
	done, cancel := context.WithCancel(context.Background())
	cancel()
	for b.At() < 15 {
		if err := b.Step(done); err != nil && err != context.Canceled {
			t.Fatal(err)
		}
		to(t, b, b.At()+1)
	}
	if a.Summary() != b.Summary() {
		t.Errorf("%s\n%s", a.Summary(), b.Summary())
	}
}

// Stages that take the viewer's own table run on one with missing cells and text names.
func TestPosteriorOfATable(t *testing.T) {
	table, err := sampledata.Open("penguins")
	if err != nil {
		t.Fatal(err)
	}
	data, err := table.Prepare(inference.Preprocessing{Centre: true, Scale: true})
	if err != nil {
		t.Fatal(err)
	}
	if _, err := (Request{Stage: "posterior", Set: []string{"data=table"}}).Open(nil); err == nil {
		t.Error("a table that is not there is shown")
	}
	for _, show := range []string{"tree", "features", "clusters", "bound"} {
		c, err := Request{Stage: "posterior", Set: []string{"data=table", "rows=20", "sweeps=10", "show=" + show}}.Open(data)
		if err != nil {
			t.Fatal(err)
		}
		to(t, c, c.Steps())
		if !strings.Contains(c.Summary(), "penguins") {
			t.Errorf("%s: %s", show, c.Summary())
		}
		picture(c.Figure())
	}
}
