package pilot

import (
	"math"
	"math/rand/v2"

	"example.org/espalier/inference"
	"example.org/espalier/inference/model/pydt/forecast"
	"example.org/espalier/inference/model/pydt/hyper"
	"example.org/espalier/inference/model/pydt/kept"
	"example.org/espalier/inference/model/pydt/posterior"
	"example.org/espalier/inference/model/pydt/priors"
	"example.org/espalier/inference/model/pydt/problem"
	"example.org/espalier/inference/model/pydt/sampler"
	"example.org/espalier/inference/process/covary"
	"example.org/espalier/inference/process/pitmanyor"
)

// A Pilot is a short run of method mcmc that learns θ, α, c and the noise for a search.
//
// Learnt from a single tree, these hyperparameters and the tree lead each other astray: if all
// branch points have two children, the best θ and α are near 0, and these then allow no other
// branch points. The noise goes astray in the same way when the times are those that fit it best.
// Trees drawn from their posterior do not have this problem (math 5.3).
//
// Two chains start from a detailed tree and from one with few branch points. They begin at the
// user's θ and α, and with far too much noise, because they lose noise faster than they gain it.
// The first half of the draws of each is left out. If the rest of the two differs much, they run
// twice as long, for up to pilotRounds rounds. A chain that followed detail of its tree down to next to
// no noise, where the other has noise, takes hundreds of sweeps to come back: it begins again with the
// noise of the start, which is held until that detail is gone. A pilot can stop after a few visits and continue
// later.
type Pilot struct {
	members []pilotMember
	sweeps  int                // of each chain, when the round ends
	rounds  int                // at most
	draws   int                // of each chain
	share   float64            // by which the chains may differ, see agree
	mixed   *inference.Dataset // the table before the map, of which the chains draw Σ too; nil where Σ is held
	Round   int                // from 0
	Done    bool
	Found   Learning
}

// A pilotMember is one of the chains and what it has drawn.
type pilotMember struct {
	chain *sampler.Quick
	drawn [][pilotScalars]float64 // of each sweep
	draws []kept.Draw             // of the second half, evenly spaced
	rows  []*covary.Contrasts     // of the draws, where the chains draw Σ too
	hold  int                     // sweeps, of those drawn, in which the noise stays where it is
}

// What a pilot records of each sweep.
const (
	pilotPoints = iota
	pilotC
	pilotNoise
	pilotTheta
	pilotAlpha
	pilotScalars
)

const (
	Chains       = 2
	pilotRounds  = 3                 // at most; each of the later ones is as long as all before it
	pilotSweeps  = 60                // sweeps of a chain in the first round, at least
	MostSweeps   = 240               // and at most, where they are cheap:
	smallWork    = 1 << 19           // sweeps times rows times the number of columns and sweepColumns
	sweepColumns = 20                // this many columns take about as long as the rest of a visit
	fewRows      = 150               // up to which the chains must agree best, see apartShare
	manyRows     = sampler.QuickRows // from which on they must agree least
	EachDraws    = 10                // of a chain, to predict from
	Longest      = 3                 // the second chain starts from at most one branch point in this many
	holdShare    = 20                // noise that begins again is held for one sweep in this many
	firstNoise   = 0.1               // starting noise of the chains, as a share of the variance of the data
)

// A Learning is the result of a pilot: moments of the posterior, all chains pooled.
type Learning struct {
	Points, C, Noise, Theta, Alpha pitmanyor.Moment
	Agree                          bool
	Each                           []float64   // mean number of branch points in each chain
	Sweeps                         int         // of each chain
	Draws                          []kept.Draw // of all chains, to predict from
}

// FirstSweeps returns how many sweeps each chain of a table makes in the first round: as many as take about the same
// time for every table, within limits. A small table leaves more open, so that its chains wander further and take
// longer to forget where they started; there sweeps are cheap. Latent numbers make them dear.
func FirstSweeps(rows, columns int, latent bool) int {
	if latent {
		return pilotSweeps
	}
	const some = 2 * EachDraws // of which the second half has all draws, evenly spaced
	return min(max(CheapSweeps(rows, columns, 1)/some*some, pilotSweeps), MostSweeps)
}

// CheapSweeps returns how many sweeps of a table take so many times the time that those of a pilot of a small table
// take.
func CheapSweeps(rows, columns, times int) int {
	return times * smallWork / (rows * (columns + sweepColumns))
}

// New starts one chain from each tree. Hyperparameters are those of the states that the trees
// come from, except θ, α and the noise. data is the problem as chains see it.
func New(rows *inference.Dataset, data *problem.Problem, start hyper.Hyper, trees []*posterior.Sketch,
	from []hyper.Hyper, mixed *inference.Dataset, source func(chain int) *rand.PCG) *Pilot {
	p := &Pilot{sweeps: FirstSweeps(data.N, data.D, data.Leaves != nil), rounds: pilotRounds, draws: EachDraws,
		share: ApartShare(data.N), mixed: mixed}
	for i, k := range trees {
		h := start
		if !h.FixSigma2 {
			h.Sigma2 = from[i].Sigma2
		}
		if !h.FixC {
			h.C = from[i].C
		}
		if h.ManyNoises {
			h.Noise = firstNoise * data.MeanVar
		}
		p.Add(rows, data, k, h, source(i))
	}
	return p
}

// Add starts a chain from a tree and hyperparameters.
func (p *Pilot) Add(rows *inference.Dataset, data *problem.Problem, k *posterior.Sketch, h hyper.Hyper,
	source *rand.PCG) {
	p.members = append(p.members, pilotMember{chain: sampler.NewQuick(rows, data, p.mixed, k, h, source)})
}

// AdvanceChain lets one chain make some visits and reports whether it is done with the round.
func (p *Pilot) AdvanceChain(i int) bool {
	m := &p.members[i]
	if len(m.drawn) < p.sweeps && m.chain.Advance(len(m.drawn) < m.hold) {
		if len(m.drawn) >= p.sweeps/2 && (len(m.drawn)-p.sweeps/2)%(p.sweeps/2/p.draws) == 0 {
			d, rows := m.chain.Draw(len(m.drawn))
			m.draws = append(m.draws, d)
			if rows != nil {
				m.rows = append(m.rows, rows)
			}
		}
		h := m.chain.Hyper()
		m.drawn = append(m.drawn, [pilotScalars]float64{m.chain.Points(), h.C, h.Noise, h.Prior.Theta, h.Prior.Alpha})
	}
	return len(m.drawn) == p.sweeps
}

// Progress returns how much of the round is done.
func (p *Pilot) Progress() (share float64) {
	for i := range p.members {
		share += float64(len(p.members[i].drawn)) / float64(p.sweeps*len(p.members))
	}
	return share
}

// Chains returns the number of chains.
func (p *Pilot) Chains() int { return len(p.members) }

// Last returns the present states of the chains.
func (p *Pilot) Last() (draws []kept.Draw) {
	for i := range p.members {
		draws = append(draws, p.members[i].chain.Now())
	}
	return draws
}

// MostKids returns the largest number of children of a branch point in the present trees.
func (p *Pilot) MostKids() (most int) {
	for i := range p.members {
		most = max(most, p.members[i].chain.MostKids())
	}
	return most
}

// Contrasts returns those of the draws, where the chains draw Σ too.
func (p *Pilot) Contrasts() (rows []*covary.Contrasts) {
	for i := range p.members {
		rows = append(rows, p.members[i].rows...)
	}
	return rows
}

// EndRound decides whether there is another round, when all chains have finished one: where they disagree, also on the
// noise, or the noise is unclear though there may be none.
func (p *Pilot) EndRound(mayLackNoise bool) {
	p.Found = p.pool()
	low, unclear := p.noisesApart(), mayLackNoise && p.unclearNoise()
	if p.Round++; p.Found.Agree && len(low) == 0 && !unclear || p.Round == p.rounds {
		p.Done = true
		for i := range p.members {
			p.Found.Draws = append(p.Found.Draws, p.members[i].draws...)
		}
		return
	}
	if !p.Found.Agree || unclear {
		p.sweeps *= 2
		for i := range p.members {
			p.members[i].draws, p.members[i].rows = nil, nil
		}
	}
	for _, i := range low {
		p.members[i].raiseNoise(p.sweeps / holdShare)
	}
}

// moment returns mean and deviation of one number over the second half of a chain.
func (m *pilotMember) moment(k int) pitmanyor.Moment {
	var sum, square float64
	last := m.drawn[len(m.drawn)/2:]
	for _, x := range last {
		sum += x[k]
		square += x[k] * x[k]
	}
	n := float64(len(last))
	mean := sum / n
	return pitmanyor.Moment{Mean: mean, Deviation: math.Sqrt(math.Max(square/n-mean*mean, 0))}
}

// pool returns the moments of all chains together and whether the chains agree.
func (p *Pilot) pool() Learning {
	all := func(k int) pitmanyor.Moment {
		var mean, square float64
		for i := range p.members {
			m := p.members[i].moment(k)
			mean += m.Mean / float64(len(p.members))
			square += (m.Mean*m.Mean + m.Deviation*m.Deviation) / float64(len(p.members))
		}
		return pitmanyor.Moment{Mean: mean, Deviation: math.Sqrt(math.Max(square-mean*mean, 0))}
	}
	l := Learning{Points: all(pilotPoints), C: all(pilotC), Noise: all(pilotNoise),
		Theta: all(pilotTheta), Alpha: all(pilotAlpha),
		Agree: true, Sweeps: p.sweeps}
	for i := range p.members {
		m := p.members[i].moment(pilotPoints)
		l.Each = append(l.Each, m.Mean)
		l.Agree = l.Agree && agree(m, p.members[0].moment(pilotPoints), p.share)
	}
	return l
}

// agree reports whether two chains say about the same: within twice the deviation of the
// difference of two draws, or within a share of what they say. Draws in a row are alike, so that a
// short chain's own deviation is less than the posterior's.
func agree(a, b pitmanyor.Moment, share float64) bool {
	return math.Abs(a.Mean-b.Mean) <= math.Max(2*math.Hypot(a.Deviation, b.Deviation), share*math.Min(a.Mean, b.Mean))
}

// ApartShare is the share by which two chains of a table of so many rows may differ: small tables
// say less, and going on costs little there.
func ApartShare(rows int) float64 {
	const least, most = 0.1, 0.5
	larger := float64(rows-fewRows) / (manyRows - fewRows)
	return least + (most-least)*min(max(larger, 0), 1)
}

// Hold returns hyperparameters with the learnt ones, except σ², which stay so.
func (l Learning) Hold(h hyper.Hyper) hyper.Hyper {
	theta, alpha := h.Prior.Theta, h.Prior.Alpha
	if !h.FixTheta {
		theta = l.Theta.Mean
	}
	if !h.FixAlpha {
		alpha = l.Alpha.Mean
	}
	h.SetStructure(theta, alpha)
	if !h.FixC { // as narrow as the times of one tree make it: a wider one would penalise every branch point
		h.CA = priors.C.Shape + l.Points.Mean
		h.CB = h.CA / l.C.Mean
	}
	if !h.FixNoise {
		h.Noise = l.Noise.Mean
		h.FixNoise = h.Noise == 0
	}
	h.Held, h.HoldStructure = true, false
	h.Refresh()
	return h
}

// DrawnTrees lists the trees of the draws.
func (l Learning) DrawnTrees() (list []forecast.DrawnTree) {
	for i := range l.Draws {
		list = append(list, &l.Draws[i])
	}
	return list
}
