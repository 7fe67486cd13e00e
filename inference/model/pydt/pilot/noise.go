package pilot

import (
	"example.org/espalier/inference/model/pydt/noise"
	"example.org/espalier/inference/process/pitmanyor"
)

// The prior of the noise rules out that there is none: hardly anything lies below 10⁻⁵. Rows
// without noise that are nearly equal are then predicted badly. So a pilot also compares no noise with noise that has
// this prior, by their evidence (math 5.3). As the noise goes to 0 the likelihood goes to that of no noise, and it is
// near it at an edge of a thousandth of the variance. There the density of the posterior over that of the prior, trees
// and all else integrated out, is the evidence of no noise over that of noise (Savage and Dickey). The shares of draws
// and prior below the edge stand for the densities.

const (
	noiseEdge     = 1e-3
	noiselessOdds = 2 // evidence of no noise over that of noise from which on there is none: draws are few and alike
)

// Noiseless reports whether the evidence is for no noise.
func (p *Pilot) Noiseless() bool {
	below, all := 0.0, 0.0
	for i := range p.members {
		list := p.members[i].drawn
		for _, x := range list[len(list)/2:] {
			if all++; x[pilotNoise] < noiseEdge {
				below++
			}
		}
	}
	return below >= noiselessOdds*noiselessShare*all
}

// noiselessShare is the share of the prior below the edge.
var noiselessShare = noise.Below(noiseEdge)

// littleNoise is the noise below which its prior matters.
const littleNoise = 3 * noiseEdge

// unclearNoise reports whether it is still open if there is any noise: the estimate is small but not yet zero. Chains
// start with much noise and need many sweeps to lose it.
func (p *Pilot) unclearNoise() bool { return p.Found.Noise.Mean < littleNoise && !p.Noiseless() }

// orderApart is the ratio from which on two noise variances count as different modes.
const orderApart = 4

// noisesApart returns the chains whose noise is far below that of the chain with most, unless that has nearly none
// too. Such chains are in another mode, where the tree's detail explains the noise, and a mean over both modes is
// right for neither. Chains that draw Σ too move between the modes and are not compared.
func (p *Pilot) noisesApart() (low []int) {
	if p.mixed != nil {
		return nil
	}
	var most pitmanyor.Moment
	for i := range p.members {
		if n := p.members[i].moment(pilotNoise); n.Mean > most.Mean {
			most = n
		}
	}
	for i := range p.members {
		if n := p.members[i].moment(pilotNoise); most.Mean > littleNoise && most.Mean > orderApart*n.Mean && !agree(n, most,
			0) {
			low = append(low, i)
		}
	}
	return low
}

// raiseNoise lets a chain begin again from its tree with the noise of the start, which is held for some sweeps.
func (m *pilotMember) raiseNoise(hold int) {
	m.drawn, m.draws, m.hold = nil, nil, hold
	m.chain.SetNoise(firstNoise)
}

// WithoutNoise returns what was learnt with noise 0, also in the draws that predict: there, what was noise becomes a
// last stretch of the branches to the leaves, and the covariance of the rows stays as it was. Without one, rows that
// only noise kept apart would be one.
func (l Learning) WithoutNoise() Learning {
	l.Noise = pitmanyor.Moment{}
	for i := range l.Draws {
		l.Draws[i].AbsorbNoise()
	}
	return l
}
