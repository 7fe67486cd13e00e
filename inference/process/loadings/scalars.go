package loadings

// LogLikelihood is the name of the log likelihood: the log density of the observed cells given factors, loadings and
// noise. Unlike the joint density, which falls by about 1.4 nats a case with each factor because it has their
// activities, it compares states with any number of factors.
const LogLikelihood = "log_likelihood"

// ScalarNames returns the names of the quantities of [State.Scalars].
func ScalarNames(support Support, slab Slab) []string {
	names := []string{"log_joint"}
	if support != Complete {
		names = append(names, "features")
		if support == Buffet {
			names = append(names, "common_factors")
		}
		names = append(names, "links")
	}
	if support == Buffet || support == Finite {
		names = append(names, "alpha")
	}
	names = append(names, "noise")
	if slab != PerElement {
		names = append(names, "precision")
	}
	return append(names, "explained", LogLikelihood)
}

// Features returns the number of factors with items, and of those with two or more.
func (s *State) Features() (features, common int) {
	for k := range s.k() {
		features += number(s.m[k] > 0)
		common += number(s.m[k] > 1)
	}
	return features, common
}

// Scalars measures the present state, which must be that at the end of a sweep.
func (s *State) Scalars() []float64 {
	out := []float64{s.logJoint()}
	if s.o.support != Complete {
		links := 0
		for k := range s.k() {
			links += s.m[k]
		}
		features, common := s.Features()
		out = append(out, float64(features))
		if s.o.support == Buffet {
			out = append(out, float64(common))
		}
		out = append(out, float64(links))
	}
	if s.o.support == Buffet || s.o.support == Finite {
		out = append(out, s.hyper.alpha)
	}
	noise, left, all := 0.0, 0.0, 0.0
	for d, t := range s.tau {
		noise += 1 / t / float64(len(s.tau))
		left += s.rss[d]
		all += s.obs.square[d]
	}
	out = append(out, noise)
	if s.o.slab != PerElement {
		out = append(out, s.hyper.typicalPrecision())
	}
	explained := 0.0
	if all > 0 {
		explained = 1 - left/all
	}
	return append(out, explained, s.addLikelihood(0))
}
