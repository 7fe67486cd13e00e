package vbmfa

import (
	"context"
	"fmt"
	"math/rand/v2"
	"time"

	"example.org/espalier/inference"
	found "example.org/espalier/inference/kind/mixture"
	"example.org/espalier/inference/kind/partition"
	"example.org/espalier/inference/process/narrow"
	"example.org/espalier/inference/process/observation"

	"gonum.org/v1/gonum/mat"
)

// A fit is one run: searches from several starts, one after the other, and their results for snapshots.
type fit struct {
	info     inference.Info
	data     *inference.Dataset
	table    *observation.Table // the latent numbers behind cells that are no numbers; nil for numbers alone
	settings inference.Settings
	d        *rows
	factors  int
	options  options
	starts   []start
	search   *search
	source   *rand.PCG
	rng      *rand.Rand             // of source
	pictures map[int]*found.Mixture // of accepted epochs, by their index
	phase    string
	reported []float64 // the scalars of the last cycle
	cycles   int       // completed, of all searches

	// Of the best search that has ended, while another one goes on.
	best         *search
	bestPictures map[int]*found.Mixture
	clusters     []int // found when they are needed
	Ends         []end // of all searches that have ended
	From         int   // index in Ends of the best
	At           int   // start of the present search
	Waiting      []contender

	// Where rows cluster by principal components; nil where they do by the columns of the table.
	counter    *narrow.Counter // while they are counted and found, before there is a search
	maker      *narrow.Maker   // while they are found
	components *narrow.Components
	spread     []float64 // standard deviation of the scores of each

	threads    int
	predictive string // how new rows are scored
	streams    inference.Streams
}

func newFit(info inference.Info, data *inference.Dataset, s inference.Settings, streams inference.Streams,
	threads int) (*fit, error) {
	if _, err := examine(data); err != nil {
		return nil, fmt.Errorf("%s: %w", info.Name, err)
	}
	table, err := tableOf(data)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", info.Name, err)
	}
	f := &fit{info: info, data: data, table: table, settings: s, threads: threads, source: streams.Source(0),
		pictures: map[int]*found.Mixture{}}
	if s.Has("predictive") {
		f.predictive = s.Text("predictive")
	}
	f.streams = inference.Streams{Seed: streams.Seed, Chain: streams.Chain + predictiveChains}
	f.rng = rand.New(f.source)
	if spaceOf(data, s) == ofComponents {
		f.counter = narrow.NewCounter(data.X)
	} else {
		f.prepare(data.X)
	}
	return f, nil
}

// prepare begins the first search among the rows of x: the table, or scores.
func (f *fit) prepare(x *mat.Dense) {
	s := f.settings
	if f.table != nil {
		_, _, cost := sizeHidden(f.data)
		f.d = newRowsOf(f.table, f.threads, int(cost))
	} else {
		f.d = newRowsOn(x, f.threads)
	}
	n, p := f.d.n, f.d.p
	f.starts, f.factors = startsOf(n, s), factorsOf(n, p, s)
	f.options = options{births: s.Bool("births"), spatial: s.Text("split") == "spatial",
		byCounts:  s.Text("parents") == "counts",
		tolerance: s.Real("tolerance"), attempts: s.Real("attempts"), most: mostOf(s), factors: f.factors}
	f.search = f.newSearch(f.starts[0], 0)
}

// Decide implements inference.Decider: it returns the noise that auto chooses, and where rows cluster.
func (Model) Decide(d *inference.Dataset, s inference.Settings) map[string]string {
	out := map[string]string{}
	space := spaceOf(d, s)
	if s.Has("space") && s.Text("space") == "auto" {
		out["space"] = space
	}
	if s.Text("noise") == "auto" {
		if out["noise"] = "columns"; isotropic(s, d.Preprocessing.ScaleAll && space == ofColumns) {
			out["noise"] = "isotropic"
		}
	}
	if len(out) == 0 {
		return nil
	}
	return out
}

// Decide implements inference.Decider as [Model.Decide] does.
func (Maximum) Decide(d *inference.Dataset, s inference.Settings) map[string]string {
	return Model{}.Decide(d, s)
}

// isotropic reports whether all columns have the same noise.
func isotropic(s inference.Settings, wholes bool) bool {
	return s.Text("noise") == "isotropic" || s.Text("noise") == "auto" && wholes
}

// configure applies the settings of a mixture. wholes says that the table was scaled as a whole.
func (m *mixture) configure(s inference.Settings, wholes bool) {
	m.isotropic = isotropic(s, wholes)
	m.maximum = !s.Has("concentration")
	if m.maximum {
		m.SpreadShape = 0
		return
	}
	m.Concentration, m.Shape, m.Rate = s.Real("concentration"), s.Real("shape"), s.Real("rate")
	m.fixed = fixed{concentration: s.Fixed("concentration"), shape: s.Fixed("shape"), rate: s.Fixed("rate"),
		means: s.Text("means") == "data"}
	if m.fixed.means {
		m.SpreadShape = 0
	}
}

const stepTime = 25 * time.Millisecond

// Step implements inference.Stepper: up to one cycle of updates.
func (f *fit) Step(ctx context.Context) (inference.Report, error) {
	f.phase = f.words()
	r := inference.Report{Phase: f.phase, Fraction: 1}
	if f.cycles == 0 {
		r.Fraction = 0
	}
	for began := time.Now(); time.Since(began) < stepTime; {
		if f.counter != nil {
			if err := ctx.Err(); err != nil {
				return r, err
			}
			f.count()
			continue
		}
		s := f.search
		if s.failure != nil {
			return r, s.failure
		}
		if err := ctx.Err(); err != nil {
			return r, err
		}
		if f.ended() {
			r.Done = true
			return r, nil
		}
		cycled, err := s.advance()
		if err != nil {
			s.failure = err
			return r, err
		}
		if cycled && f.preparing() { // no cycle of the run
			if s.Phase == finished {
				f.turn(goesOn)
			}
			continue
		}
		if cycled {
			f.close()
			r.Scalars, r.Changed, r.Fraction, r.Done = f.scalars(), true, 1, f.ended()
			if r.Done {
				f.phase = f.words()
				r.Phase = f.phase
			}
			return r, nil
		}
	}
	return r, nil
}

// close ends a cycle of the present search, and perhaps the search.
func (f *fit) close() {
	f.cycles++
	f.portray()
	if o := f.prospects(); o != goesOn || f.search.Phase == finished {
		f.turn(o)
	}
}

// ended reports whether there is nothing left to do.
func (f *fit) ended() bool {
	return f.searched() && f.best == nil && len(f.Waiting) == 0 && f.search.Phase == finished
}

// scalars returns those of the mixture shown. The trace never falls: where the bound drops because a component has lost
// its rows, the last scalars stay until the bound is as high again.
func (f *fit) scalars() []float64 {
	s, _ := f.shown()
	if f.reported == nil || s.Shown[0] >= f.reported[0] || f.ended() {
		f.reported = s.Shown
	}
	return f.reported
}

// words describes the present activity.
func (f *fit) words() string {
	switch {
	case f.counter != nil:
		return "counting the components that stand out"
	case f.ended():
		text, mark := f.search.words(), "; "
		for _, why := range []string{f.publish(f.search.Mixture).GroupsSentence(), f.verdict()} {
			if why != "" {
				text, mark = text+mark+why, ". "
			}
		}
		return text
	case len(f.starts) == 1:
		return f.search.words()
	}
	text := "one component alone"
	if at := f.number(f.At); at > 0 {
		text = fmt.Sprintf("start %d of %d", at, f.number(len(f.starts)-1))
	}
	text += ", " + f.search.words()
	if s, _ := f.shown(); s != f.search {
		if at := f.number(f.From); at > 0 {
			return text + fmt.Sprintf("; the best so far is shown, from start %d", at)
		}
		return text + "; the best so far is shown, one component"
	}
	return text
}

// number returns which of the starts one is, from 1; it is 0 for the component alone.
func (f *fit) number(k int) int {
	if f.starts[0].way == alone {
		return k
	}
	return k + 1
}

// words describes the present activity.
func (s *search) words() string {
	switch s.Phase {
	case starting:
		return "fitting the start"
	case pairing, settling:
		number, e := len(s.Epochs), s.Epochs[len(s.Epochs)-1]
		switch e.kind() {
		case removal:
			return fmt.Sprintf("epoch %d: trying without component %d", number, e.Parent+1)
		case shedding:
			return fmt.Sprintf("epoch %d: trying component %d with one factor fewer", number, e.Parent+1)
		case renewal:
			return fmt.Sprintf("epoch %d: restarting all factors", number)
		}
		return fmt.Sprintf("epoch %d: trying a split of component %d", number, e.Parent+1)
	case finishing:
		return "converging to the last digits"
	}
	return "no split of any component helped"
}

// scalars returns those of Info, from the sums of the cycle just completed.
func (m *mixture) scalars() []float64 {
	b := m.bound()
	factors := 0.0
	for _, c := range m.Components {
		for _, on := range m.active(c) {
			if on {
				factors++
			}
		}
	}
	size := float64(len(m.Components))
	if m.maximum {
		return []float64{m.objective(b.total()), b.total(), size, factors}
	}
	return []float64{b.total(), size, factors, b.Weights, b.Precisions, b.Loadings, b.Assignments, b.Factors, b.Fit}
}

// mostPictured is the number of responsibilities beyond which the pictures of past epochs omit
// them.
const mostPictured = 100_000

// portray keeps a picture of each accepted epoch.
func (f *fit) portray() {
	s := f.search
	for i := len(s.Epochs) - 1; i >= 0 && i >= len(s.Epochs)-2; i-- {
		if e := s.Epochs[i]; !e.Open && e.Accepted && f.pictures[i] == nil {
			m := s.Mixture
			if i < len(s.Epochs)-1 && s.Saved != nil {
				m = s.Saved // the next epoch has already changed the other
			}
			p := f.publish(m)
			if len(p.Components)*f.d.n > mostPictured {
				p.Responsibilities = nil
			}
			f.pictures[i] = p
		}
	}
}

// publish converts a mixture to its published form, with responsibilities in the order of the
// table.
func (f *fit) publish(m *mixture) *found.Mixture {
	d := f.d
	out := &found.Mixture{Noise: append([]float64(nil), m.Psi...),
		Responsibilities: mat.NewDense(d.n, len(m.Components), nil)}
	if f.table != nil {
		out.Noise = f.noise(m)
	}
	if f.components != nil {
		out.Noise = append([]float64(nil), f.components.Noise...)
	}
	total := 0.0
	for _, c := range m.Components {
		total += c.Mass
	}
	logWeight := m.logWeights()
	for s, c := range m.Components {
		o := found.Component{ID: c.ID, Weight: c.Mass / total, Size: c.Mass, Mean: make([]float64, d.p),
			Active: m.active(c), Extinct: append([]float64(nil), c.Extinct...), Score: m.share(s, logWeight[s])}
		if c.K > 0 {
			o.Loadings = mat.NewDense(d.p, c.K, nil)
		}
		for q := range d.p {
			row := c.loading(q)
			o.Mean[q] = row[c.K]
			for l := range c.K {
				o.Loadings.Set(q, l, row[l])
			}
		}
		for l := range c.K {
			v := float64(d.p) / c.power(l)
			if !m.maximum {
				v, _ = c.precision(l)
			}
			o.Precision = append(o.Precision, v)
		}
		switch {
		case f.components != nil:
			f.widen(&o, m, c)
		case f.table != nil:
			f.show(&o, m, c)
		}
		for i, r := range c.R {
			out.Responsibilities.Set(d.order[i], s, r)
		}
		out.Components = append(out.Components, o)
	}
	return out
}

// fewComponents is the number of components whose groups are found while a run goes on.
const fewComponents = 12

// Snapshot implements inference.Stepper.
func (f *fit) Snapshot() *inference.Snapshot {
	snap := &inference.Snapshot{Model: f.info.Name, Phase: f.phase}
	if f.cycles == 0 {
		return snap
	}
	s, pictures := f.shown()
	m := s.Mixture
	snap.Iteration = f.cycles - 1 // the first cycle completes the start
	shown := f.publish(m)
	n, _ := f.data.Dims()
	labels := make([]int, n)
	for i := range labels {
		row := shown.Responsibilities.RawRowView(i)
		for k, r := range row {
			if r > row[labels[i]] {
				labels[i] = k
			}
		}
	}
	for i, e := range s.Epochs {
		if e.Shed { // the component stays
			e.Parent = -1
		}
		shown.Epochs = append(shown.Epochs, found.Epoch{First: max(0, e.First-1), Last: max(0, e.Last-1), Open: e.Open,
			Accepted: e.Accepted, Anew: e.Anew, Shed: e.Shed,
			Parent: e.Parent, Children: e.Children, More: e.More, Deaths: e.Deaths, Gain: e.Gain, Mixture: pictures[i]})
	}
	snap.Parts = []inference.Part{shown, &partition.Partition{Name: "component", Labels: labels}}
	snap.Scalars = append(snap.Scalars, inference.Scalar{Name: "components", Mean: float64(len(m.Components))})
	if f.ended() || len(m.Components) <= fewComponents { // of many it takes too long for every picture of a run
		if of, count := shown.Groups(); of != nil {
			snap.Scalars = append(snap.Scalars, inference.Scalar{Name: "groups", Mean: float64(count)})
		}
	}
	if !m.maximum {
		snap.Scalars = append(snap.Scalars, inference.Scalar{Name: "concentration", Mean: m.Concentration},
			inference.Scalar{Name: "shape", Mean: m.Shape}, inference.Scalar{Name: "rate", Mean: m.Rate})
	}
	return snap
}
