package nsfa

import (
	"math/rand/v2"

	"espalier/inference"
)

// Info describes the model.
func (Model) Info() inference.Info { return nsfaVariant.info() }

// Check implements inference.Model.
func (Model) Check(d *inference.Dataset, s inference.Settings) ([]string, error) {
	return nsfaVariant.check(d, s)
}

// Estimate implements inference.Model.
func (Model) Estimate(d *inference.Dataset, s inference.Settings) inference.Estimate {
	return nsfaVariant.estimate(d, s)
}

// New implements inference.Model.
func (Model) New(d *inference.Dataset, s inference.Settings, streams inference.Streams, threads int) (inference.Stepper, error) {
	return nsfaVariant.start(d, s, streams, threads)
}

// Sample implements inference.PriorSampler.
func (Model) Sample(n, d int, s inference.Settings, rng *rand.Rand) (inference.Draw, error) {
	return nsfaVariant.sample(n, d, s, rng)
}

// Info describes the model.
func (Sparse) Info() inference.Info { return sfaVariant.info() }

// Check implements inference.Model.
func (Sparse) Check(d *inference.Dataset, s inference.Settings) ([]string, error) {
	return sfaVariant.check(d, s)
}

// Estimate implements inference.Model.
func (Sparse) Estimate(d *inference.Dataset, s inference.Settings) inference.Estimate {
	return sfaVariant.estimate(d, s)
}

// New implements inference.Model.
func (Sparse) New(d *inference.Dataset, s inference.Settings, streams inference.Streams, threads int) (inference.Stepper, error) {
	return sfaVariant.start(d, s, streams, threads)
}

// Sample implements inference.PriorSampler.
func (Sparse) Sample(n, d int, s inference.Settings, rng *rand.Rand) (inference.Draw, error) {
	return sfaVariant.sample(n, d, s, rng)
}

// Info describes the model.
func (Factor) Info() inference.Info { return faVariant.info() }

// Check implements inference.Model.
func (Factor) Check(d *inference.Dataset, s inference.Settings) ([]string, error) {
	return faVariant.check(d, s)
}

// Estimate implements inference.Model.
func (Factor) Estimate(d *inference.Dataset, s inference.Settings) inference.Estimate {
	return faVariant.estimate(d, s)
}

// New implements inference.Model.
func (Factor) New(d *inference.Dataset, s inference.Settings, streams inference.Streams, threads int) (inference.Stepper, error) {
	return faVariant.start(d, s, streams, threads)
}

// Sample implements inference.PriorSampler.
func (Factor) Sample(n, d int, s inference.Settings, rng *rand.Rand) (inference.Draw, error) {
	return faVariant.sample(n, d, s, rng)
}

// Info describes the model.
func (Relevance) Info() inference.Info { return afaVariant.info() }

// Check implements inference.Model.
func (Relevance) Check(d *inference.Dataset, s inference.Settings) ([]string, error) {
	return afaVariant.check(d, s)
}

// Estimate implements inference.Model.
func (Relevance) Estimate(d *inference.Dataset, s inference.Settings) inference.Estimate {
	return afaVariant.estimate(d, s)
}

// New implements inference.Model.
func (Relevance) New(d *inference.Dataset, s inference.Settings, streams inference.Streams, threads int) (inference.Stepper, error) {
	return afaVariant.start(d, s, streams, threads)
}

// Sample implements inference.PriorSampler.
func (Relevance) Sample(n, d int, s inference.Settings, rng *rand.Rand) (inference.Draw, error) {
	return afaVariant.sample(n, d, s, rng)
}

// Info describes the model.
func (Student) Info() inference.Info { return fokVariant.info() }

// Check implements inference.Model.
func (Student) Check(d *inference.Dataset, s inference.Settings) ([]string, error) {
	return fokVariant.check(d, s)
}

// Estimate implements inference.Model.
func (Student) Estimate(d *inference.Dataset, s inference.Settings) inference.Estimate {
	return fokVariant.estimate(d, s)
}

// New implements inference.Model.
func (Student) New(d *inference.Dataset, s inference.Settings, streams inference.Streams, threads int) (inference.Stepper, error) {
	return fokVariant.start(d, s, streams, threads)
}

// Sample implements inference.PriorSampler.
func (Student) Sample(n, d int, s inference.Settings, rng *rand.Rand) (inference.Draw, error) {
	return fokVariant.sample(n, d, s, rng)
}

// Info describes the model.
func (Regression) Info() inference.Info { return bfrmVariant.info() }

// Check implements inference.Model.
func (Regression) Check(d *inference.Dataset, s inference.Settings) ([]string, error) {
	return bfrmVariant.check(d, s)
}

// Estimate implements inference.Model.
func (Regression) Estimate(d *inference.Dataset, s inference.Settings) inference.Estimate {
	return bfrmVariant.estimate(d, s)
}

// New implements inference.Model.
func (Regression) New(d *inference.Dataset, s inference.Settings, streams inference.Streams, threads int) (inference.Stepper, error) {
	return bfrmVariant.start(d, s, streams, threads)
}

// Sample implements inference.PriorSampler.
func (Regression) Sample(n, d int, s inference.Settings, rng *rand.Rand) (inference.Draw, error) {
	return bfrmVariant.sample(n, d, s, rng)
}
