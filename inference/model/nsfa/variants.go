package nsfa

import (
	"math/rand/v2"

	"example.org/espalier/inference"
	"example.org/espalier/inference/column"
	"example.org/espalier/inference/process/observation"
)

// A family gives each of its models the methods, which differ only in the variant.
type family[N named] struct{}

// A named type stands for a variant and tells the zero value of a model which it is.
type named interface{ variant() variant }

type (
	isNSFA struct{}
	isSFA  struct{}
	isFA   struct{}
	isAFA  struct{}
	isFOK  struct{}
	isBFRM struct{}
)

func (isNSFA) variant() variant { return nsfaVariant }
func (isSFA) variant() variant  { return sfaVariant }
func (isFA) variant() variant   { return faVariant }
func (isAFA) variant() variant  { return afaVariant }
func (isFOK) variant() variant  { return fokVariant }
func (isBFRM) variant() variant { return bfrmVariant }

func (family[N]) variant() variant {
	var n N
	return n.variant()
}

// Info describes the model.
func (f family[N]) Info() inference.Info { return f.variant().info() }

// InfoFor implements inference.Switcher.
func (f family[N]) InfoFor(s inference.Settings) inference.Info {
	info := f.variant().info()
	info.Growing, info.Trade = f.variant().growing(s), f.variant().trade(s)
	if f.variant().optionsOf(s).Side() == inference.OnRows {
		info.Kinds = nil // a row has cells of several kinds
	}
	return info
}

// Check implements inference.Model.
func (f family[N]) Check(d *inference.Dataset, s inference.Settings) ([]string, error) {
	return f.variant().check(d, s)
}

// Estimate implements inference.Model.
func (f family[N]) Estimate(d *inference.Dataset, s inference.Settings) inference.Estimate {
	return f.variant().estimate(d, s)
}

// New implements inference.Model.
func (f family[N]) New(d *inference.Dataset, s inference.Settings, streams inference.Streams,
	threads int) (inference.Stepper, error) {
	return f.variant().start(d, s, streams, threads)
}

// Sample implements inference.PriorSampler.
func (f family[N]) Sample(n, d int, s inference.Settings, rng *rand.Rand) (inference.Draw, error) {
	return f.variant().sample(n, d, s, rng)
}

// SampleKinds implements inference.KindSampler. The matrices behind the cells have a row for each latent number.
func (f family[N]) SampleKinds(n int, kinds []column.Kind, s inference.Settings,
	rng *rand.Rand) (inference.Draw, error) {
	t := observation.Unseen(kinds)
	d, err := f.variant().sample(n, t.Width(), s, rng)
	if err != nil {
		return d, err
	}
	t.Intercepts(d.X, rng)
	d.X = t.Sample(d.X, rng)
	return d, nil
}
