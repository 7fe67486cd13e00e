package ui

import (
	"testing"
	"time"

	"example.org/espalier/inference/study"
	"example.org/espalier/views/screen"
	"example.org/espalier/views/stamp"
	"example.org/espalier/views/viewstest"
)

// patient has all veils wait by a clock that stands still.
func (s *stage) patient() *viewstest.FakeClock {
	clock := viewstest.NewFakeClock()
	s.do(func() {
		for _, l := range s.w.centre.leaves {
			l.veil.Clock = clock.Clock()
		}
	})
	return clock
}

// Each page says of its picture what it is of. When another result is chosen, what is still of the one before
// is greyed, the
// run card says nothing of it, and in the end every page is of what is wanted and none is greyed.
func TestEveryPageIsOfWhatIsWanted(t *testing.T) {
	models := []string{"pydt", "dpmm", "nsfa", "outtree", "vbmfa"}
	if testing.Short() {
		models = models[:2] // the window is tested under the race detector too, which is slow
	}
	pages := map[string]bool{}
	for _, model := range models {
		s := newStage(t, usual, nil, realModel(t, model))
		s.openSample("iris")
		s.do(func() {
			if err := s.w.ws.Next.SetModel(model); err != nil {
				t.Fatal(err)
			}
			if model == "pydt" {
				if err := s.w.ws.Next.Set("method", "mcmc", false); err != nil {
					t.Fatal(err)
				}
			}
			s.w.ws.Next.SetIterations(6)
		})
		s.until("the data", func() bool { return s.w.ws.Busy() == "" })
		c := s.w.centre
		runs := [2]study.ResultID{}
		for k := range runs {
			s.do(func() {
				s.w.ws.Next.SetSeed(uint64(k + 1))
				s.w.ws.Runs.Run()
				runs[k] = s.w.ws.Now().Shown
			})
			s.until("a fit of "+model, func() bool {
				return c.shown != nil && c.shown.ID == runs[k] && s.w.ws.Runs.Stage().Ended &&
					c.shown.Snapshot.Iteration > 0
			})
		}
		s.patient()
		var tabs []string
		s.do(func() { tabs = append(tabs, c.tabs.Names()...) })
		for _, tab := range tabs {
			s.do(func() { c.tabs.Pick(tab) })
			for _, id := range []study.ResultID{runs[0], runs[1]} {
				view := c.leaf(tab).View()
				s.do(func() {
					before := c.seen()
					s.w.ws.Runs.Show(id)
					if c.wanted().Result != id {
						t.Fatalf("%s: result %d is wanted, not %d", tab, c.wanted().Result, id)
					}
					if now := screen.Seen(view); now == before && before.Result != id && !view.Settled() {
						pages[tab] = true
						if why := c.wanted().Behind(now); why != stamp.Drawing {
							t.Errorf("%s, %s: the picture of result %d says %q", model, tab, before.Result, why)
						}
					}
					if v := s.w.run.verdict; v.Visible() && s.w.run.of.Result != id {
						t.Errorf("%s, %s: the run card has the verdict on result %d", model, tab, s.w.run.of.Result)
					}
				})
				s.until(tab+" of the other result", func() bool {
					return c.seen() == c.wanted().Stamp && c.wanted().Result == id && c.leaf(tab).veil.Says() == ""
				})
			}
		}
	}
	if len(pages) < 5 {
		t.Errorf("only %v were seen with a picture of the result before", pages)
	}
}

// While a run has nothing to show yet, the figures of the result before are greyed and say so, and nothing
// beside them tells
// of them; once it has, its counters are those of the picture.
func TestWhatIsOfTheLastRunIsGreyed(t *testing.T) {
	s := newStage(t, usual, nil)
	s.openSample("iris")
	clock := s.patient()
	c := s.w.centre
	run := func(seed uint64) {
		s.do(func() { s.w.ws.Next.SetSeed(seed); s.w.ws.Runs.Run() })
	}
	run(1)
	s.until("the first run", func() bool { return s.w.ws.Runs.Stage().Ended && c.seen() == c.wanted().Stamp })
	s.hold.set(1)
	s.do(func() {
		s.w.ws.Next.SetSeed(2)
		s.w.ws.Runs.Run()
		if got := c.leaves[0].veil.Says(); got != stamp.Last {
			t.Errorf("the tree of the run before says %q", got)
		}
	})
	s.hold.meet()
	s.until("the start of the second run", func() bool {
		return c.seen() == c.wanted().Stamp &&
			c.leaves[0].veil.Says() == ""
	})
	s.do(func() {
		if n, ok := c.seen().Iteration(); !ok || n != 0 {
			t.Errorf("iteration %d is shown", n)
		}
		// A picture that takes longer than anyone wants to wait for is greyed.
		l := c.leaves[0]
		l.veil.Set(stamp.Drawing)
		if l.veil.Says() != "" {
			t.Error("a picture is greyed at once")
		}
	})
	clock.Pass(time.Second)
	s.until("the veil", func() bool { return c.leaves[0].veil.Says() == stamp.Drawing })
	s.do(func() { c.beat() })
	s.do(func() {
		if got := c.leaves[0].veil.Says(); got != "" {
			t.Errorf("what is drawn is greyed: %q", got)
		}
	})
	s.hold.release()
	s.until("the end", func() bool { return s.w.ws.Runs.Stage().Ended && c.seen() == c.wanted().Stamp })
}

// While a run works, what the inspector lists of its clusters is of the moment of the picture.
func TestInspectorIsOfThePicture(t *testing.T) {
	s := newStage(t, usual, nil, realModel(t, "dpmm"))
	s.openSample("iris")
	c := s.w.centre
	var id study.ResultID
	s.do(func() {
		if err := s.w.ws.Next.SetModel("dpmm"); err != nil {
			t.Fatal(err)
		}
		s.w.ws.Next.SetIterations(400)
	})
	s.until("the data", func() bool { return s.w.ws.Busy() == "" })
	s.do(func() { s.w.ws.Runs.Run(); id = s.w.ws.Now().Shown })
	s.until("the page", func() bool { return c.leaf("Clusters").offered && c.shown.ID == id })
	s.do(func() { c.tabs.Pick("Clusters") })
	moments, last := 0, stamp.Stamp{}
	s.until("the end", func() bool {
		now := c.seen()
		if s.w.ws.Runs.Stage().Working && now.Result == id && now != last {
			last = now
			moments++
			if of := now.At(s.w.side.listed); of != now {
				at, _ := of.Iteration()
				seen, _ := now.Iteration()
				t.Errorf("the inspector tells of sweep %d, the picture of %d", at, seen)
			}
		}
		return s.w.ws.Runs.Stage().Ended
	})
	if moments == 0 {
		t.Error("no picture was seen while it worked")
	}
	s.until("the last picture", func() bool { return c.seen() == c.wanted().Stamp })
	s.do(func() {
		if s.w.side.listed != c.shown.Snapshot {
			t.Error("in the end the inspector is not of the last moment")
		}
	})
}
