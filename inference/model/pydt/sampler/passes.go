package sampler

import (
	"example.org/espalier/inference/model/pydt/hyper"
)

// A pass is a part of a sweep. It calls visit for every slot, or whole once, or until as often as it takes.
type pass struct {
	visit func(c *current, slot int32)
	top   bool // visits the top node too
	every int  // visits one slot in this many, drawn again each time; 0 for all
	whole func(c *current)
	rests int                   // whole is called in one sweep of this many, by chance; 0 for each
	eases bool                  // it makes the chain mix faster, and a pilot lets it rest
	until func(c *current) bool // is called again until it reports true
}

// visits returns how many of the slots the pass visits. Their order is random, so the first are a random share.
func (p *pass) visits(slots int) int {
	if p.every == 0 {
		return slots
	}
	return (slots + p.every - 1) / p.every
}

// MoveSets are the values of the parameter moves.
var MoveSets = []string{"near", "slide", "regraft", "path", "all"}

// passesOf lists the passes of a sweep.
func passesOf(moves string, h *hyper.Hyper) []pass {
	var list []pass
	near, slide := pass{visit: (*current).moveNear}, pass{visit: (*current).moveSlide}
	regraft, path := pass{visit: (*current).moveRegraft}, pass{visit: (*current).movePath}
	switch moves {
	case "near":
		list = append(list, near)
	case "slide":
		list = append(list, slide)
	case "regraft":
		list = append(list, regraft)
	case "path":
		list = append(list, path)
	case "all":
		list = append(list, near, slide, regraft, path)
	}
	if h.Prior.CanJoin(2) || !h.FixTheta || !h.FixAlpha {
		list = append(list, pass{visit: (*current).moveSplit, top: true})
	}
	list = append(list, pass{whole: (*current).moveTimes})
	return append(list, hyperPasses(h)...)
}

// hyperPasses lists the passes that draw the hyperparameters that are learnt.
func hyperPasses(h *hyper.Hyper) (list []pass) {
	if !h.FixC {
		list = append(list, pass{whole: (*current).drawC}, pass{whole: (*current).stretch, eases: true})
	}
	if !h.FixC && !h.FixSigma2 {
		list = append(list, pass{whole: (*current).stretchAndFollow, eases: true})
	}
	if !h.FixSigma2 {
		list = append(list, pass{whole: (*current).shift})
	}
	if !h.FixSigma2 && (!h.FixNoise || h.Noise == 0) {
		list = append(list, pass{whole: (*current).drawScale})
	}
	if !h.FixSigma2 && h.Noise > 0 {
		list = append(list, pass{whole: (*current).drawSigma2})
	}
	if !h.FixNoise {
		list = append(list, pass{whole: (*current).drawNoise})
	}
	if !h.FixTheta || !h.FixAlpha {
		list = append(list, pass{whole: (*current).drawStructure})
	}
	return list
}

const (
	QuickRows  = 400 // from which on a quick sweep moves all subtrees
	quickEvery = 3   // one of fewer rows moves one subtree in this many
)

// quickPasses lists the passes of a sweep of a chain that learns hyperparameters in a short time. Splitting and merging
// branch points and changing times and hyperparameters come more often than moving subtrees: they matter more here and
// cost less. Moving all subtrees would take two thirds of the time of a sweep. Fewer than QuickRows rows of numbers say
// as much about the hyperparameters if a sweep moves a third of them, does twice only what changes the branch points,
// and stretches the times in every other sweep.
func quickPasses(h *hyper.Hyper, rows int, latent bool) []pass {
	list := passesOf("near", h)
	if latent || rows >= QuickRows || h.FixTheta && h.FixAlpha {
		return append(list, list[1:]...)
	}
	list[0].every = quickEvery
	for i := range list {
		if list[i].eases {
			list[i].rests = 2
		}
	}
	structure := len(list) - 1 // the last pass draws θ and α
	return append(list[:structure:structure], list[1], list[structure])
}
